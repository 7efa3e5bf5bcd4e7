"""What the other process does for the testing kit: load a perturber, use it, and tell what came out."""

from __future__ import annotations

import pickle
import sys
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typo.perturber import Perturber

__all__ = ["digest_of", "main"]


def digest_of(perturber: Perturber, texts: Iterable[str]) -> tuple[str, str]:
    """Return digests of a perturber's pickle, of its signature, and of what it makes of some texts."""
    # Loaded anew: equal strings may be one object here and two there, and a pickle tells them apart.
    copy = pickle.loads(pickle.dumps(perturber))
    results = "\0".join(copy.apply(text, key=text).log.to_json() for text in texts)
    return _hashed(pickle.dumps(copy)), _hashed(results.encode())


def _hashed(value: bytes) -> str:
    return sha256(value).hexdigest()


def main() -> None:
    """Answer on standard output what was asked on standard input."""
    files, perturber, texts = pickle.load(sys.stdin.buffer)
    for name, file in files:
        _load(name, file)
    print(*digest_of(pickle.loads(perturber), texts))


def _load(name: str, file: str) -> None:
    """Import a module by its name, or where only the first process knew it by that name, from its file."""
    if name != "__main__":
        try:
            import_module(name)
        except ModuleNotFoundError:
            pass
        else:
            return
    # As multiprocessing does: what stands under `if __name__ == "__main__"` must not run here.
    own = "__mp_main__" if name == "__main__" else name
    spec = spec_from_file_location(own, file)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    sys.modules[name] = sys.modules[own] = module
    spec.loader.exec_module(module)
    for value in vars(module).values():
        if isinstance(value, type) and value.__module__ == own:
            value.__module__ = name
