"""Name Niagara's options and presets (RULES "Presets"; each field cites its rule)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

from eddyline.engine.options import Implied

if TYPE_CHECKING:
    from eddyline.games.niagara.state import State

RULES_VERSION = 1
PLAYERS = (2, 3, 4, 5)
"""Two players are a house option, never part of a preset (N-SET-1)."""

Preserver = Literal["left", "right"]
Rescue = Literal["optional", "forced", "sit_out"]
TieBreak = Literal["shared", "gem_value"]
ShowPlayed = Literal["all", "newest"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fix everything about a game that is not its players."""

    gems_per_deposit: Annotated[int, msgspec.Meta(ge=1, le=20)] = 7
    """Gems on each deposit at the start (N-SET-5)."""
    preserver_passes: Preserver = "left"
    """Neighbour who gets the life preserver in phase 4 (N-ROUND-3)."""
    rescue: Rescue = "optional"
    """How lost canoes come back (N-LOST-5)."""
    tie_break: TieBreak = "shared"
    """Who wins when several reached the goal (N-END-3)."""
    show_played: ShowPlayed = "all"
    """Display: every card played in this cycle or only the newest (N-ROUND-6)."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 100
    """Round after whose river the game ends without a winner (N-END-5)."""


DEFAULT_PRESET = "rulebook"
PRESETS: dict[str, Options] = {
    "rulebook": Options(),
    "boardgamearena": Options(gems_per_deposit=8, preserver_passes="right", tie_break="gem_value"),
    "brettspielwelt": Options(rescue="forced"),
    "italian": Options(rescue="sit_out"),
}
IMPLIED = (Implied(players=(2,), set={"gems_per_deposit": 7}),)
"""What a number of players changes in every preset (N-SET-5)."""


def write_options(options: Options, s: State) -> None:
    """Write options into a record."""
    s.gems_per_deposit = options.gems_per_deposit
    s.preserver_step = 1 if options.preserver_passes == "left" else -1
    s.rescue_rule = get_args(Rescue).index(options.rescue)
    s.break_ties = get_args(TieBreak).index(options.tie_break)
    s.newest_only = get_args(ShowPlayed).index(options.show_played)
    s.max_rounds = options.max_rounds


def options_of(s: State) -> Options:
    """Read the options of a record."""
    return Options(
        gems_per_deposit=int(s.gems_per_deposit),
        preserver_passes="left" if s.preserver_step == 1 else "right",
        rescue=get_args(Rescue)[int(s.rescue_rule)],
        tie_break=get_args(TieBreak)[int(s.break_ties)],
        show_played=get_args(ShowPlayed)[int(s.newest_only)],
        max_rounds=int(s.max_rounds),
    )
