"""The events of a game tell everything that happens on the river: who reads them all knows where everything is."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from eddyline.engine.match import Match
from eddyline.games.niagara.rules.options import MODULES
from support.niagara import GEMS, NIAGARA

HOME = dict(zip(GEMS, range(5), strict=True))


class Reader:
    """Keep the river as the events tell it."""

    def __init__(self, shown) -> None:
        self.place = {(player.seat, canoe.name): canoe.place for player in shown.players for canoe in player.canoes}
        self.cargo = {key: Counter() for key in self.place}
        self.stash = [Counter(player.stash) for player in shown.players]
        self.deposits = [Counter(counts) for counts in shown.deposits]
        self.weather, self.whirlpool, self.beaver = shown.weather, shown.whirlpool, shown.beaver
        self.joe, self.joe_gem = shown.joe and shown.joe.place, None
        self.moose = None

    def read(self, event) -> None:
        tag = event.__struct_config__.tag
        getattr(self, KINDS.get(tag, tag), lambda _: None)(event)

    def all(self) -> tuple:
        stores = [*self.cargo.values(), *self.stash, *self.deposits]
        assert all(min(store.values(), default=0) >= 0 for store in stores)
        counts = [dict(+store) for store in stores]
        drifting = self.whirlpool, self.beaver, self.joe, self.joe_gem, self.moose
        return self.place, counts, self.weather, *drifting

    def home(self, gems) -> None:
        for gem in gems:
            self.deposits[HOME[gem]][gem] += 1

    def lose(self, seat: int, canoe: str, place: str, gems) -> None:
        self.place[seat, canoe] = place
        if place == "lost":
            assert self.cargo[seat, canoe] == Counter(gems)
            self.cargo[seat, canoe] = Counter()
        self.home(gems)

    def rescued(self, event) -> None:
        self.place[event.seat, event.canoe] = "dock"
        if event.gem:
            self.stash[event.seat][event.gem] -= 1
            self.home([event.gem])

    def weather_moved(self, event) -> None:
        assert self.weather == event.before
        self.weather = event.after

    def paddled(self, event) -> None:
        assert self.place[event.seat, event.canoe] == event.start
        self.place[event.seat, event.canoe] = event.end

    swirled = paddled

    def unloaded(self, event) -> None:
        self.cargo[event.seat, event.canoe][event.gem] -= 1
        self.deposits[event.site][event.gem] += 1

    def loaded(self, event) -> None:
        self.cargo[event.seat, event.canoe][event.gem] += 1
        self.deposits[event.site][event.gem] -= 1

    def stolen(self, event) -> None:
        self.cargo[event.victim, event.victim_canoe][event.gem] -= 1
        self.cargo[event.seat, event.canoe][event.gem] += 1

    def banked(self, event) -> None:
        self.cargo[event.seat, event.canoe][event.gem] -= 1
        self.stash[event.seat][event.gem] += 1

    def river(self, event) -> None:
        assert event.weather == self.weather
        assert event.pushes == max(0, event.lowest + self.weather)

    def push(self, event) -> None:
        for part in event.canoes:
            self.lose(part.seat, part.canoe, part.place, part.gems)
        for other in event.others:
            setattr(self, other.what, other.place)

    def swept(self, event) -> None:
        assert self.place[event.seat, event.canoe] == event.start == self.whirlpool
        self.lose(event.seat, event.canoe, event.end, event.gems)

    def moose_taken(self, event) -> None:
        assert self.moose is None
        self.moose = event.seat, event.canoe

    def moose_free(self, event) -> None:
        assert self.moose == (event.seat, event.canoe)
        self.moose = None

    def beaver_jumped(self, event) -> None:
        self.beaver = event.place

    def beaver_fell(self, _) -> None:
        assert self.beaver == "lost"
        self.weather, self.beaver = 0, None

    def joe_fell(self, event) -> None:
        assert (self.joe, self.joe_gem) == ("lost", event.gem)
        self.home([event.gem] if event.gem else [])
        self.joe_gem = None

    def joe_restarted(self, event) -> None:
        self.joe = event.place

    def joe_loaded(self, event) -> None:
        assert self.joe_gem is None
        self.joe_gem = event.gem
        self.deposits[event.site][event.gem] -= 1

    def joe_paddled(self, event) -> None:
        assert self.joe == event.start
        self.joe = event.end

    def joe_took(self, event) -> None:
        assert self.joe_gem == event.gem
        self.cargo[event.seat, event.canoe][event.gem] += 1
        self.joe_gem = None

    def joe_gave(self, event) -> None:
        assert self.joe_gem is None
        self.cargo[event.seat, event.canoe][event.gem] -= 1
        self.joe_gem = event.gem

    def joe_swapped(self, event) -> None:
        assert self.joe_gem == event.joe_gem
        self.cargo[event.seat, event.canoe][event.gem] -= 1
        self.cargo[event.seat, event.canoe][event.joe_gem] += 1
        self.joe_gem = event.gem


# Two kinds of events are called like something that the reader keeps.
KINDS = {"weather": "weather_moved", "beaver": "beaver_jumped"}


def shown(view) -> tuple:
    """Take out of a view what the reader keeps."""
    canoes = {(player.seat, canoe.name): canoe for player in view.players for canoe in player.canoes}
    counts = [dict(Counter(canoe.cargo)) for canoe in canoes.values()]
    counts += [player.stash for player in view.players] + list(view.deposits)
    joe = (view.joe.place, view.joe.cargo) if view.joe else (None, None)
    moose = (view.moose.seat, view.moose.canoe) if view.moose and view.moose.seat is not None else None
    places = {key: canoe.place for key, canoe in canoes.items()}
    return places, counts, view.weather, view.whirlpool, view.beaver, *joe, moose


@pytest.mark.parametrize("number", range(24))
def test_who_reads_the_events_knows_where_everything_is(number: int) -> None:
    chance = random.Random(number)
    on = {name: True for name in MODULES if number % 2 or chance.random() < 0.5}
    players = chance.choice([3, 4, 5, 6] if {*on} - {"diamond_joe"} else [3, 4, 5])
    preset = sorted(NIAGARA.presets)[number % 4]
    options = NIAGARA.parse_options(preset, {"max_rounds": 40} | on, players)
    match = Match.new(NIAGARA, options, players=players, word=number)
    reader = Reader(match.view(None))
    names = ["Ada", "Ben", "Cleo", "Dev", "Eve", "Fay"]
    while not match.over:
        seat = min(match.waiting)
        draft = match.draft(seat)
        while not draft.complete:
            legal = draft.legal()
            liked = [one for one in legal if NIAGARA.actions[one].text.startswith(("load", "joe", "moose", "steal"))]
            draft.decide(chance.choice(liked or legal) if chance.random() < 0.7 else chance.choice(legal))
        for event in match.commit(seat, draft.decisions):
            reader.read(event)
            assert (NIAGARA.sentence(event, names) is None) == (event.__struct_config__.tag == "preserver")
        assert reader.all() == shown(match.view(None))
