"""Write the golden games again: `.venv/bin/python tests/golden/regenerate.py`; see support/golden.py."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from support.golden import regenerate  # noqa: E402 - support/ is found from here

if __name__ == "__main__":
    regenerate(HERE)
