"""Nobody learns more of somebody than they let be seen: two worlds that differ in it alone tell the same.

Every request that tells of people is one line of CHANNELS; what somebody keeps to themselves must look, for each who
asks, as if it were not there.
"""

from __future__ import annotations

import random

import pytest

from eddyline.server.friends.memos import INDEX, KIND, Memos
from eddyline.server.friends.privacy import Choices
from eddyline.server.presence import site
from eddyline.server.web.features import FEATURES
from support.people import serving
from support.tables import play_on

WHO = ("Ann", "Eve", "Blocked", None)
"""Those who ask about Bo: a friend, a stranger, somebody Bo keeps away, and a guest."""
CHANNELS = (
    "/api/me/friends", "/api/online", "/api/people/{Bo}", "/api/people/{Bo}/games", "/api/people/{Bo}/ratings",
    "/api/people/{Bo}/rivals", "/api/people/{Eve}/rivals", "/api/me/privacy", "/api/me/memos/{Bo}", "/api/me/export",
)  # fmt: skip
NAMES = ("Ann", "Eve", "Blocked", "Bo")


class World:
    """A server where Bo has a friend, and somebody he has blocked; nobody is here yet."""

    def __init__(self, server):
        self.server = server
        self.made = {name: server.create(name) for name in NAMES}
        self.ask("Ann", "POST", "/api/me/friends", {"account": self.id("Bo")})
        self.ask("Bo", "POST", "/api/me/friends", {"account": self.id("Ann")})
        self.ask("Bo", "POST", "/api/me/blocked", {"account": self.id("Blocked")})

    def id(self, name):
        return self.made[name]["account"]

    def ask(self, name, method, path, body=None):
        return self.server.ask(method, path, None if name is None else self.made[name]["session"], body)

    def choose(self, name, matter, who):
        assert self.ask(name, "POST", "/api/me/privacy", {"matter": matter, "who": who}).status_code == 200

    def leave(self):
        """Let everybody be away."""
        self.server.clock.now += site.AWAY_AFTER + 1

    def play(self, names=("Bo", "Eve"), access="open"):
        """Play a game to its end at a table."""
        wish = {"seats": len(names), "bots": [], "access": access, "start": True, "name": names[0]}
        wish["options"] = {"max_rounds": 2}
        table = self.server.open(self.made[names[0]]["session"], **wish)["table"]
        for name in names[1:]:
            self.ask(name, "POST", f"/api/tables/{table}/seats", {"name": name})
        hub = self.server.client.app.state.hub

        async def finish():
            room = hub.tables.in_memory[table]
            while room.table.state.status != "over":
                await play_on(room.table, random.Random(3), 1)
            await hub.history.finish()

        self.server.client.blocking_portal.call(finish)
        return table

    def told(self):
        """Return what everybody is told; accounts by their names, and no times."""
        return {(path, who): self._plain(path, who) for path in CHANNELS for who in WHO}

    def _plain(self, path, who):
        answer = self.ask(who, "GET", path.format(**{name: self.id(name) for name in NAMES}))
        text = answer.text
        for name in NAMES:
            text = text.replace(self.id(name), f"<{name}>")
        return answer.status_code, text if "export" not in path else [
            line for line in text.splitlines() if "privacy" in line or "memo" in line or '"friend"' in line
        ]


def compare(one, other):
    """Return what differs in two worlds: where, and for whom."""
    worlds = []
    for scenario in (one, other):
        with serving() as server:
            world = World(server)
            scenario(world)
            worlds.append(world.told())
    return {asked for asked, answer in worlds[0].items() if answer != worlds[1][asked]}


def test_all_that_is_told_of_people_by_these_features_is_compared():
    asked = {path.replace("{Bo}", "{account}").replace("{Eve}", "{account}") for path in CHANNELS}
    there = {
        path.replace(":str", "")
        for feature in FEATURES
        if feature.name in {"privacy", "friends"}
        for handler in feature.handlers
        for path in handler.paths
        if "GET" in handler.http_methods and "/tables/" not in path
    }
    assert there - asked == set()


