"""Define Canyon's options and presets (each field cites its rule)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from eddyline.engine.families import Family
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.state import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.games.canyon.rules.state import State

RULES_VERSION = 1
PLAYERS = (3, 4, 5, 6)

ShowPlayed = Literal["all", "last_trick"]

LONGEST_MAP = 4096
"""Maximum length of a map's text, four times that of the largest board (C-BOARD-1)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Define everything about a game except its players."""

    board: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MAP)] = "canyon"
    """Name of a board, or the text of a map, line by line (C-BOARD-1)."""
    skip_brown: bool = False
    """Leave out the spaces 6–9 of the round track (C-DEAL-1)."""
    secret_bids: bool = False
    """All players bid at the same time, and bids stay hidden until all are in (C-BID-1)."""
    show_played: ShowPlayed = "all"
    """Display option: show every trick of this round or only the last one (C-PLAY-2)."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 500
    """The game ends after the movement of this round, even if nobody has arrived (C-END-2)."""


DEFAULT_PRESET = "classic"
PRESETS: dict[str, Options] = {
    "classic": Options(),
    "no_brown": Options(skip_brown=True),
    "secret": Options(secret_bids=True),
}
FAMILIES = (Family(id="base", any=("show_played", "skip_brown", "secret_bids")),)
"""All that is played on the printed board."""


class HeldOptions(Options, frozen=True, weakref=True):
    """Be options whose map is on the shelf for as long as they exist, and need not stay there any longer."""

    def __copy__(self) -> HeldOptions:
        return hold(self)

    def __reduce__(self) -> tuple[Callable[[Options], HeldOptions], tuple[Options]]:
        return hold, (Options(**msgspec.structs.asdict(self)),)


def hold(options: Options) -> HeldOptions:
    """Put the map of some options on the shelf for a while (see `Maps.hold`)."""
    held = HeldOptions(**msgspec.structs.asdict(options))
    SHELF.number(held.board, held)
    return held


def named(options: Options) -> Options:
    """Name the board as the shelf does; raises OptionError for one that cannot be played on (C-BOARD-1)."""
    return msgspec.structs.replace(options, board=SHELF.text(SHELF.read(options.board)))


def write_options(options: Options, s: State) -> None:
    """Write options into a record; a board that is new is put on the shelf. Raises OptionError for a bad board."""
    s.board = SHELF.number(options.board, options if isinstance(options, HeldOptions) else None)
    s.skip_brown = options.skip_brown
    s.secret_bids = options.secret_bids
    s.last_trick_only = options.show_played == "last_trick"
    s.max_rounds = options.max_rounds


def options_of(s: State) -> Options:
    """Read the options of a record."""
    return Options(
        board=SHELF.text(SHELF.lines[int(s.board)]),
        skip_brown=bool(s.skip_brown),
        secret_bids=bool(s.secret_bids),
        show_played="last_trick" if s.last_trick_only else "all",
        max_rounds=int(s.max_rounds),
    )
