"""Build checked records from positions; errors name the place and what is wrong there."""

from __future__ import annotations

from typing import Any

import numpy as np

from eddyline.engine.messages import convert
from eddyline.engine.positions import PositionError, put
from eddyline.games.niagara.positions.form import PlayerPosition, Position
from eddyline.games.niagara.positions.reachable import (
    WHIRLPOOL_START,
    check_options,
    check_past,
    has_begun,
    reaches_goal,
    refuse,
)
from eddyline.games.niagara.positions.turn import number_of, read_turn, read_waiting
from eddyline.games.niagara.rules.actions import CANOES, CARDS
from eddyline.games.niagara.rules.board import ARMS, DOCK, FORK, GEMS, LOST, PLACES, SITES
from eddyline.games.niagara.rules.cargo import HOLDS, number
from eddyline.games.niagara.rules.joe import START
from eddyline.games.niagara.rules.options import write_options
from eddyline.games.niagara.rules.phases import full_hand
from eddyline.games.niagara.rules.rescue import gems_left
from eddyline.games.niagara.rules.state import (
    BEAVER,
    DIAMOND_JOE,
    FREE,
    MOOSE,
    NONE,
    ROPE,
    WHIRLPOOL,
    Phase,
    RescueRule,
    State,
)
from eddyline.games.niagara.rules.work import is_double
from eddyline.games.niagara.words.view import PHASES, cards_in


def read(message: object) -> np.ndarray[Any, np.dtype[Any]]:
    """Build the record of a position (a `Position` or its JSON form); raises PositionError naming what is wrong."""
    position = convert(message, Position, lambda why: PositionError(f"position refused: {why}"))
    check_options(position)
    states = np.zeros(1, State.dtype)
    s = states[0]
    s.seats = len(position.players)
    put(states, position.further)
    write_options(position.options, s)
    s.phase = PHASES.index(position.phase)
    s.round_number = position.round
    s.first = position.first
    s.weather = position.weather
    s.arm = ARMS.index(position.next_arm)
    s.active = s.canoe = NONE
    for table in (s.cargo, s.rescue, s.card, s.newest):
        table[:] = NONE
    s.hand[:] = full_hand(s)
    for seat, player in enumerate(position.players):
        _read_player(s, seat, player)
    _read_drifting(s, position)
    _read_deposits(s, position)
    _check_phase(s, position)
    for seat in range(len(position.players)):
        _check_cards(s, position, seat)
        _check_lost(s, seat)
    _check_whirlpool(s)
    read_turn(states, position)
    read_waiting(s, position)
    check_past(s, position)
    return states


def _read_player(s: State, seat: int, player: PlayerPosition) -> None:
    where = f"players[{seat}]"
    for canoe, part in enumerate(player.canoes):
        place = PLACES.index(part.place)
        if part.cargo and place in (DOCK, LOST):
            got = ", ".join(part.cargo)
            raise refuse(f"{where}.canoes[{canoe}]", f"a canoe at {part.place!r} carries no gem, got {got}")
        if len(part.cargo) > (2 if is_double(int(s.modules), canoe) else 1):
            got = ", ".join(part.cargo)
            raise refuse(f"{where}.canoes[{canoe}]", f"expected at most one gem in a single canoe, got {got}")
        if place != LOST and (part.sits_out or part.rescue is not None):
            raise refuse(f"{where}.canoes[{canoe}]", f"only a lost canoe sits out or is rescued, got {part.place!r}")
        s.place[seat, canoe] = place
        s.cargo[seat, canoe] = number(tuple(GEMS.index(gem) for gem in part.cargo))
        s.sits_out[seat, canoe] = part.sits_out
        s.rescue[seat, canoe] = FREE if part.rescue == "free" else number_of(GEMS, part.rescue)
    for gem, count in player.stash.items():
        s.stash[seat, GEMS.index(gem)] = count
    stash = [int(count) for count in s.stash[seat]]
    if reaches_goal(stash):
        s.reached |= 1 << seat
    if player.hand is not None:
        if len(set(player.hand)) != len(player.hand):
            raise refuse(f"{where}.hand", f"expected each card at most once, got {', '.join(player.hand)}")
        s.hand[seat] = sum(1 << CARDS.index(card) for card in player.hand)
    for card in (*(player.hand or ()), *filter(None, (player.card, player.newest))):
        if CARDS.index(card) >= s.cycle:
            raise refuse(f"{where}.hand", f"expected cards of this game, got {card!r} without the Spirits cards")
    s.card[seat] = number_of(CARDS, player.card)
    s.newest[seat] = number_of(CARDS, player.newest)


