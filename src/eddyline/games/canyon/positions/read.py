"""Build checked records from positions; errors name the place and what is wrong there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.maps import unchanged
from eddyline.engine.messages import convert, shown
from eddyline.engine.options import OptionError
from eddyline.engine.positions import PositionError, put
from eddyline.engine.suggest import suggest
from eddyline.games.canyon.positions.form import PlayerPosition, Position
from eddyline.games.canyon.rules.actions import CARDS, SIDE, SUITS
from eddyline.games.canyon.rules.board import CLOSED, GANGWAY, RAPIDS, SHELF, START, VILLAGE
from eddyline.games.canyon.rules.dealing import clear_round, in_order
from eddyline.games.canyon.rules.door import FLOOD
from eddyline.games.canyon.rules.moving import can_move
from eddyline.games.canyon.rules.options import write_options
from eddyline.games.canyon.rules.state import BROWN, NONE, SPACES, TRACK, Phase, State
from eddyline.games.canyon.rules.tricks import FOLLOWING, SUIT_OF, bonus_of, player, points_of, trick_winner
from eddyline.games.canyon.words.view import PHASES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from eddyline.games.canyon.rules.options import Options


def space_of(round_number: int, *, skip_brown: bool) -> int:
    """Return the space of the round track in a round (C-DEAL-1, C-TRACK-1)."""
    spaces = [space for space in range(1, SPACES + 1) if not (skip_brown and BROWN[0] <= space <= BROWN[1])]
    return spaces[(round_number - 1) % len(spaces)]


def read(message: object, hold: Callable[[Options], Options] = unchanged) -> np.ndarray[Any, np.dtype[Any]]:
    """Build the record of a position (a `Position` or its JSON form); raises PositionError naming what is wrong.

    `hold` may return options that keep the map on the shelf for a while only.
    """
    position = convert(message, Position, lambda why: PositionError(f"position refused: {why}"))
    states = np.zeros(1, State.dtype)
    s = states[0]
    s.seats = len(position.players)
    put(states, position.further)
    try:
        write_options(hold(position.options), s)
    except OptionError as error:
        raise _refuse("options.board", str(error)) from None
    clear_round(s)
    s.phase = PHASES.index(position.phase)
    s.round_number = position.round
    s.space = space_of(position.round, skip_brown=position.options.skip_brown)
    s.dealer = position.dealer
    s.place[:] = s.left[:] = NONE
    if position.dealer >= s.seats:
        raise _refuse("dealer", f"expected a seat from 0 to {s.seats - 1}, got {position.dealer}")
    if position.round > s.max_rounds:
        raise _refuse("round", f"expected at most max_rounds, {s.max_rounds}, got {position.round}")
    _read_canoes(s, position)
    _read_bids(s, position)
    _read_cards(s, position)
    _check_following(s)
    _read_movement(s, position)
    _check_past(s, position)
    _read_waiting(s, position)
    return states


def _refuse(where: str, what: str) -> PositionError:
    return PositionError(f"position refused: {what} - at `$.{where}`")


def _order(s: State) -> list[int]:
    return [int(in_order(s, step)) for step in range(int(s.seats))]


def _awaited(position: Position) -> bool:
    """Return whether somebody has to decide; by default yes, except in the phase 'moving'."""
    return bool(position.waiting) if position.waiting is not None else position.phase != "moving"


# ---- canoes ---------------------------------------------------------------------------------------------------------


def _read_canoes(s: State, position: Position) -> None:
    b = SHELF.table[s.board]
    taken: dict[int, int] = {}
    for seat, part in enumerate(position.players):
        where = f"players[{seat}].cell"
        if part.cell is None:
            if s.phase != Phase.JETTIES:
                raise _refuse(where, f"expected a space for the canoe in the phase {position.phase!r}")
            continue
        place = SIDE * part.cell[1] + part.cell[0]
        if b.kind[place] == CLOSED or (s.phase == Phase.JETTIES and b.kind[place] != START):
            expected = "a start jetty" if s.phase == Phase.JETTIES else "a space canoes can be on"
            raise _refuse(where, f"expected {expected}, got {list(part.cell)}")
        if place in taken and place != b.gangway:
            raise _refuse(where, f"the canoe of seat {taken[place]} is on {list(part.cell)} already")
        taken[place] = seat
        s.place[seat] = place
    if s.phase == Phase.JETTIES:
        placed = [s.place[seat] != NONE for seat in _order(s)]
        s.turn = sum(placed) - (not _awaited(position))
        if placed != sorted(placed, reverse=True) or not 0 <= s.turn < s.seats:
            raise _refuse("players", "jetties are chosen one after the other from the dealer's left")


# ---- bids and cards -------------------------------------------------------------------------------------------------


def _read_bids(s: State, position: Position) -> None:
    cards = TRACK[int(s.space) - 1]
    for seat, part in enumerate(position.players):
        where = f"players[{seat}].bid"
        if part.bid is None:
            if s.phase in {Phase.TRICKS, Phase.MOVING, Phase.OVER}:
                raise _refuse(where, f"expected a bid in the phase {position.phase!r}")
            continue
        if s.phase in {Phase.JETTIES, Phase.DEAL}:
            raise _refuse(where, f"expected none before the cards are dealt, got {part.bid}")
        if part.bid > cards:
            raise _refuse(where, f"expected at most {cards}, the cards of round {position.round}, got {part.bid}")
        s.bid[seat] = part.bid
    if s.phase == Phase.BIDS:
        s.lead[0] = in_order(s, 0)
        made = [s.bid[seat] != NONE for seat in _order(s)]
        if not s.secret_bids:
            s.turn = sum(made) - (not _awaited(position))
            if made != sorted(made, reverse=True) or not 0 <= s.turn < s.seats:
                raise _refuse("players", "bids are made one after the other from the dealer's left")


def _card(where: str, name: str, seen: set[str]) -> int:
    if name not in CARDS:
        raise _refuse(where, f"expected a card such as 'flame 7', got {shown(name)}{suggest(name, CARDS)}")
    if name in seen:
        raise _refuse(where, f"expected every card once, got the {name} again")
    seen.add(name)
    return CARDS.index(name)


def _read_cards(s: State, position: Position) -> None:
    seen: set[str] = set()
    dealt = s.phase not in {Phase.JETTIES, Phase.DEAL}
    if (position.trump is not None) != dealt:
        raise _refuse("trump", f"expected a card once cards are dealt, and none before, got {position.trump!r}")
    if position.trump is not None:
        s.trump = _card("trump", position.trump, seen)
    if position.tricks and s.phase not in {Phase.TRICKS, Phase.MOVING, Phase.OVER}:
        raise _refuse("tricks", f"expected none in the phase {position.phase!r}")
    _read_tricks(s, position, seen)
    cards = TRACK[int(s.space) - 1] if dealt else 0
    for seat, part in enumerate(position.players):
        where = f"players[{seat}].hand"
        for name in part.hand:
            s.hand[seat] |= 1 << _card(where, name, seen)
        expected = cards - int((s.played[:, seat] != NONE).sum())
        if len(part.hand) != expected:
            raise _refuse(where, f"expected {expected} cards now, in round {position.round}, got {len(part.hand)}")


def _read_tricks(s: State, position: Position, seen: set[str]) -> None:
    """Read the tricks; the winner of each leads the next (C-PLAY-2)."""
    cards, seats = TRACK[int(s.space) - 1], int(s.seats)
    if s.phase not in {Phase.TRICKS, Phase.MOVING, Phase.OVER}:
        return
    if len(position.tricks) > cards:
        raise _refuse("tricks", f"expected at most {cards} in round {position.round}, got {len(position.tricks)}")
    playing = s.phase == Phase.TRICKS
    s.lead[0] = in_order(s, 0)
    for number, names in enumerate(position.tricks):
        where, last = f"tricks[{number}]", number + 1 == len(position.tricks)
        if not names or len(names) > seats or (len(names) < seats and not (last and playing)):
            raise _refuse(where, f"expected {seats} cards, fewer only in the trick being played, got {len(names)}")
        s.trick = number
        for step, name in enumerate(names):
            s.played[number, player(s, step)] = _card(where, name, seen)
        s.turn = len(names) - 1
        # A full trick is still on the table when nobody has been asked for the next card yet.
        if len(names) == seats and not (last and playing and not _awaited(position)):
            winner = int(trick_winner(s))
            s.tricks[winner] += 1
            s.lead[number + 1] = winner
    if playing:
        _begin_card(s, position)
    elif len(position.tricks) != cards:
        raise _refuse("tricks", f"expected all {cards} in the phase {position.phase!r}, got {len(position.tricks)}")


def _begin_card(s: State, position: Position) -> None:
    """Find the next trick and player."""
    full = [names for names in position.tricks if len(names) == s.seats]
    if not position.tricks:
        s.turn = 0
    if not _awaited(position):
        if not position.tricks:
            raise _refuse("waiting", "expected the seat that leads to the first trick, got nobody")
    elif len(full) == TRACK[int(s.space) - 1]:
        raise _refuse("tricks", "all tricks are over; expected the phase 'moving'")
    elif len(full) == len(position.tricks):
        s.trick, s.turn = len(full), 0
    else:
        s.turn += 1


def _check_following(s: State) -> None:
    """Refuse a trick in which a seat did not follow suit although it plays or holds such a card later (C-PLAY-1)."""
    for seat in range(int(s.seats)):
        later = int(s.hand[seat])
        for number in range(int(s.trick), -1, -1):
            card, led = int(s.played[number, seat]), int(s.played[number, int(s.lead[number])])
            if card == NONE:
                continue
            kept = later & int(FOLLOWING[SUIT_OF[led + 1] + 1])
            if SUIT_OF[card + 1] != SUIT_OF[led + 1] and kept:
                name, suit = CARDS[(kept & -kept).bit_length() - 1], SUITS[SUIT_OF[led + 1]]
                what = f"seat {seat} did not follow suit with the {CARDS[card]}, though it had the {name}"
                raise _refuse(f"tricks[{number}]", f"expected a {suit}: {what}")
            later |= 1 << card


# ---- movement -------------------------------------------------------------------------------------------------------


def _read_movement(s: State, position: Position) -> None:
    b = SHELF.table[s.board]
    settled = s.phase in {Phase.MOVING, Phase.OVER}
    if not settled and position.moved:
        raise _refuse("moved", f"expected none in the phase {position.phase!r}, got {position.moved}")
    if position.moved > s.seats or (s.phase == Phase.OVER and position.moved != s.seats):
        raise _refuse("moved", f"expected at most {s.seats}, and all in the phase 'over', got {position.moved}")
    if settled:
        s.turn = position.moved - (not _awaited(position))
    over = {seat for turn, seat in enumerate(_order(s)) if turn < position.moved}
    for seat, part in enumerate(position.players):
        where = f"players[{seat}]"
        if not settled and (part.points is not None or part.fallen or part.left is not None):
            raise _refuse(where, f"expected neither points nor a fall nor an arrival in the phase {position.phase!r}")
        arrived = s.place[seat] != NONE and b.kind[s.place[seat]] == VILLAGE
        if arrived != (part.left is not None) or (arrived and seat not in over):
            raise _refuse(where, "expected points left over for canoes that came to a village jetty, and no other")
        if part.fallen and s.place[seat] != b.gangway:
            raise _refuse(f"{where}.cell", "expected a canoe that has fallen to be on the gangway")
        if not settled:
            continue
        if part.fallen:
            s.fallen |= 1 << seat
        if part.left is not None:
            s.left[seat] = part.left
        _read_points(s, seat, part, began=seat in over)
    if s.phase == Phase.OVER and not (s.left != NONE).any() and position.round < s.max_rounds:
        raise _refuse("phase", f"nobody has arrived, and round {position.round} is not the last: not 'over'")


def _read_points(s: State, seat: int, part: PlayerPosition, *, began: bool) -> None:
    """Read the points of a move; until it begins, they follow from the canoe's place (C-MOVE-1, C-RAPID-1)."""
    bonus = int(bonus_of(s, seat))
    now = 0 if part.fallen else int(points_of(SHELF.table[s.board], s, seat))
    points = now if part.points is None else part.points
    possible = {bonus, int(s.tricks[seat]) + bonus} if began and not part.fallen else {now}
    if points not in possible:
        raise _refuse(f"players[{seat}].points", f"expected {_either(possible)} from tricks and bid, got {points}")
    if part.left is not None and part.left >= points:
        what = f"expected fewer left over than the points of the move that led there, {points}, got {part.left}"
        raise _refuse(f"players[{seat}].left", what)
    s.points[seat] = points


