"""Blocks to results, in order, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from contextlib import contextmanager
from itertools import cycle
from queue import SimpleQueue
from typing import TYPE_CHECKING

from typo.cli.failure import Failure
from typo.cli.records import work

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from typo.cli.reading import Block
    from typo.cli.records import Job, Result

__all__ = ["results"]

# Blocks in flight per worker: one to work on and one that waits, so that no worker idles while this process writes.
_AHEAD = 2


def results(job: Job, blocks: Iterable[Block], jobs: int) -> Generator[tuple[Block, Result]]:
    """Yield each block with its result, in the order of the blocks.

    Holds at most two blocks a worker. Raises `Failure` when a worker has been killed.
    """
    if jobs == 1:
        for block in blocks:
            yield block, work(job, block)
        return
    with _ctrl_c_held_back():
        workers = [_Worker(job) for _ in range(jobs)]
    waiting: deque[tuple[Block, _Worker]] = deque()
    try:
        for block, worker in zip(blocks, cycle(workers), strict=False):
            worker.give(block)
            waiting.append((block, worker))
            if len(waiting) == _AHEAD * jobs:
                yield _first(waiting)
        while waiting:
            yield _first(waiting)
    except (EOFError, ConnectionError):
        raise Failure("a worker process ended without an answer: it was killed, perhaps for want of memory.") from None
    finally:
        # Whatever ended it, nobody waits for an answer any more, and a block may take seconds.
        for worker in workers:
            worker.end()


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Hold Ctrl-C back while workers start: they inherit that, and ignore it before they look at it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _first(waiting: deque[tuple[Block, _Worker]]) -> tuple[Block, Result]:
    block, worker = waiting.popleft()
    return block, worker.result()


class _Worker:
    """A process that answers blocks in the order it is given them.

    Each has a connection of its own. An executor's workers share queues, and one that is killed while it holds the
    lock of a queue, or in the middle of a message, leaves all others and the parent waiting for ever.
    """

    def __init__(self, job: Job) -> None:
        self._connection, theirs = multiprocessing.Pipe()
        self._process: BaseProcess = multiprocessing.Process(
            target=_serve, args=(job, theirs, self._connection), daemon=True
        )
        self._process.start()
        # Each side closes its copy of the other's end, or it would never see that the other is gone.
        theirs.close()

    def give(self, block: Block) -> None:
        """Send a block; raises `ConnectionError` when the worker is gone."""
        self._connection.send(block)

    def result(self) -> Result:
        """Wait for the next answer; raises what the work raised, and `EOFError` when the worker is gone."""
        answer: Result | Exception = self._connection.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._connection.close()


def _serve(job: Job, connection: Connection, parents: Connection) -> None:
    """Answer block after block; this is what a worker process runs."""
    parents.close()
    # Ctrl-C reaches the whole group; only the parent answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    given: SimpleQueue[Block] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, given), daemon=True).start()
    while True:
        block = given.get()
        answer: Result | Exception
        try:
            answer = work(job, block)
        except Exception as error:
            answer = error
        connection.send(answer)


def _receive(connection: Connection, given: SimpleQueue[Block]) -> None:
    """Take blocks as they come, so that the parent never waits to send one while an answer waits to be read."""
    try:
        while True:
            given.put(connection.recv())
    except (EOFError, OSError):
        # The parent is gone, and may have been killed. A worker that was forked later holds a copy of the parent's end;
        # the last one holds none, so they end one after the other.
        os._exit(1)
