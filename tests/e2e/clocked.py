"""Run `eddyline serve` with a clock that a test can move on, and bots that play alike each time.

    python clocked.py FILE serve …

FILE holds the seconds that have passed since the start: no others do, however slow the machine is. Timers of the server
still take their time; only whether somebody is to be told is looked at much more often than every ten seconds.
"""

from __future__ import annotations

import functools
import math
import sys
import time
from pathlib import Path

from eddyline.cli import main
from eddyline.server.base import heartbeat, settings
from eddyline.server.base.outside import Outside
from eddyline.server.notices import notices


def run(passed: Path) -> None:
    """Serve with this clock instead of the system's, and one seed for all bots."""
    start = time.time()
    outside = Outside(clock=lambda: start + float(passed.read_text()), entropy=lambda: 1)
    heartbeat.LATE_AFTER = math.inf  # a slow machine is no outage
    notices.LOOK_EVERY = 0.25
    settings.Settings = functools.partial(settings.Settings, outside=outside)  # type: ignore[assignment, misc]
    main()


if __name__ == "__main__":
    run(Path(sys.argv.pop(1)))
