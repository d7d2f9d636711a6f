"""What somebody with an account might send to each address of the API: every answer is one that says what was wrong.

Addresses and bodies come from the description of the API, so that each new one is tried, too.
"""

from __future__ import annotations

import random

from support.hostile import damaged
from support.people import serving

ODD_IDS = ("nowhere", "account.x", "%00", "a" * 300, "..%2f..", "\u202e")
JSON = {"content-type": "application/json"}


class Attacker:
    """Somebody with an account, a friend, a table, a tournament and a bot."""

    def __init__(self, server):
        self.server = server
        self.numbers = iter(range(10**6))
        self.session = ""
        self.known = {}

    def settle(self):
        """Have all this again, should what was sent have deleted the account or signed it out."""
        if self.session:
            me = self.server.me(self.session)
            bots = me.json()["bots"] if me.status_code == 200 else []
            if any(bot["account"] in self.known["bot"] and bot["tokens"] for bot in bots):
                return
        number = next(self.numbers)
        signed, other = (self.server.create(f"{name} {number}") for name in ("Mika", "Nora"))
        self.session = signed["session"]
        for asking, whom in ((signed, other), (other, signed)):
            self.must("/api/me/friends", {"name": whom["name"]}, asking["session"])
        table = self.server.open(self.session, bots=[])["table"]
        cup = self.must("/api/tournaments", CUP, self.session).json()
        bot = self.must("/api/me/bots", {"name": f"Bot {number}", "label": "x"}, self.session).json()
        me = self.server.me(self.session).json()
        people = [signed["account"], other["account"]]
        codes = self.server.client.blocking_portal.call(self.server.client.app.state.hub.notices._codes)
        self.known = {
            "table": [table],
            "account": people,
            "person": people,
            "tournament": [cup["id"]],
            "number": ["0", "1"],
            "bot": [bot["account"]],
            "token": [me["bots"][0]["tokens"][0]["id"]],
            "wish": [codes.stop(signed["account"], "0123456789abcdef")],
            "game": ["niagara"],
            "family": ["base"],
        }

    def must(self, path, body, session):
        answer = self.server.ask("POST", path, session, body)
        assert answer.status_code < 300, answer.text
        return answer


CUP = {"name": "Cup", "game": "niagara", "pace": {"clock": {"turn": 120, "reserve": 300}}}


def operations(document):
    for path, methods in sorted(document["paths"].items()):
        for method, operation in sorted(methods.items()):
            body = operation.get("requestBody")
            example = body and body["content"]["application/json"]["schema"]["examples"][0]
            yield path, method, example


def test_whatever_somebody_with_an_account_sends_is_answered(caplog):
    rng, statuses = random.Random(1), {}
    with serving() as server:
        attacker = Attacker(server)
        listed = list(operations(server.client.get("/api/openapi.json").json()))
        for path, method, example in [each for _ in range(12) for each in rng.sample(listed, len(listed))]:
            attacker.settle()
            chosen = path
            while "{" in chosen:
                name = chosen.partition("{")[2].partition("}")[0]
                ids = attacker.known.get(name, [])
                chosen = chosen.replace(f"{{{name}}}", rng.choice([*ids * 24, *ODD_IDS]))
            headers = {"authorization": f"Bearer {attacker.session}"} | (JSON if method == "post" else {})
            body = None if example is None else damaged(rng, example)
            answer = server.client.request(method, chosen, content=body, headers=headers)
            statuses.setdefault((path, method), set()).add(answer.status_code)
            assert answer.status_code < 500, (method, chosen, body, answer.text)
            if answer.status_code >= 400:
                assert {*answer.json()} - {"values"} == {"code", "message", "suggestion"}, (method, chosen, body)
                assert answer.json()["message"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    # Each was asked as one who may: nothing ended at the door.
    turned_away = {401, 404, 405, 415, 429}
    assert not {asked: found for asked, found in statuses.items() if found <= turned_away}
