"""Canyon at a table: two games that differ only in cards a seat cannot see send that seat the same bytes.

The other game is made in the middle of a round, by exchanging cards between the hands of others and the rest of the
deck. What a seat may know of the cards is decided here by the order of play alone. And no word of chance is ever sent.
"""

from __future__ import annotations

import asyncio
import random
import re

import msgspec
import pytest

from eddyline.bots import BOTS, Budget, play_turn
from eddyline.engine.match import Deal, Match
from eddyline.engine.registry import game
from eddyline.server.base.outbox import encode
from eddyline.server.room.messages import Messages
from eddyline.server.table.drafts import Drafts
from eddyline.server.table.state import TableState
from support.tables import WISHES, open_evening, play, play_on

CANYON = game("canyon")


def cards_of(mask):
    return [card for card in range(50) if mask >> card & 1]


def exchange(match, seat, rng):
    """Deal what `seat` (None: a spectator) cannot see anew among the others and the rest of the deck."""
    match.states = match.states.copy()  # a match never changes a position that somebody has seen
    s = match.states[0]
    known = {int(s.trump), *(int(card) for card in s.played.ravel() if card >= 0)}
    if seat is not None:
        known |= {*cards_of(int(s.hand[seat]))}
    unseen = [card for card in range(50) if card not in known]
    rng.shuffle(unseen)
    for other in range(match.players):
        if other != seat:
            size = int(s.hand[other]).bit_count()
            dealt, unseen = unseen[:size], unseen[size:]
            s.hand[other] = sum(1 << card for card in dealt)


class World:
    """One of the two games, and what `seat` sees of it."""

    def __init__(self, made, room):
        self.made, self.room, self.tabs = made, room, []

    @property
    def match(self):
        return self.room.table.state.match

    def all_bytes(self, seat):
        """Collect what the seat can get hold of, from every side."""
        table, found = self.room.table, {"table": encode(self.room.info()), "record": self.room.table.state.record()}
        for index, tab in enumerate(self.tabs):
            tab.hear()
            found[f"live {index}"] = b"".join(tab.raw)
        for since in (None, 0):
            found[f"again since {since}"] = encode(Messages(table, self.room.info(), table.updates(since)).sync(seat))
        words = [entry.word for entry in self.match.log if isinstance(entry, Deal)]
        for channel, sent in found.items():
            text = sent if isinstance(sent, str) else sent.decode()
            for word in words:
                assert f"{word:x}" not in text, f"{channel} tells a word of chance"
                assert not re.search(rf"\b{word}\b", text), f"{channel} tells a word of chance"
        if seat in self.match.waiting:
            for name, make in BOTS["canyon"].items():
                found[f"{name} at {seat}"] = play_turn(make(1, Budget(seconds=None, rollouts=6)), self.match, seat)
            draft = self.match.draft(seat)
            for action in {*range(59), *range(59, len(CANYON.actions), 31)} - {*draft.legal()}:
                found[f"why not {CANYON.actions[action].text}"] = str(draft.illegal(action).refusal)
        return found


async def begin(seed, players):
    options = {
        "show_played": ("all", "last_trick")[seed % 2],
        "max_rounds": 5,
        "board": ("canyon", "whirlpool")[seed % 2],
    }
    made = await open_evening(players, seed=seed, game="canyon", options=options)
    return World(made, await made.room())


async def compare(seed):
    """Play alike into a round, exchange unseen cards in one game, look and play on; return the number of looks."""
    rng = random.Random(seed)
    players = 3 + seed % 4
    worlds = [await begin(seed, players) for _ in range(2)]
    first, second = worlds
    turns = rng.randrange(players, 12 * players)
    while turns or first.match.view(None).phase not in {"bids", "tricks"}:
        step = rng.getrandbits(32)
        for world in worlds:
            await play_on(world.room.table, random.Random(step), 1)
        turns = max(0, turns - 1)
    seat = rng.choice([None, *range(players)])
    for world in worlds:
        world.tabs = [await world.made.tab(seat, **wish) for wish in WISHES]
    exchange(second.match, seat, rng)
    for world in worlds:
        world.room.table._views.clear()
        world.room.table.drafts = Drafts(world.match, world.room.table.state.version, {})

    looks = 0

    def look():
        nonlocal looks
        one, other = (world.all_bytes(seat) for world in worlds)
        for channel in sorted({*one, *other}):
            assert one.get(channel) == other.get(channel), f"{channel} tells seat {seat} of cards it cannot see"
        looks += 1

    look()
    while first.match.view(None).phase in {"bids", "tricks"}:
        acting = min(first.match.waiting)
        common = sorted({*first.match.draft(acting).legal()} & {*second.match.draft(acting).legal()})
        if not common or before_the_last_cards(first.match):
            break
        choice = rng.choice(common)
        for world in worlds:
            table = world.room.table
            await play(table, acting, (choice,))
            await table.settle()
        look()
    for world in worlds:
        await world.made.hub.close()
    return looks


