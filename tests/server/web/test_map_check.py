"""A map that somebody draws is checked over HTTP, flaw by flaw, as often as somebody types; nothing is kept of it."""

from __future__ import annotations

import pytest

from eddyline.games.canyon.rules.boards import MAPS
from support.apps import visiting
from support.tables import MemoryStore, settings

CANYON = MAPS["canyon"]


def check(client, text, game="canyon"):
    return client.post(f"/api/games/{game}/map", json={"text": text})


def test_a_sound_map_has_no_flaws(client):
    answer = check(client, CANYON)
    assert (answer.status_code, answer.json()) == (200, {"flaws": []})


def test_every_flaw_is_named_by_its_place_a_code_and_values(client):
    lines = CANYON.splitlines()
    lines[2] = "x" + lines[2][1:]
    (flaw,) = check(client, "\n".join([*lines[:4], lines[4] + "#", *lines[5:]])).json()["flaws"][:1]
    assert (flaw["line"], flaw["column"], flaw["code"]) == (5, 20, "uneven")
    assert flaw["values"] == {"wanted": 19, "got": 20}
    (flaw,) = check(client, "\n".join(lines)).json()["flaws"]
    assert (flaw["line"], flaw["column"], flaw["code"], flaw["values"]) == (3, 1, "unknown_mark", {"mark": "x"})
    found = check(client, CANYON.replace("G", "#").replace("V", "#", 1)).json()["flaws"]
    assert [(each["code"], each["values"]["mark"], each["values"]["got"]) for each in found] == [
        ("count", "V", 2),
        ("count", "G", 0),
    ]


def test_no_answer_is_longer_than_anybody_reads(client):
    assert len(check(client, "?" * 4000).json()["flaws"]) == 64


@pytest.mark.parametrize(
    ("game", "body", "status"),
    [
        ("niagara", {"text": CANYON}, 404),
        ("chess", {"text": CANYON}, 404),
        ("canyon", {"text": "#" * 9000}, 400),
        ("canyon", {"text": 5}, 400),
        ("canyon", {}, 400),
        ("canyon", {"text": CANYON, "more": 1}, 400),
    ],
)
def test_what_is_no_question_about_a_map_is_refused_with_a_sentence(client, game, body, status):
    answer = client.post(f"/api/games/{game}/map", json=body)
    assert answer.status_code == status
    assert answer.json()["message"]


def test_who_types_may_ask_often_but_not_without_end():
    with visiting(settings(requests_per_minute=10), MemoryStore()) as client:
        answers = [check(client, "V").status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
