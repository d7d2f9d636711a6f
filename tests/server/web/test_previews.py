"""What other programs show of a link: who sits at a table and which game, never what a stranger may not know."""

from __future__ import annotations

import html
import io
import random
import re
from zlib import crc32

import pytest
from msgspec.structs import replace
from PIL import Image

from eddyline.server.accounts.passwords import Passwords
from eddyline.server.room.room import Room
from eddyline.server.table.state import TableState
from eddyline.server.web import pages
from eddyline.server.web.preview.card import PANEL, SIZE, Place, draw
from eddyline.server.web.preview.telling import words_for
from eddyline.server.web.routes import previews
from support.apps import visiting
from support.cups import Cup
from support.people import serving
from support.tables import MemoryStore, play_on, settings

TABLE = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ["random"]}
TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[a-z:_]+)" content="([^"]*)" />')
PLAIN = "<!doctype html><head><title>Eddyline</title></head>"


@pytest.fixture(autouse=True)
def built(monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text(PLAIN)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    return tmp_path


def told(client, path, language="en"):
    answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    return {name: html.unescape(value) for name, value in TAG.findall(answer.text)}


def test_a_link_to_a_table_says_who_sits_there_and_that_there_is_room(client):
    table = client.post("/api/tables", json=TABLE | {"name": 'A<"na'}).json()["table"]
    [bot] = [seat["name"] for seat in client.get(f"/api/tables/{table}").json()["seats"] if seat["kind"] == "bot"]
    path = f"/t/{table}"
    found = told(client, path)
    assert (found["og:title"], found["og:description"]) == (f'Niagara with A<"na and {bot}', "One seat is free.")
    assert found["twitter:card"] == "summary_large_image"
    assert 'A<"na' not in client.get(path).text, "what people write is text, no markup"
    assert told(client, path, "de-AT,de;q=0.9,en;q=0.8")["og:description"] == "Ein Platz ist frei."
    assert client.get(path).headers["vary"] == "Accept-Encoding, Accept-Language"
    assert client.get(path).text.endswith("</head>")
    picture = found["og:image"]
    assert picture == f"http://testserver.local/api/tables/{table}/card"
    first = client.get(picture)
    assert first.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(first.content)).size == SIZE
    client.post(f"/api/tables/{table}/seats", json={"name": "Bo"})
    assert told(client, path)["og:description"] == "The game is about to begin."
    assert client.get(picture).content != first.content
    assert told(client, f"/tables/{table}/replay")["og:title"] == f'Niagara with A<"na, Bo and {bot}'


def test_of_a_table_for_friends_a_link_names_nobody(server):
    session = server.create("Mika")["session"]
    made = server.ask("POST", "/api/tables", session, TABLE | {"access": "friends"}).json()["table"]
    found = told(server.client, f"/t/{made}")
    assert found["og:title"] == "A game among friends"
    assert "Mika" not in server.client.get(f"/t/{made}").text
    assert server.client.get(f"/api/tables/{made}/card").json()["code"] == "friends_only"
    assert server.client.get(found["og:image"]).headers["content-type"] == "image/jpeg"


def test_a_link_to_a_tournament_says_what_it_is(server):
    cup = Cup(server, server.create("Mika")["session"])
    found = told(server.client, cup.path.removeprefix("/api"), "fr")
    assert (found["og:title"], found["og:description"]) == (
        cup.info["name"],
        f"Un tournoi de Niagara en {cup.info['rounds']} rondes",
    )


def compare_cups():
    """Compare two worlds: in the second another password is needed, and the games go another way."""
    worlds = []
    for number in range(2):
        with serving() as server:
            people = [server.create(name)["session"] for name in ("Ann", "Bo", "Cy")]
            shared = f"low water {number}"
            cup = Cup(server, people[0], door="password", password=shared)
            for person in people:
                cup.done("POST", "/entry", {"password": shared}, session=person)
            cup.done("POST", "/start")
            [table] = cup.until(lambda info: info["played"])["played"][0]["tables"]
            # Whoever comes loads the table.
            assert cup.opened(table)["status"] == "running"
            loaded = server.client.app.state.hub.tables.in_memory[table["id"]].table
            server.client.blocking_portal.call(play_on, loaded, random.Random(number), 2)
            paths = (cup.path.removeprefix("/api"), f"/t/{table['id']}", f"/api/tables/{table['id']}/card")
            answers = [server.client.get(path) for path in paths]
            assert all(answer.status_code == 200 for answer in answers)
            worlds.append([answer.content for answer in answers])
    for path, here, there in zip(("tournament", "table", "card"), *worlds, strict=True):
        assert here == there, f"a link to a {path} tells a secret"
    assert b"Autumn cup" in worlds[0][0]


def test_a_link_to_a_tournament_tells_nothing_of_its_password_and_its_games():
    compare_cups()


def tell_the_password(monkeypatch):
    told, hashed, last = previews.of_tournament, Passwords.hash, []

    async def note(self, password, *args):
        last[:] = [password]
        return await hashed(self, password, *args)

    monkeypatch.setattr(Passwords, "hash", note)
    monkeypatch.setattr(previews, "of_tournament", lambda info, words: told(info, words)._replace(about=last[0]))


def tell_how_its_games_go(monkeypatch):
    told, apply, last = previews.of_tournament, TableState.apply, []

    def note(self, *args, **kwargs):
        last[:] = [self]
        return apply(self, *args, **kwargs)

    monkeypatch.setattr(TableState, "apply", note)
    monkeypatch.setattr(
        previews, "of_tournament", lambda info, words: told(info, words)._replace(about=repr(last[0].match.log))
    )


def draw_how_its_games_go(monkeypatch):
    info = Room.info

    def leak(self):
        told, match = info(self), self.table.state.match
        name = f"{crc32(repr(match.log).encode()) if match else 0:08x}"
        return replace(told, seats=tuple(replace(seat, name=name) for seat in told.seats))

    monkeypatch.setattr(Room, "info", leak)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [tell_the_password, tell_how_its_games_go, draw_how_its_games_go])
def test_a_leak_in_a_link_to_a_tournament_is_found(plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="tells a secret"):
        compare_cups()


def test_what_cannot_be_told_is_left_out_and_the_page_comes_all_the_same(client):
    for path in ("/t/unknown", "/tables/unknown/replay", "/tournaments/unknown"):
        assert client.get(path).text == PLAIN
    assert client.get("/api/tables/unknown/card").status_code == 404
    assert client.get("/api/games/chess/card").status_code == 404
    with visiting(settings(requests_per_minute=6), MemoryStore()) as hurried:
        table = hurried.post("/api/tables", json=TABLE).json()["table"]
        texts = [hurried.get(f"/t/{table}").text for _ in range(4)]
        assert texts[-1] == PLAIN != texts[0]
        assert hurried.get(f"/api/tables/{table}/card").status_code == 429


@pytest.mark.parametrize(
    ("accepted", "free"),
    [
        ("", "free"),
        ("*", "free"),
        ("pt-BR, fr;q=0.5", "libre"),
        ("de;q=0.2, it;q=0.8", "libero"),
        ("DE", "frei"),
        ("de;q=x, en", "free"),
        (",;,;q=", "free"),
    ],
)
def test_the_language_is_the_one_that_is_liked_best(accepted, free):
    assert words_for(accepted)["free"] == free


def test_a_card_shows_each_seat_in_its_colour_and_what_it_cannot_write_not_at_all():
    def panel(*places):
        card = Image.open(io.BytesIO(draw("niagara", "Niagara", places, "free")))
        return card.crop((0, 180, PANEL, SIZE[1])).tobytes()

    ann, bo = Place("Ann", 0), Place("Bo", 1)
    shown = [panel(ann), panel(bo), panel(ann, bo), panel(Place("Ann", 1)), panel(Place(None, 0))]
    assert len({*shown}) == len(shown)
    assert panel(Place("\U00030000", 0)) == panel(Place("\U00030001", 0))
    assert panel(Place("W" * 60, 0)) == panel(Place("W" * 70, 0)), "it is shortened, and stays on its part"
    assert len(draw("niagara", "Niagara", (ann,) * 8, "free")) > 0
