"""Whatever looks back at games tells nobody more than they could know: two games that differ in a secret answer alike.

Every way to ask is one line of CHANNELS; a test finds those that are missing there. While a game runs, two games
differ in what one seat has chosen, or in what others were dealt. After its end they differ in how it went, which only
those who had a seat may see where the host keeps the replay to them.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from functools import partial

import pytest
from msgspec.structs import replace

from eddyline import record
from eddyline.engine.log import Deal
from eddyline.engine.match import Match
from eddyline.server.hub.showing import Showing
from eddyline.server.ratings.rater import Rater
from eddyline.server.room.room import Room
from eddyline.server.table import past
from eddyline.server.table.dealing import TableDealing
from eddyline.server.table.known import Known
from eddyline.server.table.table import Table
from eddyline.server.web import pages
from eddyline.server.web.features import FEATURES
from eddyline.server.web.routes import previews
from support.people import heard, serving
from support.tables import WISHES, play, play_on, random_turn

WHO = ("Ann", "guest", "Cy", "Eve", None)
"""Two with accounts and a guest have seats, in this order; another account and somebody without one have none."""
SEATED = WHO[:3]


class World:
    """One of two games, at a table of a server of its own, and those who ask about it."""

    def __init__(self, server, game, **options):
        self.server, self.game = server, game
        self.people = {name: server.create(name) for name in ("Ann", "Cy", "Eve")}
        wish = {"game": game, "seats": 3, "bots": [], "start": True, "access": "open", "options": options}
        self.table = server.open(self.session("Ann"), **wish)["table"]
        seats = f"/api/tables/{self.table}/seats"
        self.token = server.ask("POST", seats, None, {"name": "Bo"}).json()["token"]
        assert server.ask("POST", seats, self.session("Cy"), {"name": "Cy"}).status_code == 201

    def session(self, who):
        return self.people[who]["session"] if who in self.people else None

    def call(self, what, *args):
        with self.server.client.portal() as portal:
            return portal.call(what, *args)

    @property
    def hub(self):
        return self.server.client.app.state.hub

    def loaded(self, table=None) -> Table:
        return self.hub.tables.in_memory[table or self.table].table

    @property
    def match(self) -> Match:
        assert self.loaded().state.match is not None
        return self.loaded().state.match

    def play_on(self, seed, turns=1):
        self.call(play_on, self.loaded(), random.Random(seed), turns)

    def play(self, seat, decisions):
        async def settled():
            await play(self.loaded(), seat, decisions)
            await self.loaded().settle()

        self.call(settled)

    def keep(self, *, private=True):
        path = f"/api/tables/{self.table}/replay"
        return self.server.ask("POST", path, self.session("Ann"), {"private": private}).status_code


@dataclass(frozen=True)
class Asked:
    """Ask over HTTP, as one of WHO; `path` is as the server's description has it."""

    path: str
    method: str = "GET"

    def __call__(self, world, who, table=None):
        values = {"table": table or world.table, "account": world.people["Ann"]["account"], "game": world.game}
        path = self.path.format(**values)
        headers = {"Eddyline-Seat": world.token} if who == "guest" else {}
        body = None if self.method == "GET" else {"token": world.token if who == "guest" else None}
        answer = world.server.ask(self.method, path, world.session(who), body, **headers)
        return answer.status_code, answer.content


get = Asked


def post(path):
    return Asked(path, "POST")


@dataclass(frozen=True)
class Socket:
    """Come to the table as one of WHO, and take what is said first."""

    wish: int

    def __call__(self, world, who, table=None):
        said = {"token": world.token} if who == "guest" else {"session": world.session(who)}
        with world.server.client.websocket_connect(f"/ws/tables/{table or world.table}") as socket:
            socket.send_json({"type": "hello", **said, "since": 0, **WISHES[self.wish]})
            return heard(socket, "sync", "delta")


