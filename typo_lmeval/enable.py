"""`typo-eval enable` and `disable`: make plain `lm_eval --tasks NAME` find our tasks, once per environment.

The harness has no entry point for tasks (up to 0.4.13). A start-up line (a `.pth` file in site-packages) imports
a small hook that waits until the harness is imported.
"""

from __future__ import annotations

import py_compile
import sysconfig
from importlib.util import cache_from_source
from pathlib import Path

from typo import TypoError
from typo.evaluation import write_whole

__all__ = ["disable", "enable"]

_HOOK = "_typokit_hook"
# The line guards itself: where the hook is gone it says nothing.
_LINE = f'exec("try:\\n import {_HOOK}\\nexcept ImportError:\\n pass")'


def enable(site: Path | None = None) -> Path:
    """Write the start-up line and its hook; return the folder they lie in.

    Raises `TypoError` where the folder cannot be written.
    """
    folder = site or Path(sysconfig.get_paths()["purelib"])
    hook = Path(__file__).with_name("hook.py").read_text(encoding="utf-8")
    # The hook before the line that imports it, so that no start falls between them.
    write_whole(folder / f"{_HOOK}.py", hook)
    # Compiled now, since environments that write no bytecode would compile it at every start.
    try:
        _compiled(folder).parent.mkdir(parents=True, exist_ok=True)
        py_compile.compile(str(folder / f"{_HOOK}.py"), cfile=str(_compiled(folder)), doraise=True)
    except OSError as error:
        raise TypoError(f"{_compiled(folder)} cannot be written ({error.strerror}).") from error
    write_whole(folder / f"{_HOOK}.pth", f"import sys; {_LINE}\n")
    return folder


def disable(site: Path | None = None) -> bool:
    """Remove the start-up line and its hook; return whether they were there.

    Raises `TypoError` where they cannot be removed.
    """
    folder = site or Path(sysconfig.get_paths()["purelib"])
    found = False
    for path in (folder / f"{_HOOK}.pth", folder / f"{_HOOK}.py", _compiled(folder)):
        try:
            path.unlink()
            found = True
        except FileNotFoundError:
            continue
        except OSError as error:
            raise TypoError(f"{path} cannot be removed ({error.strerror}).") from error
    return found


def _compiled(folder: Path) -> Path:
    return Path(cache_from_source(str(folder / f"{_HOOK}.py")))
