"""Blocks to results, in order, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from typo.cli.failure import Failure
from typo.cli.records import work

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from concurrent.futures import Future

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
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(job,))
    waiting: deque[tuple[Block, Future[Result]]] = deque()
    try:
        for block in blocks:
            waiting.append((block, pool.submit(_work, block)))
            if len(waiting) == _AHEAD * jobs:
                yield _first(waiting)
        while waiting:
            yield _first(waiting)
    except BrokenProcessPool:
        raise Failure("a worker process ended without an answer: it was killed, perhaps for want of memory.") from None
    except BaseException:
        # Nobody waits for their answers any more, and a block may take seconds.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _first(waiting: deque[tuple[Block, Future[Result]]]) -> tuple[Block, Result]:
    block, future = waiting.popleft()
    return block, future.result()


_job: Job


def _start(job: Job) -> None:
    """Prepare a worker process."""
    global _job
    _job = job
    # Ctrl-C reaches the whole group; only the parent answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    # A killed parent cannot tell its workers, which would otherwise wait for work for ever.
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(block: Block) -> Result:
    return work(_job, block)