@dataclass(frozen=True)
class GoneOn:
    """Look around at a table where somebody goes on from what they may take home; by default it is who looks."""

    by: str | None = None

    def __call__(self, world, who):
        by = self.by or who
        status, text = CHANNELS["its record"](world, by)
        if status != 200:
            return status, text
        turns = text.count(b'"turn"') - text.count(b'"ranking"')
        origin = {"record": text.decode(), "turns": turns, "table": world.table}
        wish = {"game": world.game, "name": "Zoe", "seats": 3, "start": True, "access": "open", "origin": origin}
        opened = world.server.ask("POST", "/api/tables", world.session(by), wish)
        table = opened.json()["table"]
        for name in ("Yan", "Xi"):
            world.server.ask("POST", f"/api/tables/{table}/seats", None, {"name": name})
        assert world.loaded(table).state.status == "running"
        return [CHANNELS[name](world, who, table) for name in AT_TABLES]


@dataclass(frozen=True)
class Waiting:
    """Look into a waiting room where Ann says that she is ready; take what is said of that and of strength."""

    def __call__(self, world, who):
        wish = {"game": world.game, "seats": 3, "bots": ["scout"], "access": "open"}
        table = world.server.open(world.session("Cy"), **wish)["table"]
        sit = {"name": "Ann"}
        assert world.server.ask("POST", f"/api/tables/{table}/seats", world.session("Ann"), sit).status_code == 201
        connect = world.server.client.websocket_connect
        with connect(f"/ws/tables/{table}") as hers, connect(f"/ws/tables/{table}") as socket:
            said = {"session": world.session(who)} if world.session(who) else {}
            socket.send_json({"type": "hello", **said, "since": 0})
            hers.send_json({"type": "hello", "session": world.session("Ann"), "since": 0})
            hers.send_json({"type": "ready", "ready": True})
            while not ((told := socket.receive_json().get("table")) and told["ready"] and told["levels"]):
                pass
        return told["ready"], told["levels"]


AT_TABLES = ("a table", "its record", "its past", "its socket 0")
CHANNELS = {
    "a table": get("/api/tables/{table}"),
    "its record": get("/api/tables/{table}/record"),
    "its past": post("/api/tables/{table}/past"),
    "its replay": post("/api/tables/{table}/replay"),  # of which only the host decides; without `private` it is refused
    **{f"its socket {wish}": Socket(wish) for wish in range(len(WISHES))},
    "another table": GoneOn(),
    "Ann's other table": GoneOn("Ann"),
    "a waiting room": Waiting(),
    "a link to it": get("/t/{table}"),
    "a link to its replay": get("/tables/{table}/replay"),
    "its picture": get("/api/tables/{table}/card"),
    "a picture of its game": get("/api/games/{game}/card"),
    "somebody": get("/api/people/{account}"),
    "somebody's games": get("/api/people/{account}/games"),
    "somebody's rivals": get("/api/people/{account}/rivals"),
    "somebody's ratings": get("/api/people/{account}/ratings"),
    "ratings": get("/api/ratings/{game}"),
    "one's games": get("/api/me/games"),
    "when one played": get("/api/me/games/times"),
    "one's records": get("/api/me/games/records"),
    "one's tables": get("/api/me/tables"),
    "one's data": get("/api/me/export"),
}
"""All that may tell of a game that is played or was."""


@pytest.fixture(autouse=True)
def built(monkeypatch, tmp_path):
    """Serve a page whose head takes what is said of a link."""
    (tmp_path / "index.html").write_text("<!doctype html><head><title>Eddyline</title></head>")
    monkeypatch.setattr(pages, "STATIC", tmp_path)


def test_all_ways_to_look_back_at_a_game_are_compared():
    asked = {(each.method, each.path) for each in CHANNELS.values() if isinstance(each, Asked)}
    there = {
        (method, path.replace(":str", ""))
        for feature in FEATURES
        if feature.name in {"history", "past", "previews"}
        for handler in feature.handlers
        for path in handler.paths
        for method in handler.http_methods
        if method != "HEAD"
    }
    # Of a tournament's link, see tests/server/web/test_previews.py.
    assert there - asked == {("GET", "/tournaments/{tournament}")}
    assert len(there) >= 6


def told(scenario, game, number, asking, **options):
    """Play a scenario in one of the worlds; return what each of these was told, at every moment at which it stops."""
    with serving() as server:
        world, moments = World(server, game, **options), []
        for _ in scenario(world, number):
            answers = {(name, who): channel(world, who) for who in asking for name, channel in CHANNELS.items()}
            moments.append({asked: plain(world, answer) for asked, answer in answers.items()})
        return moments