def _read_drifting(s: State, position: Position) -> None:
    """Place what the modules add to the river (S-WHIRL-1, S-BEAVER-1, S-MOOSE-1, J-JOE-1)."""
    s.beaver, s.moose, s.joe, s.joe_gem = DOCK, NONE, DOCK, NONE
    given = (position.whirlpool, position.beaver, position.moose, position.joe)
    names = ("whirlpool", "beaver", "moose", "joe")
    for name, part, module in zip(names, given, (WHIRLPOOL, BEAVER, MOOSE, DIAMOND_JOE), strict=True):
        if part is not None and not int(s.modules) & module:
            raise refuse(name, "this module is not played")
    if position.whirlpool == "dock" or position.beaver in ("dock", "lost"):
        raise refuse("whirlpool" if position.whirlpool == "dock" else "beaver", "expected a disc of the river")
    if int(s.modules) & WHIRLPOOL:
        s.whirlpool = WHIRLPOOL_START if position.whirlpool is None else PLACES.index(position.whirlpool)
    if position.beaver is not None:
        s.beaver = PLACES.index(position.beaver)
    if position.moose is not None:
        seat, canoe = position.moose.seat, CANOES.index(position.moose.canoe)
        # A canoe that fell keeps the moose until the river has come to rest (S-MOOSE-2).
        afloat = LOST + (s.phase == Phase.RIVER)
        if seat >= s.seats or not DOCK < s.place[seat, canoe] < afloat:
            raise refuse("moose", "expected a canoe in the water")
        s.moose = 2 * seat + canoe
    if int(s.modules) & DIAMOND_JOE:
        s.joe = START
    if position.joe is not None:
        s.joe = PLACES.index(position.joe.place)
        s.joe_gem = number_of(GEMS, position.joe.cargo)
        if s.joe == DOCK or (s.joe == LOST and (s.phase != Phase.RIVER or s.joe_gem != NONE)):
            raise refuse("joe", "expected a disc of the river, or lost without a gem in the phase 'river'")


def _check_whirlpool(s: State) -> None:
    """Refuse a canoe on the whirlpool, except a roped one that waits for an arm (S-WHIRL-2, S-WHIRL-7)."""
    if s.whirlpool in (DOCK, LOST):
        return
    for seat in range(s.seats):
        for canoe in range(2):
            waits = s.phase == Phase.RIVER and s.whirlpool == FORK and s.card[seat] == ROPE
            if s.place[seat, canoe] == s.whirlpool and not waits:
                raise refuse(f"players[{seat}].canoes[{canoe}]", "no canoe stays on the whirlpool")
    if s.joe == s.whirlpool:
        raise refuse("joe", "nobody stays on the whirlpool")


def _read_deposits(s: State, position: Position) -> None:
    seats = range(len(position.players))
    total = position.options.gems_per_deposit
    away = [
        int(s.stash[:, gem].sum())
        + sum(int(HOLDS[s.cargo[seat, canoe] + 1, gem]) for seat in seats for canoe in range(2))
        + int(s.joe_gem == gem)
        for gem in range(len(GEMS))
    ]
    if position.deposits is None:
        for gem, name in enumerate(GEMS):
            if away[gem] > total:
                raise refuse("players", f"expected at most {total} gems of {name}, got {away[gem]}")
            s.deposit[gem, gem] = total - away[gem]
        return
    if len(position.deposits) != len(SITES):
        raise refuse("deposits", f"expected {len(SITES)} deposits, got {len(position.deposits)}")
    for site, counts in enumerate(position.deposits):
        for name, count in counts.items():
            s.deposit[site, GEMS.index(name)] = count
    for gem, name in enumerate(GEMS):
        count = away[gem] + int(s.deposit[:, gem].sum())
        if count != total:
            raise refuse("deposits", f"expected {total} gems of {name} on deposits, canoes and stashes, got {count}")


