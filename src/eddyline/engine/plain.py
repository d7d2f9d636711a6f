"""Describe and show a game that has no board of its own: its decisions as texts, its position as a table or a picture.

The game's texts are English, and are sent to the browser unchanged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from eddyline.engine import svg
from eddyline.engine.catalogue import listed
from eddyline.engine.events import GameOver
from eddyline.engine.pieces import SEATS
from eddyline.engine.records import PUBLIC, fields_of, marks_of
from eddyline.engine.refusal import CommonReason, Refusal
from eddyline.engine.words import Messages, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from eddyline.engine.records import States


class PlainAction(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="plain"):
    """Make a decision that is identified by its text."""

    id: int
    text: str


class Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="told"):
    """Report an event as a sentence."""

    text: str
    """One sentence in English, in which {0} is the name of the player in seat 0."""


class PlainRow(msgspec.Struct, frozen=True):
    """Show one labelled part of the position."""

    label: str
    text: str


class PlainPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Show one player."""

    seat: int
    rows: tuple[PlainRow, ...]


class PlainView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="plain"):
    """Show the whole table to a seat or to a spectator."""

    round: int
    rows: tuple[PlainRow, ...]
    """Parts that belong to no player."""
    players: tuple[PlainPlayer, ...]
    picture: str | None
    """SVG, if the game draws one."""
    you: int | None
    ranking: tuple[int, ...] | None
    """Rank of each seat once the game is over."""
    winners: tuple[int, ...]


PlainEvent: TypeAlias = Told | GameOver
_SEAT = re.compile(r"\{(\d)\}")
PLAIN_MESSAGES = Messages(PlainAction, PlainEvent, PlainView, CommonReason)


def plain_actions(texts: Iterable[str]) -> tuple[PlainAction, ...]:
    """Make a game's list of actions from texts, in their order."""
    return tuple(PlainAction(id=number, text=text) for number, text in enumerate(texts))


def plain_words(
    state: type[Any],
    actions: Sequence[PlainAction],
    *,
    show: Callable[[States, int | None], tuple[Sequence[tuple[str, object]], Sequence[Sequence[tuple[str, object]]]]]
    | None = None,
    tell: Callable[[States, States], Iterable[str]] = lambda _before, _after: (),
    picture: Callable[[States, int | None], str] | None = None,
) -> Words:
    """Make the `Words` of a game from a few optional functions.

    `show(redacted states, seat)` returns pairs of label and value: a list for the table and one for each seat; by
    default, they are the public fields of the record. `tell(states before, states after)` returns sentences, as in
    `Told`, about an `advance` or a `deal`. `picture(redacted states, seat)` draws the position as SVG.
    """

    def view(states: States, seat: int | None, ranking: tuple[int, ...] | None, winners: tuple[int, ...]) -> PlainView:
        shared, own = show(states, seat) if show is not None else _fields(state, states)
        return PlainView(
            round=fields_of(states).round_number,
            rows=_rows(shared),
            players=tuple(PlainPlayer(seat=owner, rows=_rows(rows)) for owner, rows in enumerate(own)),
            picture=None if picture is None else picture(states, seat),
            you=seat,
            ranking=ranking,
            winners=winners,
        )

    def tell_decision(_before: States, seat: int, action: int) -> list[PlainEvent]:
        return [Told(text=f"{{{seat}}}: {actions[action].text}.")]

    def tell_advance(
        before: States, after: States, ranking: tuple[int, ...], winners: tuple[int, ...]
    ) -> list[PlainEvent]:
        told: list[PlainEvent] = [Told(text=text) for text in tell(before, after)]
        return [*told, GameOver(ranking=ranking, winners=winners)] if ranking else told

    def why_not(_redacted: States, _seat: int, action: int) -> Refusal:
        return Refusal(f"{actions[action].text!r} is not possible now.", None, "not_legal")

    return Words(
        view=view,
        picture=lambda shown: shown.picture or _drawn(shown),
        tell_start=lambda _states: [],
        tell_decision=tell_decision,
        tell_advance=tell_advance,
        sentence=sentence,
        why_not=why_not,
        diagram=_diagram,
    )


def _diagram(view: PlainView, names: Sequence[str]) -> str:
    players = [f"{names[player.seat]}: {_line(player.rows)}" for player in view.players]
    return "\n".join([f"Round {view.round}   {_line(view.rows)}", *players])


def sentence(event: PlainEvent, names: Sequence[str]) -> str:
    """Describe one event; `names` are the players' names by seat."""
    if isinstance(event, GameOver):
        won = [names[seat] for seat in event.winners]
        return f"{listed(won)} {'wins' if len(won) == 1 else 'win'}." if won else "Nobody wins."
    # In one pass: a name may look like a placeholder itself.
    return _SEAT.sub(lambda found: names[int(found[1])], event.text)


def _drawn(view: PlainView) -> str:
    """Draw the position as text, for notebooks: a line for the table, and one for each seat."""
    lines = [
        f"Round {view.round}   {_line(view.rows)}",
        *(f"Seat {player.seat}   {_line(player.rows)}" for player in view.players),
    ]
    width, height = 1200, 60 * len(lines) + 20
    texts = (svg.words(24, 54 + 60 * number, line, 30) for number, line in enumerate(lines))
    return svg.drawing(width, height, lines[0], svg.box(0, 0, width, height, svg.PAPER), *texts)


def _line(rows: Iterable[PlainRow]) -> str:
    return "   ".join(f"{row.label}: {row.text}" for row in rows)


def _rows(shown: Iterable[tuple[str, object]]) -> tuple[PlainRow, ...]:
    return tuple(PlainRow(label, str(value)) for label, value in shown)


def _fields(state: type[Any], states: States) -> tuple[list[tuple[str, object]], list[list[tuple[str, object]]]]:
    """List the public fields of a record: those of the whole table, and those that hold a row for each seat."""
    s = fields_of(states)
    public = [name for name, mark in marks_of(state).items() if mark is PUBLIC]
    by_seat = [name for name in public if state.dtype[name].shape[:1] == (SEATS,)]
    shared = [(_label(name), getattr(s, name)) for name in public if name not in by_seat]
    own = [[(_label(name), getattr(s, name)[seat]) for name in by_seat] for seat in range(s.seats)]
    return shared, own


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()
