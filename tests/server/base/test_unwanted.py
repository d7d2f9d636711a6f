"""Words that the operator does not want are found in names and chats, however they are written."""

from __future__ import annotations

import pytest

from eddyline.server.base.unwanted import Unwanted
from support.people import code, heard, serving

WORDS = ("turnip", "spam*", "*weed*", "Rübe")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("turnip", "turnip"),
        ("You TURNIP!", "turnip"),
        ("tur\u043dip", None),  # a Cyrillic letter that looks like another one: H
        ("\u0442urn\u0456p", None),
        ("turn\u0456p", "turnip"),  # one that looks like i
        ("t-u-r-n-i-p", "turnip"),
        ("a t u r n i p", None),
        ("Turn1p", "turnip"),
        ("t\u00fcrnip", "turnip"),
        ("turnips", None),
        ("spamming", "spam*"),
        ("no spam", "spam*"),
        ("antispam", None),
        ("seaweeds", "*weed*"),
        ("rube", "Rübe"),
        ("tur nip", None),
        ("", None),
    ],
)
def test_words_are_found(text, word):
    assert Unwanted(WORDS).find(text) == word
    assert Unwanted(()).find(text) is None


def test_neither_names_nor_lines_have_them():
    with serving(words=WORDS) as server:
        refused = [
            server.ask("POST", "/api/people", body={"name": "Turnip", "password": "correct horse battery"}),
            server.ask("POST", "/api/passkeys/creation", body={"name": "seaweed"}),
            server.ask("POST", "/api/tables", body={"game": "niagara", "name": "Spam", "seats": 2, "bots": []}),
            server.ask("POST", "/api/me/bots", server.create("Ann")["session"], {"name": "Turnip"}),
        ]
        assert [(answer.status_code, code(answer)) for answer in refused] == [(403, "unwanted")] * 4
        assert refused[0].json()["values"] == {"word": "turnip"}
        ann = server.sign_in("Ann").json()["session"]
        cup = {"name": "Turnip cup", "game": "niagara", "pace": {"clock": {"turn": 60, "reserve": 60}}}
        assert code(server.ask("POST", "/api/tournaments", ann, cup)) == "unwanted"
        table = server.open(ann)["table"]
        for text, answer in (("No turnip here", 403), ("No carrot here", 204)):
            assert server.ask("POST", f"/api/tables/{table}/note", ann, {"text": text}).status_code == answer
        own = server.hello(table, session=ann)
        heard(own, "table", "sync")
        own.send_json({"type": "mix", "word": "turnip"})
        assert heard(own, "refused")["code"] == "unwanted"
        with server.client.websocket_connect("/api/chat/lobby") as chat:
            chat.send_json({"type": "hello", "name": "Gus"})
            assert heard(chat, "lines")["lines"] == []
            for text in ("You turnip", "You carrot"):
                chat.send_json({"type": "write", "text": text})
            assert heard(chat, "refused")["code"] == "unwanted"
            assert [line["text"] for line in heard(chat, "lines")["lines"]] == ["You carrot"]
