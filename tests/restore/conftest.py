"""A real server for the back ends that ask over HTTP."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from threading import Event
from time import monotonic

import pytest

# Seconds within which a server that starts must listen; it takes two.
PATIENCE = 120


@pytest.fixture(scope="session")
def grammalecte(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Grammalecte server and return its address; skip where there is none."""
    command = shutil.which("grammalecte-server")
    if command is None:
        pytest.skip("no Grammalecte on this machine; Debian has it as grammalecte-cli")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("grammalecte") / "log.txt"
    with log.open("w") as output:
        server = subprocess.Popen(
            [command, "-ht", "127.0.0.1", "-p", str(port)],
            stdout=output,
            stderr=output,
            # A group of its own: the server has a process that works, and both must end.
            start_new_session=True,
        )
    try:
        limit = monotonic() + PATIENCE
        while not listens(port):
            if server.poll() is not None or monotonic() > limit:
                pytest.fail(f"Grammalecte does not serve: {log.read_text('utf-8', errors='replace')}")
            Event().wait(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def listens(port: int) -> bool:
    """Tell whether somebody listens at a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True