def _either(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))


# ---- what has happened so far ---------------------------------------------------------------------------------------


def _check_past(s: State, position: Position) -> None:
    """Refuse canoes where the rounds so far cannot have brought them (C-SET-1, C-MOVE-1, C-MOVE-4, C-RAPID-2)."""
    b = SHELF.table[s.board]
    settled = s.phase in {Phase.MOVING, Phase.OVER}
    if s.phase == Phase.JETTIES and position.round > 1:
        raise _refuse("phase", f"jetties are chosen in round 1 only, got round {position.round}")
    order = _order(s)
    for turn, seat in enumerate(order):
        where, place = f"players[{seat}].cell", int(s.place[seat])
        if place == NONE:
            continue
        cell, kind = [place % SIDE, place // SIDE], b.kind[place]
        if position.round == 1 and kind != START:
            if turn >= position.moved:
                raise _refuse(where, f"expected a start jetty before this canoe's first move, got {cell}")
            steps = int(b.distance[b.start[0]]) - int(b.distance[place])
            if kind == GANGWAY or steps > s.points[seat]:
                raise _refuse(where, f"expected a space that {s.points[seat]} points lead to in round 1, got {cell}")
        # A canoe falls when one drifts, and in round 1 none begins its move in the rapids.
        if kind == GANGWAY and position.round == 2 and not (settled and position.moved):
            raise _refuse(where, f"nothing has drifted yet that could have brought a canoe to the gangway, {cell}")
        if int(s.fallen) >> seat & 1 and not any(_drifted(s, other) for other in order[: min(turn, position.moved)]):
            raise _refuse(f"players[{seat}].fallen", "expected a canoe that drifted before this one's turn")


def _drifted(s: State, seat: int) -> bool:
    """Return whether a canoe that had its turn may have drifted: it missed its bid, and is in the rapids or fell."""
    b = SHELF.table[s.board]
    return bonus_of(s, seat) == 0 and not int(s.fallen) >> seat & 1 and b.kind[s.place[seat]] in {RAPIDS, GANGWAY}


# ---- whose turn -----------------------------------------------------------------------------------------------------


def _read_waiting(s: State, position: Position) -> None:
    """Read who owes a decision, and refuse what the position does not require of that seat."""
    due: set[int] = set()
    if s.phase == Phase.BIDS and s.secret_bids:
        due = {seat for seat in range(int(s.seats)) if s.bid[seat] == NONE}
    elif s.phase not in {Phase.DEAL, Phase.OVER} and _awaited(position):
        due = {int(player(s, int(s.turn))) if s.phase == Phase.TRICKS else int(in_order(s, int(s.turn)))}
    waiting = due if position.waiting is None else set(position.waiting)
    if waiting != due:
        raise _refuse("waiting", f"expected the seats {sorted(due)}, got {sorted(waiting)}")
    s.waiting = sum(1 << seat for seat in waiting)
    if s.phase == Phase.MOVING and waiting:
        (seat,) = waiting
        if int(s.fallen) >> seat & 1 or not can_move(SHELF.table[s.board], s, seat, np.zeros((), FLOOD)):
            raise _refuse("waiting", f"seat {seat} has nothing to decide: its canoe cannot come nearer to the village")
