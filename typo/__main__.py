"""`python -m typo`: the same as the command `typo`."""

from __future__ import annotations

import sys

from typo.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
