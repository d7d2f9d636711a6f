"""Run `eddyline serve` with a clock that a test can move on, and bots that play alike each time.

    python clocked.py FILE serve …

FILE holds the seconds by which the clock is ahead. Timers of the server still take their time.
"""

from __future__ import annotations

import functools
import sys
import time
from pathlib import Path

from eddyline.cli import main
from eddyline.server import settings
from eddyline.server.outside import Outside


def run(ahead: Path) -> None:
    """Serve with this clock instead of the system's, and one seed for all bots."""
    outside = Outside(clock=lambda: time.time() + float(ahead.read_text()), entropy=lambda: 1)
    settings.Settings = functools.partial(settings.Settings, outside=outside)  # type: ignore[assignment, misc]
    main()


if __name__ == "__main__":
    run(Path(sys.argv.pop(1)))
