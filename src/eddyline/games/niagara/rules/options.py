"""Define Niagara's options and presets (rules.md, "Presets"; each field cites its rule)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

from eddyline.engine.families import Family
from eddyline.engine.options import Implied, Need
from eddyline.games.niagara.rules.state import (
    BASE_CARDS,
    BEAVER,
    DIAMOND_JOE,
    DOUBLE_CANOE,
    MOOSE,
    MOST_ROUNDS,
    SPIRIT_CARDS,
    WHIRLPOOL,
)

if TYPE_CHECKING:
    from eddyline.games.niagara.rules.state import State

RULES_VERSION = 1

Preserver = Literal["left", "right"]
Rescue = Literal["optional", "forced", "sit_out"]
TieBreak = Literal["shared", "gem_value"]
ShowPlayed = Literal["all", "newest"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Define everything about a game except its players."""

    gems_per_deposit: Annotated[int, msgspec.Meta(ge=1, le=20)] = 7
    """Gems on each deposit at the start (N-SET-5)."""
    preserver_passes: Preserver = "left"
    """The neighbour who gets the life preserver in phase 4 (N-ROUND-3)."""
    rescue: Rescue = "optional"
    """How lost canoes come back (N-LOST-5)."""
    tie_break: TieBreak = "shared"
    """Who wins when several reached the goal (N-END-3)."""
    show_played: ShowPlayed = "all"
    """Display option: show every card played in this cycle or only the newest (N-ROUND-6)."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 100
    """The game ends without a winner after the river of this round (N-END-5)."""
    double_canoe: bool = False
    """One of each player's canoes has two places (S-DOUBLE)."""
    whirlpool: bool = False
    """A disc nobody can stay on (S-WHIRL)."""
    spirit_cards: bool = False
    """Three more cards each: 7, 1/2/3, rope (S-CARD)."""
    beaver: bool = False
    """An animal that appears in a storm and ends it by going over the falls (S-BEAVER)."""
    moose: bool = False
    """An animal at discs 7 that makes a canoe faster (S-MOOSE)."""
    diamond_joe: bool = False
    """A neutral canoe to take from, give to and swap with (J-JOE)."""


MODULES = {
    "double_canoe": DOUBLE_CANOE,
    "whirlpool": WHIRLPOOL,
    "spirit_cards": SPIRIT_CARDS,
    "beaver": BEAVER,
    "moose": MOOSE,
    "diamond_joe": DIAMOND_JOE,
}
"""Bit of each expansion module in `State.modules`, by option."""
SPIRITS = tuple(MODULES)[:5]
"""The modules of Spirits of Niagara; Diamond Joe is not one of them."""

DEFAULT_PRESET = "rulebook"
PRESETS: dict[str, Options] = {
    "rulebook": Options(),
    "boardgamearena": Options(gems_per_deposit=8, preserver_passes="right", tie_break="gem_value"),
    "brettspielwelt": Options(rescue="forced"),
    "italian": Options(rescue="sit_out"),
}
IMPLIED = (
    Implied(players=(2,), set={"gems_per_deposit": 7}),
    Implied(players=(3,), any_of=SPIRITS, set={"gems_per_deposit": 6}),
    Implied(players=(4, 5), any_of=SPIRITS, set={"gems_per_deposit": 7}),
    Implied(players=(6,), any_of=SPIRITS, set={"gems_per_deposit": 8}),
)
"""Options that the number of players changes in every preset (N-SET-5)."""
NEEDS = (Need(players=6, any_of=SPIRITS, rule="N-SET-1"),)
"""Six players need Spirits of Niagara."""
FAMILIES = (
    Family(id="base", any=("show_played",)),
    Family(id="spirits", any=("show_played", *SPIRITS)),
    Family(id="joe", any=("show_played", *MODULES)),
)
"""Without modules, with modules of Spirits of Niagara, and with Diamond Joe."""


def write_options(options: Options, s: State) -> None:
    """Write options to a record."""
    s.gems_per_deposit = options.gems_per_deposit
    s.preserver_step = 1 if options.preserver_passes == "left" else -1
    s.rescue_rule = get_args(Rescue).index(options.rescue)
    s.break_ties = get_args(TieBreak).index(options.tie_break)
    s.newest_only = get_args(ShowPlayed).index(options.show_played)
    s.max_rounds = options.max_rounds
    s.modules = sum(bit for name, bit in MODULES.items() if getattr(options, name))
    s.cycle = BASE_CARDS + 3 * options.spirit_cards


_option_fields = attrgetter(
    "gems_per_deposit",
    "preserver_step",
    "rescue_rule",
    "break_ties",
    "newest_only",
    "max_rounds",
    "modules",
)


def options_of(s: State) -> Options:
    """Read the options of a record."""
    return _options(*_option_fields(s))


@lru_cache(maxsize=1024)
def _options(
    gems_per_deposit: int, step: int, rescue: int, tie_break: int, show_played: int, max_rounds: int, modules: int
) -> Options:
    """Read options from the fields of a record; kept, because every view of a game shows the same ones."""
    return Options(
        gems_per_deposit=int(gems_per_deposit),
        preserver_passes="left" if step == 1 else "right",
        rescue=get_args(Rescue)[rescue],
        tie_break=get_args(TieBreak)[tie_break],
        show_played=get_args(ShowPlayed)[show_played],
        max_rounds=int(max_rounds),
        **{name: bool(modules & bit) for name, bit in MODULES.items()},
    )