def _check_phase(s: State, position: Position) -> None:
    """Refuse a game that continues after its end, or is over too early (N-END-2, N-END-5)."""
    if position.first >= s.seats:
        raise refuse("first", f"expected a seat from 0 to {s.seats - 1}, got {position.first}")
    if position.round > s.max_rounds:
        raise refuse("round", f"expected at most max_rounds, {s.max_rounds}, got {position.round}")
    if s.phase in (Phase.RESCUE, Phase.CARDS, Phase.RIVER) and s.reached:
        seat = next(seat for seat in range(s.seats) if int(s.reached) >> seat & 1)
        raise refuse(f"players[{seat}].stash", "this stash reached a goal; the game ended with that round")
    if s.phase == Phase.OVER and not s.reached and position.round < s.max_rounds:
        raise refuse("phase", f"nobody reached a goal, and round {position.round} is not the last: not 'over'")
    if (position.turn is not None) != (s.phase == Phase.PADDLING):
        raise refuse("turn", f"expected a turn in the phase 'paddling' and none in {position.phase!r}")


def _check_cards(s: State, position: Position, seat: int) -> None:
    """Refuse cards that do not fit the round: hands shrink by one card a round (N-ROUND-4, N-ROUND-5)."""
    where, player = f"players[{seat}]", position.players[seat]
    turn = position.turn
    if turn is not None and (turn.taken >= s.seats or turn.seat != (position.first + turn.taken) % s.seats):
        raise refuse("turn.seat", f"seat {turn.seat} is not the one whose turn it is after {turn.taken} turns")
    played = has_begun(s, position, seat)
    hand = cards_in(int(s.hand[seat]))
    held = player.card in hand
    if played and (player.card is None or held):
        raise refuse(f"{where}.card", f"expected a revealed card that has left the hand, got {player.card!r}")
    if s.phase == Phase.RESCUE and player.card is not None:
        raise refuse(f"{where}.card", f"expected none before the phase 'cards', got {player.card!r}")
    if not played and not held and (player.card is not None or s.phase == Phase.PADDLING):
        raise refuse(f"{where}.card", f"expected a card that is still in the hand, got {player.card!r}")
    expected = int(s.cycle) - (position.round - 1) % int(s.cycle) - played
    if len(hand) != expected:
        raise refuse(f"{where}.hand", f"expected {expected} cards now, in round {position.round}, got {len(hand)}")
    if player.newest in hand:
        raise refuse(f"{where}.newest", f"expected a card that has left the hand, got {player.newest!r}")
    if played and player.newest not in (None, player.card):
        raise refuse(f"{where}.newest", f"expected the card just revealed, {player.card!r}, got {player.newest!r}")


def _check_lost(s: State, seat: int) -> None:
    """Refuse rescues that were not possible (N-LOST-2, N-LOST-3, N-LOST-5)."""
    for canoe in range(2):
        where = f"players[{seat}].canoes[{canoe}]"
        if s.sits_out[seat, canoe] and (s.rescue_rule != RescueRule.SIT_OUT or s.phase == Phase.RESCUE):
            raise refuse(where, "a canoe sits out with the option rescue='sit_out' only, and after the phase 'rescue'")
        price = int(s.rescue[seat, canoe])
        if price == NONE:
            continue
        if s.phase != Phase.RESCUE:
            raise refuse(where, "a rescue is planned in the phase 'rescue' only")
        if price != FREE and gems_left(s, seat, price) < 0:
            raise refuse(where, f"the stash has too few gems of {GEMS[price]} for this rescue")
        both = s.place[seat, 1 - canoe] == LOST and s.rescue[seat, 1 - canoe] != FREE
        if price == FREE and not (both and (s.rescue_rule == RescueRule.SIT_OUT or not s.stash[seat].any())):
            raise refuse(where, "this canoe does not come back free")
