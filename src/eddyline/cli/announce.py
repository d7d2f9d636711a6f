"""Announce something to everybody on a server: `eddyline announce`."""

from __future__ import annotations

import re
import time
from datetime import UTC
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import moment, out
from eddyline.cli.keeping import place_of, store_option
from eddyline.cli.serve import data_option
from eddyline.cli.tables import explained, operator

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

SECONDS = {"s": 1, "m": 60, "h": 3600}


class Span(click.ParamType[int]):
    """Take a span of time, such as 90s, 5m or 1h."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return it in seconds."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([0-9]{1,5})([smh])", str(value))
        if found is None or not int(found[1]):
            self.fail(f"expected a span of time such as 90s, 5m or 1h, got {value}", param, ctx)
        return int(found[1]) * SECONDS[found[2]]


@click.command()
@click.argument("text", required=False)
@data_option
@store_option
@click.option("--until", type=moment, help="End, in UTC; without it, until `--clear`.")
@click.option(
    "--restart-in", type=Span(), metavar="SPAN", help="Announce a restart in 90s, 5m or 1h; every page counts down."
)
@click.option("--clear", is_flag=True, help="Announce nothing any more.")
def announce(
    text: str | None,
    data: Path | None,
    store: str | None,
    until: datetime | None,
    restart_in: int | None,
    *,
    clear: bool,
) -> None:
    """Show TEXT, at most 300 characters, in a line on the pages of everybody who is here or comes.

    It takes the place of what was announced before; also while the server runs. A restart is only announced: restart
    the server yourself when the time has come, and the announcement ends with it.
    """
    if clear == (text is not None or restart_in is not None) or (clear and until is not None):
        raise click.UsageError("expected a TEXT, --restart-in or both, or else --clear")
    with explained():
        from eddyline.server.web import announcing  # noqa: PLC0415

        place, now = place_of(data, store), time.time()
        if clear:
            there = announcing.clear(place, operator(), now)
            out.print("Nothing is announced any more." if there else "Nothing was announced.")
            return
        end = None if until is None else until.replace(tzinfo=UTC).timestamp()
        restart = None if restart_in is None else now + restart_in
        announcing.announce(place, text, end, restart, operator(), now)
    out.print("Announced. A running server shows it within about a second.")
