"""`typo perturb`: files in, files out."""

from __future__ import annotations

import os
import signal
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from typo.cli.arguments import perturber
from typo.cli.failure import FAILED, INTERRUPTED, OK, WRONG, Failure, say, told
from typo.cli.progress import Progress, summary, why_nothing
from typo.cli.reading import STANDARD_INPUT, blocks, identify
from typo.cli.records import Job
from typo.cli.state import State, check_same, read_state, state_path, write_state
from typo.cli.workers import results
from typo.cli.writing import Outputs, partial
from typo.errors import TypoError

if TYPE_CHECKING:
    from typo.cli.arguments import PerturbOptions
    from typo.cli.records import Result, Tally

__all__ = ["perturb"]

# A state costs a flush to the disk, some 20 ms; the work on so many blocks is lost when the run is killed.
_BLOCKS_PER_STATE = 16
_COMPLAINTS = 20  # how many bad lines of a run are told one by one


def perturb(options: PerturbOptions) -> int:
    """Run the command; return its exit code."""
    job = Job(
        perturber(options.source),
        fields=options.fields,
        key=options.key,
        bad_lines=options.bad_lines,
        log=options.log is not None,
        pairs=None if options.pairs is None else "m2" if options.pairs.lower().endswith(".m2") else "json",
    )
    _check(options)
    tally = _Run(options, job).run()
    why_nothing(tally)
    if not options.quiet:
        summary(tally, options.bad_lines, job.perturber.signature)
    return OK


def _check(options: PerturbOptions) -> None:
    """Raise `Failure` for arguments that do not go together."""
    if options.key is not None and not options.fields:
        raise Failure("--key names a JSON field; --field must name the text.", WRONG)
    for name in {*options.fields}:
        if options.fields.count(name) > 1 or name == options.key:
            raise Failure(f"the field {name!r} is named twice.", WRONG)
    if options.files.count(STANDARD_INPUT) > 1:
        raise Failure("standard input can be read once.", WRONG)
    if options.resume and STANDARD_INPUT in options.files:
        raise Failure("standard input cannot be resumed; give files.", WRONG)
    if options.resume and options.out is None:
        raise Failure("--resume goes on with an output file: give -o OUT.", WRONG)
    written: dict[str, str] = {}
    inputs = {os.path.realpath(path): path for path in options.files if path != STANDARD_INPUT}
    for path in _paths(options).values():
        for name in (path, partial(path), *([state_path(path)] if path == options.out else [])):
            real = os.path.realpath(name)
            if real in inputs:
                raise Failure(f"{name} would overwrite the input {inputs[real]}.", WRONG)
            if real in written:
                raise Failure(f"{name} and {written[real]} would be written to the same file.", WRONG)
            written[real] = name


def _paths(options: PerturbOptions) -> dict[str, str]:
    named = {"out": options.out, "log": options.log, "pairs": options.pairs}
    return {name: path for name, path in named.items() if path is not None}