def plain(world, answer):
    """Put names for the ids of accounts, which are drawn anew in every world."""
    text = repr(answer)
    for name, person in world.people.items():
        text = text.replace(person["account"], f"<{name}>")
    return text


def compare(scenario, game, asking, **options):
    """Compare all that is told in two worlds; return how many answers there were."""
    one, other = (told(scenario, game, number, asking, **options) for number in range(2))
    for here, there in zip(one, other, strict=True):
        for (name, who), answer in here.items():
            assert answer == there[name, who], f"{name} tells {who or 'a stranger'} a secret"
    return sum(map(len, one))


# ---- while a game runs ----


def chosen(world, number):
    """Let Ann choose in secret, in each world something else, and look until it is brought to light."""
    world.play_on(3, 20)
    while world.match.waiting != {0, 1, 2} or world.match.pending or getattr(world.match.view(None), "first", 1) == 0:
        world.play_on(len(world.match.log))
    rng = random.Random(4)
    world.play(0, sorted({random_turn(world.loaded(), 0, rng) for _ in range(30)})[-number])
    yield
    world.play(1, random_turn(world.loaded(), 1, rng))
    if world.game == "niagara":
        # Its card lies face down until it is Ann's turn.
        world.play(2, random_turn(world.loaded(), 2, rng))
        assert world.match.waiting != {0}
    yield


SECRETS = {"niagara": {}, "canyon": {"secret_bids": True}}


@pytest.mark.parametrize("game", SECRETS)
def test_a_choice_in_secret_is_told_to_nobody_else(game):
    assert compare(chosen, game, WHO[1:], **SECRETS[game]) > 60


@pytest.fixture
def words(monkeypatch):
    """Deal in all worlds the same, but for what is planned."""
    planned: dict[int, int] = {}
    usual = 0x9E37_79B9_7F4A_7C15
    monkeypatch.setattr(
        TableDealing, "next_word", lambda self, *_: planned.get(self.used, (self.used + 1) * usual % 2**64)
    )
    return planned


def one_card_each(world):
    """Play until everybody has one card: before, hardly any two deals look alike to a seat."""
    while world.match.view(None).phase != "bids" or world.match.view(None).cards > 1:
        world.play_on(len(world.match.log))


def twins(match, seat):
    """Find words for the last deal of a game that a seat cannot tell apart, and the number of that deal."""
    deals = [place for place, entry in enumerate(match.log) if isinstance(entry, Deal)]
    before, seen = record.begin(match.record().header), {}
    for entry in match.log[: deals[-1]]:
        before.enter(entry)
    for word in range(1, 10_000):
        then = before.copy()
        then.deal(word)
        whole, other = seen.setdefault(then.redacted(seat).tobytes(), (then.states.tobytes(), word))
        if whole != then.states.tobytes():
            return len(deals), (other, word)
    raise AssertionError("no two deals look alike")


def compare_hands(seat, words):
    """Compare what a seat and strangers are told of two games in which others hold something else."""
    with serving() as server:
        world = World(server, "canyon")
        one_card_each(world)
        deal, dealt = twins(world.match, seat)

    def scenario(world, number):
        words[deal] = dealt[number]
        one_card_each(world)
        yield
        first = min(world.match.waiting)
        world.play(first, world.match.draft(first).legal()[:1])
        yield

    return compare(scenario, "canyon", (SEATED[seat], "Eve", None))


@pytest.mark.parametrize("seat", [1, 2])
def test_cards_of_others_are_told_to_nobody(seat, words):
    assert compare_hands(seat, words) > 60
    assert words


# ---- once it is over ----


def over(world, number, *, private=True):
    """Play a game to its end; once, somebody else in each world is the first to choose in secret: nothing follows."""
    while world.match.waiting != {0, 1, 2}:
        world.play_on(len(world.match.log))
    turns = [(seat, random_turn(world.loaded(), seat, random.Random(seat))) for seat in (0, 1)]
    for seat, turn in turns[:: -1 if number else 1]:
        world.play(seat, turn)
    while world.loaded().state.status != "over":
        world.play_on(world.loaded().state.version)
    world.call(world.hub.history.finish)
    if private:
        assert world.keep() == 204
    yield


