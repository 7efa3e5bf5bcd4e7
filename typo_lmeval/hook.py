"""Copied into site-packages by `typo-eval enable`; runs at every start of Python, so it imports nothing.

When the harness is imported, and only then, its task manager learns where typokit's tasks are. Where typokit
is gone, nothing happens.
"""

import sys


class _Finder:
    """Lets the harness's modules load as ever, and adds a word once they have."""

    busy = False

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]  # `typing` costs 9 ms
        """Wrap the loader of the two modules that our tasks and models are announced to."""
        if self.busy or name not in ("lm_eval.tasks.manager", "lm_eval.models"):
            return None
        self.busy = True
        try:
            from importlib.util import find_spec

            spec = find_spec(name)
        finally:
            self.busy = False
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module):  # type: ignore[no-untyped-def]
            load(module)
            try:
                from typo_lmeval import discovery
            except ImportError:
                return
            if name == "lm_eval.tasks.manager":
                discovery.install(module.TaskManager)
            else:
                discovery.register_models()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, _Finder())
