"""Collect from a table's log what decides whether, and how, its game is rated.

Everything is in the log, so that another process, or a command years later, comes to the same result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from eddyline.bots.anchors import anchors
from eddyline.engine.families import family_of
from eddyline.ratings.counting import SHORTEST, Ended, Sitter, reason_of, result_of
from eddyline.ratings.standings import Result
from eddyline.server.table import entries

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from eddyline.engine.game import Game
    from eddyline.engine.match import Match
    from eddyline.protocol.table import Update
    from eddyline.protocol.table_info import Ending, Status
    from eddyline.ratings.counting import Reason


class Seated(Protocol):
    """Say who has a seat, as `state.Seat` does."""

    @property
    def kind(self) -> str:
        """Return whether it is open, a human's or a bot's."""

    @property
    def account(self) -> str | None:
        """Return the id of its human's account."""

    @property
    def owner(self) -> str | None:
        """Return the id of the account whose bot has the seat."""

    @property
    def bot(self) -> str | None:
        """Return the bot that plays there."""


class TableState(Protocol):
    """Say what a table's log amounts to, as `state.TableState` does."""

    id: str
    rules: Game
    opened: entries.Opened
    match: Match | None
    stopped: Ending | None
    facts: Facts

    @property
    def options(self) -> object:
        """Return the options of the game."""

    @property
    def seats(self) -> Sequence[Seated]:
        """Return who sits where."""

    @property
    def status(self) -> Status:
        """Return whether the table is open, running or over."""


@dataclass(slots=True)
class Facts:
    """Hold what the entries of a table say about its rating; changed only by `note`."""

    began: int = 0
    """When the game began, in milliseconds since 1970."""
    family: str | None = None
    anchors: Mapping[str, float] = field(default_factory=dict)
    """As the game began: the family of its rules, and the fixed mu of its bots."""
    people: dict[int, str | None] = field(default_factory=dict)
    """By seat: account of each person in the running game; who deletes it meanwhile has left."""
    left: set[int] = field(default_factory=set)
    """Seats whose people have resigned, or for whom a bot has played a turn."""
    neighbours: frozenset[int] = frozenset()
    """Seats whose people came from one address."""
    ended: Ended | None = None
    """The game as it was when it ended; what happens at the table afterwards changes nothing of it."""

    def note(self, state: TableState, entry: entries.Entry[int], update: Update, at: int) -> None:
        """Take in an entry, appended at `at`, that `state` has applied."""
        match entry:
            case entries.Started():
                self.began, self.family, self.anchors = at, entry.family, entry.anchors
                self.people = {number: seat.account for number, seat in enumerate(state.seats)}
            case entries.Adopted() if state.match is not None:
                self.people[entry.seat] = entry.account
            case entries.Forgotten():
                self.left.add(entry.seat)
            case entries.Turn() if update.bot is not None:
                self.left.add(entry.seat)
            case entries.Resigned():
                self.left.add(entry.seat)
            case entries.Neighbours():
                self.neighbours |= {*entry.seats}
        if self.ended is None and state.match is not None and state.status == "over":
            ranking = state.rules.ranking(state.match.states, state.match.players)
            self.ended = _played(state, at, self.neighbours, ranking)

    @property
    def result(self) -> Result | None:
        """Return what is rated of the game; None while it runs and when it does not count."""
        result = None if self.ended is None else result_of(self.ended, self.anchors)
        return result if isinstance(result, Result) else None


def starting(state: TableState, word: int) -> entries.Started[int]:
    """Start a game, and note what it is rated by."""
    if not state.opened.rated:
        return entries.Started(word=word)
    family, fixed = _rated_by(state)
    return entries.Started(word=word, family=family, anchors=fixed)


def unrated(state: TableState, neighbours: AbstractSet[int]) -> Reason | None:
    """Return why a table's game is not rated as it is now; None: it is, unless its end changes that.

    Only what everybody may know is looked at. `neighbours` are the seats whose people come from one address.
    """
    facts = state.facts
    if facts.ended is not None:
        return reason_of(facts.ended, facts.anchors)
    if state.match is not None:
        return reason_of(_played(state, facts.began + SHORTEST, facts.neighbours | neighbours), facts.anchors)
    family, fixed = _rated_by(state)
    return reason_of(_seen(state, family, SHORTEST, neighbours), fixed)


def _rated_by(state: TableState) -> tuple[str | None, dict[str, float]]:
    """Return the family that the options belong to, and the fixed mu of the bots that have a seat."""
    family = family_of(state.rules, state.options, len(state.seats))
    if family is None:
        return None, {}
    bots = {seat.bot for seat in state.seats if seat.kind == "bot"}
    return family.id, {bot: mu for bot, mu in anchors(state.opened.game, family.id).items() if bot in bots}


def _played(state: TableState, at: int, neighbours: AbstractSet[int], ranking: tuple[int, ...] = ()) -> Ended:
    return _seen(state, state.facts.family, at, neighbours, ranking)


def _seen(
    state: TableState, family: str | None, at: int, neighbours: AbstractSet[int], ranking: tuple[int, ...] = ()
) -> Ended:
    return Ended(
        table=state.id,
        practice=not state.opened.rated,
        family=family,
        began=state.facts.began,
        at=at,
        stopped=state.stopped in {"agreed", "closed"},
        sitters=tuple(
            Sitter(
                person=state.facts.people.get(number, seat.account),
                owner=seat.owner,
                bot=seat.bot if seat.kind == "bot" else None,
                address="shared" if number in neighbours else None,
                left=number in state.facts.left,
            )
            for number, seat in enumerate(state.seats)
            if seat.kind != "open"
        ),
        ranking=ranking,
    )