@pytest.mark.parametrize("game", SECRETS)
def test_how_a_private_game_went_is_told_to_those_who_had_a_seat(game):
    options = {"max_rounds": 2, **SECRETS[game]}
    assert compare(over, game, ("Eve", None), **options) > 25
    open_to_all = partial(over, private=False)
    for scenario, asking in ((over, SEATED), (open_to_all, ("Eve", None))):
        one, other = (told(scenario, game, number, asking, **options)[0] for number in range(2))
        for asked in itertools.product(("its record", "its past", "its socket 0"), asking):
            assert one[asked] != other[asked], asked


# ---- planted leaks: each must be found ----


def redact_for_nobody(monkeypatch):
    written = Known.written
    monkeypatch.setattr(Known, "written", lambda self, match, _: written(self, match, 0))


def look_back_from_another_seat(monkeypatch):
    at = past.Looking.at
    monkeypatch.setattr(past.Looking, "at", lambda state, _: at(state, 0))


def tell_in_links(monkeypatch):
    matches, info, of_table = {}, Room.info, previews.of_table

    def note(self):
        told = info(self)
        matches[told.id] = self.table.state.match
        return told

    def leak(table, words):
        return of_table(table, words)._replace(about=str(matches[table.id].pending))

    monkeypatch.setattr(Room, "info", note)
    monkeypatch.setattr(previews, "of_table", leak)


def held_back(tables):
    """Add up what is chosen in secret at all tables."""
    matches = [each.table.state.match for each in tables if each.table.state.match]
    return sum(sum(map(sum, match.pending.values())) for match in matches)


def everywhere(monkeypatch):
    """Let a planted leak see all rooms of a process."""
    rooms, made = [], Room.__init__

    def note(self, *args, **kwargs):
        rooms.append(self)
        made(self, *args, **kwargs)

    monkeypatch.setattr(Room, "__init__", note)
    return rooms


def rate_by_what_was_chosen_elsewhere(monkeypatch):
    rooms, levels = everywhere(monkeypatch), Rater.levels

    async def leak(self, table):
        return tuple(
            each and replace(each, points=each.points + held_back(rooms)) for each in await levels(self, table)
        )

    monkeypatch.setattr(Rater, "levels", leak)


def be_ready_by_what_was_chosen_elsewhere(monkeypatch):
    rooms, info = everywhere(monkeypatch), Room.info

    def leak(self):
        told = info(self)
        return replace(told, ready=told.ready and told.ready * (1 + held_back(rooms)))

    monkeypatch.setattr(Room, "info", leak)


def give_all_of_the_record(monkeypatch):
    whole = Match.record
    monkeypatch.setattr(Match, "record", lambda self, **_: whole(self))


@pytest.mark.slow
@pytest.mark.parametrize(
    "plant",
    [
        redact_for_nobody,
        look_back_from_another_seat,
        give_all_of_the_record,
        tell_in_links,
        rate_by_what_was_chosen_elsewhere,
        be_ready_by_what_was_chosen_elsewhere,
    ],
)
def test_a_leak_while_a_game_runs_is_found(plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="a secret"):
        compare(chosen, "niagara", (WHO[1], None))


@pytest.mark.slow
@pytest.mark.parametrize("plant", [redact_for_nobody, give_all_of_the_record])
def test_a_leak_of_cards_is_found(plant, words, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="a secret"):
        compare_hands(2, words)


def tell_again_how_it_went(monkeypatch):
    monkeypatch.setattr(Table, "missed", lambda self, _, after: self.updates(after))


def show_it_to_whoever_may_come(monkeypatch):
    async def leak(self, table, token, account):
        await self._hub.admission.must_admit(table, token, account)

    monkeypatch.setattr(Showing, "must_show", leak)


def forget_from_where_a_game_goes_on(monkeypatch):
    async def leak(*_):
        return False

    monkeypatch.setattr(Showing, "closed", leak)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plant", [tell_again_how_it_went, show_it_to_whoever_may_come, forget_from_where_a_game_goes_on]
)
def test_a_leak_after_the_end_of_a_private_game_is_found(plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="a secret"):
        compare(over, "niagara", ("Eve",), max_rounds=2)
