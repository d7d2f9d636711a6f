"""Tournaments for tests, announced and looked at over HTTP."""

from __future__ import annotations

import time

WISH = {
    "name": "Autumn cup",
    "game": "niagara",
    "options": {"max_rounds": 1},
    "rounds": 2,
    "size": 3,
    "pace": {"clock": {"turn": 60, "reserve": 60}},
}


class Cup:
    def __init__(self, server, session, **changes):
        self.server, self.session = server, session
        answer = server.ask("POST", "/api/tournaments", session, WISH | changes)
        assert answer.status_code == 201, answer.text
        self.path = f"/api/tournaments/{answer.json()['id']}"

    def ask(self, method, what="", body=None, session=None):
        body = {} if body is None and method == "POST" else body
        return self.server.ask(method, self.path + what, session or self.session, body)

    def done(self, *asked, **more):
        answer = self.ask(*asked, **more)
        assert answer.status_code in {200, 204}, answer.text

    @property
    def info(self):
        return self.server.client.get(self.path).json()

    def until(self, reached):
        while not reached(info := self.info):
            time.sleep(0.01)  # the server plays meanwhile, in a thread of its own
        return info

    def opened(self, table):
        """Wait until a table is there, and its game has begun: its id is in the log before."""
        while (answer := self.server.client.get(f"/api/tables/{table['id']}")).status_code != 200 or (
            answer.json()["status"] == "open"
        ):
            time.sleep(0.01)
        return answer.json()
