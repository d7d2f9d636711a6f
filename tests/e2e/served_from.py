"""Run `eddyline serve` with another folder of static files, which a test may change as an upgrade does.

python served_from.py FOLDER serve …
"""

from __future__ import annotations

import sys
from pathlib import Path

from eddyline.cli import main
from eddyline.server.web import pages

if __name__ == "__main__":
    pages.STATIC = Path(sys.argv.pop(1))
    main()
