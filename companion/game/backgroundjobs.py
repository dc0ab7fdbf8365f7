"""What is done with the file of games beside the game that goes on, one thing at a time."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from companion.game.taskprogress import Progress

Answer = TypeVar("Answer")


class BackgroundJobs:
    """A thread that is there when it is needed, and the jobs that it has not finished or nobody has taken up."""

    def __init__(self) -> None:
        self.checking = Progress()
        """The progress of a check, which gives way to everything else."""
        self._worker: ThreadPoolExecutor | None = None
        self._jobs: list[Future[None]] = []

    def __bool__(self) -> bool:
        """Return whether there is any job."""
        return bool(self._jobs)

    def submit(self, work: Callable[[], Answer]) -> "Future[Answer]":
        """Have something done that is not one of the jobs: a repair."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        return self._worker.submit(work)

    def add(self, work: Callable[[], None]) -> None:
        """Have a job done."""
        self._jobs.append(self.submit(work))

    def wait(self) -> None:
        """Wait until every job is done, whatever became of it."""
        for job in list(self._jobs):
            with suppress(Exception):
                job.result()

    def hurry(self) -> None:
        """Stop a check, and wait for everything else."""
        self.checking.cancel()
        self.wait()
        self.checking = Progress()

    def take_done(self) -> "list[Future[None]]":
        """Return the jobs that are done, each once."""
        done = [job for job in self._jobs if job.done()]
        for job in done:
            self._jobs.remove(job)
        return done

    def close(self) -> None:
        """Stop a check, wait for everything else, and end the thread."""
        self.checking.cancel()
        if self._worker is not None:
            self._worker.shutdown()
            self._worker = None