# ---- presence ----


def away(world):
    world.leave()


def here(who):
    def come(world):
        world.choose("Bo", "presence", who)
        world.leave()
        assert world.ask("Bo", "GET", "/api/me/friends").status_code == 200

    return come


def absent(who):
    def scenario(world):
        world.choose("Bo", "presence", who)
        world.leave()

    return scenario


def test_who_is_invisible_is_here_for_nobody():
    assert compare(absent("nobody"), here("nobody")) == set()


def test_who_is_here_for_friends_is_counted_for_others_and_named_to_friends():
    differs = compare(absent("friends"), here("friends"))
    assert differs == {("/api/me/friends", "Ann"), *(("/api/online", who) for who in WHO)}
    with serving() as server:
        world = World(server)
        here("friends")(world)
        people = {who: world.ask(who, "GET", "/api/online").json()["people"] for who in WHO}
        assert {who: [each["name"] for each in named if each["name"] == "Bo"] for who, named in people.items()} == {
            "Ann": ["Bo"], "Eve": [], "Blocked": [], None: [],
        }  # fmt: skip


def test_who_is_here_for_everybody_is_not_hidden_from_whom_he_blocks_as_they_would_notice_it():
    with serving() as server:
        world = World(server)
        here("everybody")(world)
        for who in WHO:
            assert "Bo" in [each["name"] for each in world.ask(who, "GET", "/api/online").json()["people"]]
        world.ask("Blocked", "GET", "/api/me/friends")
        assert "Blocked" not in [each["name"] for each in world.ask("Bo", "GET", "/api/online").json()["people"]]


def sits(access, who):
    def scenario(world):
        world.choose("Bo", "presence", who)
        world.server.open(world.made["Bo"]["session"], seats=3, bots=[], access=access, name="Bo")

    return scenario


def test_where_friends_sit_is_told_to_friends_only_and_not_of_private_tables():
    for access in ("open", "friends"):
        assert compare(here("friends"), sits(access, "friends")) == {("/api/me/friends", "Ann")}
    assert compare(here("friends"), sits("link", "friends")) == set()
    # Whoever may come to an open table finds it in the lobby; that a friend sits there is not said.
    assert compare(here("nobody"), sits("open", "nobody")) == set()


# ---- games ----


def played(access="open", **choices):
    def scenario(world):
        for matter, who in choices.items():
            world.choose("Bo", matter, who)
        world.play(access=access)

    return scenario


def chosen(**choices):
    def scenario(world):
        for matter, who in choices.items():
            world.choose("Bo", matter, who)

    return scenario


GAMES, RIVALS = "/api/people/{Bo}/games", "/api/people/{Bo}/rivals"


def of_others(differs):
    """Leave out what Eve knows, who has played, and her own profile's games."""
    return {(path, who) for path, who in differs if who != "Eve" and "{Bo}" in path and "ratings" not in path}


@pytest.mark.parametrize(
    ("choice", "see"), [("everybody", {"Ann", "Blocked", None}), ("friends", {"Ann"}), ("nobody", set())]
)
def test_games_and_rivals_are_told_to_whom_one_chooses(choice, see):
    differs = of_others(compare(chosen(games=choice, rivals=choice), played(games=choice, rivals=choice)))
    assert differs == {(path, who) for path in (GAMES, RIVALS) for who in see}


def test_somebody_who_keeps_wins_to_themselves_is_in_nobody_elses_list():
    eves = "/api/people/{Eve}/rivals"
    differs = compare(chosen(rivals="friends"), played(rivals="friends"))
    assert {who for path, who in differs if path == eves} == {"Ann"}, "a friend of Bo sees both"
    differs = compare(chosen(rivals="nobody"), played(rivals="nobody"))
    assert {who for path, who in differs if path == eves} == set()
    # Eve has played with Bo; what she knows she is told on his page.
    assert {who for path, who in differs if path == RIVALS} == {"Eve"}