def before_the_last_cards(match):
    """Tell whether after this turn the last cards play themselves, which differ in the two games."""
    view = match.view(None)
    if view.phase == "bids":
        return view.cards == 1 and len(match.waiting) == 1 and view.turn == view.dealer
    return sum(player.hand_size for player in view.players) == match.players + 1


def search(cases=24):
    return sum(asyncio.run(compare(seed)) for seed in range(cases))


@pytest.mark.slow
def test_no_seat_and_no_spectator_learns_of_cards_it_cannot_see():
    assert search(40) > 80


# ---- planted leaks: each must be found ----


def forget_to_redact(monkeypatch):
    monkeypatch.setattr(type(CANYON), "redact", lambda _, states, __: states.copy())


def show_spectators_a_hand(monkeypatch):
    view = Match.view
    monkeypatch.setattr(Match, "view", lambda self, seat, draft=None: view(self, seat or 0, draft))


def show_the_rest_of_the_record(monkeypatch):
    monkeypatch.setattr(type(CANYON), "conceals", lambda *_: False)


def tell_the_word_with_the_deal(monkeypatch):
    deal = Match.deal
    monkeypatch.setattr(Match, "deal", lambda self, word: (*deal(self, word), f"{word:#x}"))


def describe_a_table_with_a_hand(monkeypatch):
    info = TableState.info

    def leak(self, *args):
        hand = int(self.match.states[0].hand[-1 + self.match.players]) if self.match else 0
        return msgspec.structs.replace(info(self, *args), rematch=f"hand {hand}")

    monkeypatch.setattr(TableState, "info", leak)


def show_anothers_view(monkeypatch):
    sync = Messages.sync

    def leak(self, seat, **wishes):
        view = self._table.view(0 if seat is None else (seat + 1) % 3)
        return msgspec.structs.replace(sync(self, seat, **wishes), view=view)

    monkeypatch.setattr(Messages, "sync", leak)


def write_anothers_record(monkeypatch):
    sync = Messages.sync

    def leak(self, seat, **wishes):
        other = sync(self, 0 if seat is None else (seat + 1) % 3, **wishes)
        return msgspec.structs.replace(sync(self, seat, **wishes), record=other.record)

    monkeypatch.setattr(Messages, "sync", leak)


def patch_with_anothers_view(monkeypatch):
    state = Messages._state

    def leak(self, connection):
        seat = connection.seat
        view = self._table.view(0 if seat is None else (seat + 1) % 3)
        return msgspec.structs.replace(state(self, connection), view=view)

    monkeypatch.setattr(Messages, "_state", leak)


def place_at_anothers_position(monkeypatch):
    position = Messages._position
    monkeypatch.setattr(Messages, "_position", lambda self, seat: position(self, 0 if seat is None else (seat + 1) % 3))


def explain_with_what_others_hold(monkeypatch):
    why_not = type(CANYON).why_not
    real = {}
    draft = Match.draft

    def keep(self, seat, decisions=()):
        real["hands"] = str(self.states[0].hand)
        return draft(self, seat, decisions)

    def leak(self, states, seat, action):
        return msgspec.structs.replace(why_not(self, states, seat, action), message=real["hands"])

    monkeypatch.setattr(Match, "draft", keep)
    monkeypatch.setattr(type(CANYON), "why_not", leak)


def play_what_a_hidden_hand_forces(monkeypatch):
    monkeypatch.setattr(Drafts, "_is_forced", lambda _, draft: draft.complete and draft.free == 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plant",
    [
        play_what_a_hidden_hand_forces,
        forget_to_redact,
        show_spectators_a_hand,
        show_the_rest_of_the_record,
        tell_the_word_with_the_deal,
        describe_a_table_with_a_hand,
        show_anothers_view,
        write_anothers_record,
        patch_with_anothers_view,
        place_at_anothers_position,
        explain_with_what_others_hold,
    ],
)
def test_a_planted_leak_is_found(plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=r"tells (a word|seat)"):
        search()