class _Run:
    """A run over the inputs, from the beginning or from where an earlier one stopped."""

    def __init__(self, options: PerturbOptions, job: Job) -> None:
        self._options = options
        self._job = job
        self._outputs = Outputs(_paths(options))
        self._complaints = 0
        inputs = [identify(path) for path in options.files if path != STANDARD_INPUT]
        settings: dict[str, object] = {
            "signature": job.perturber.signature,
            "perturber": repr(job.perturber),
            "fields": list(job.fields),
            "key": job.key,
            "bad_lines": job.bad_lines,
            "log": options.log and str(Path(options.log).resolve()),
            "pairs": options.pairs and str(Path(options.pairs).resolve()),
        }
        self._state = State(settings, inputs)
        resumable = options.out is not None and STANDARD_INPUT not in options.files
        self._state_path = state_path(options.out) if resumable and options.out is not None else None

    def run(self) -> Tally:
        """Do all that is left to do, give the files their names, and return what was done in all."""
        try:
            self._begin()
            self._finish()
        finally:
            with suppress(OSError):
                self._outputs.close()
        self._outputs.publish()
        if self._state_path is not None:
            Path(self._state_path).unlink(missing_ok=True)
        return self._state.tally

    def _finish(self) -> None:
        """Do the work that is left; whatever ends it, what was done is kept."""
        if self._state.finished:
            return
        try:
            self._work()
            self._state = replace(self._state, finished=True)
            self._save()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            with suppress(OSError):
                self._save()
            if failure := self._explained(error):
                raise failure from error
            raise

    def _begin(self) -> None:
        """Open the outputs, at their beginning or where an earlier run stopped."""
        if self._options.resume and self._state_path is not None:
            old = read_state(self._state_path)
            if old is not None:
                check_same(old, self._state.settings, self._state.inputs)
                self._state = replace(old, settings=self._state.settings)
                if not old.finished:
                    self._outputs.open(new=False)
                    self._outputs.cut(old.lengths)
                say(f"resuming after {old.tally.records} records.")
                return
            say(f"there is nothing to resume, as there is no {self._state_path}; starting from the beginning.")
        self._spare_files()
        self._outputs.open(new=True)
        if self._state_path is not None:
            # Before the files are cut, so that no state ever stands beside files that it does not belong to.
            Path(self._state_path).unlink(missing_ok=True)
        self._outputs.cut(self._outputs.lengths)
        self._state = replace(self._state, lengths=self._outputs.lengths)
        self._save()

    def _spare_files(self) -> None:
        """Raise `Failure` where files are in the way that nobody has given up."""
        options = self._options
        paths = _paths(options).values()
        for path in paths:
            if Path(path).exists() and not Path(path).is_file():
                raise Failure(f"{path} is not a regular file; without -o the output goes to standard output.")
        if options.force:
            return
        for name in [*map(partial, paths), *([self._state_path] if self._state_path else [])]:
            if Path(name).exists() and not options.resume:
                raise Failure(f"{name} is left from an interrupted run; --resume goes on with it, --force starts over.")
        for path in paths:
            if Path(path).exists():
                raise Failure(f"{path} exists; --force replaces it.")

    def _work(self) -> None:
        options = self._options
        progress = Progress(options.files, quiet=options.quiet)
        with (
            closing(progress),
            closing(blocks(options.files, self._state.place)) as source,
            closing(results(self._job, source, options.jobs)) as made,
        ):
            for count, (block, result) in enumerate(made, 1):
                self._outputs.write(result)
                self._state = replace(
                    self._state,
                    place=result.stopped or block.end,
                    lengths=self._outputs.lengths,
                    tally=self._state.tally.plus(result.tally),
                )
                progress.show(self._state.place, self._state.tally)
                self._complain(result)
                if count % _BLOCKS_PER_STATE == 0:
                    self._save()

    def _complain(self, result: Result) -> None:
        if result.stopped:
            raise Failure(f"{result.complaints[-1]} --bad-lines skip leaves such lines out, keep copies them.")
        for complaint in result.complaints:
            self._complaints += 1
            if self._complaints <= _COMPLAINTS:
                say(complaint)
            elif self._complaints == _COMPLAINTS + 1:
                say("there are more bad lines; they are only counted.")

    def _save(self) -> None:
        """Bring everything up to here to the disk, so that a run can go on from here."""
        self._outputs.sync()
        if self._state_path is not None:
            write_state(self._state_path, self._state)

    def _explained(self, error: BaseException) -> Failure | None:
        """Turn what ended a run into a sentence, with the way on where there is one; None for what is a bug."""
        way = " --resume goes on from where it stopped." if self._state_path else ""
        if isinstance(error, KeyboardInterrupt):
            return Failure(f"interrupted after {self._state.tally.records} records.{way}", INTERRUPTED)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            return Failure(f"{told(error)}{way}")
        if isinstance(error, Failure | TypoError):
            return Failure(f"{error}{way}", getattr(error, "code", FAILED))
        return None