@pytest.mark.parametrize("access", ["link", "friends"])
def test_games_at_private_tables_are_on_no_page(access):
    def apart(world):
        world.play(("Bo", "Ann"), access=access)

    differs = compare(chosen(), apart)
    assert {each for each in differs if each[1] != "Ann" and "ratings" not in each[0]} == set()


def test_rivals_are_counted_by_places():
    with serving() as server:
        world = World(server)
        for _ in range(2):
            world.play(("Bo", "Eve"))
        [bo] = world.ask(None, "GET", f"/api/people/{world.id('Bo')}/rivals").json()["people"]
        [eve] = world.ask(None, "GET", f"/api/people/{world.id('Eve')}/rivals").json()["people"]
        assert (bo["name"], bo["games"], eve["name"]) == ("Eve", 2, "Bo")
        assert (bo["ahead"], bo["behind"]) == (eve["behind"], eve["ahead"])
        own = world.ask("Eve", "GET", f"/api/people/{world.id('Bo')}/rivals").json()
        assert own == {"people": [], "you": bo}


# ---- notes to oneself ----


def noted(world):
    assert world.ask("Bo", "POST", f"/api/me/memos/{world.id('Ann')}", {"text": " Bluffs "}).json() == {
        "text": "Bluffs"
    }
    world.ask("Bo", "POST", f"/api/me/memos/{world.id('Ann')}", {"text": "Never bluffs"})
    world.leave()


def test_what_one_notes_about_somebody_is_told_to_nobody_else():
    assert compare(away, noted) == set()


def test_nothing_is_left_of_a_note_that_was_changed_or_whose_author_or_subject_has_gone():
    with serving() as server:
        world = World(server)
        noted(world)
        logs = server.store.logs
        assert not any("Bluffs" in row.body for rows in logs.values() for row in rows)
        memo = KIND.log(f"{world.id('Bo')}-{world.id('Ann')}")
        assert "Never bluffs" in world.ask("Bo", "GET", "/api/me/export").text
        delete = {"password": "correct horse battery"}
        assert world.ask("Ann", "POST", "/api/me/deletion", delete).status_code == 204
        world.ask("Bo", "POST", f"/api/me/memos/{world.id('Eve')}", {"text": "Kind"})
        assert memo not in logs
        world.choose("Bo", "games", "nobody")
        assert '"matter":"games"' in world.ask("Bo", "GET", "/api/me/export").text.replace(" ", "")
        assert world.ask("Bo", "POST", "/api/me/deletion", delete).status_code == 204
        assert [
            log for log in logs if world.id("Bo") in log and log.startswith((KIND.name, INDEX.name, "privacy"))
        ] == []


# ---- planted leaks: each must be found ----


def test_leaks_are_found(monkeypatch):
    async def all_see(*_):
        return True

    monkeypatch.setattr(Choices, "shows", all_see)
    assert compare(absent("nobody"), here("nobody")) != set()
    assert of_others(compare(chosen(games="nobody"), played(games="nobody"))) != set()


def test_a_leak_of_notes_is_found(monkeypatch):
    async def of_anybody(self, _, about):
        for log in self._memos._store.logs:
            if log.endswith(about) and log.startswith(f"{KIND.name}."):
                return (await self._memos.read(KIND.key(log))).text
        return ""

    def noted_about_bo(world):
        world.ask("Ann", "POST", f"/api/me/memos/{world.id('Bo')}", {"text": "Bluffs"})
        world.leave()

    assert {who for _, who in compare(away, noted_about_bo)} == {"Ann"}
    monkeypatch.setattr(Memos, "read", of_anybody)
    assert {who for _, who in compare(away, noted_about_bo)} > {"Ann"}
