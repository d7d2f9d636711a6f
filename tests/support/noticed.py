"""People with accounts and closed browsers, and a server that looks whom it has to tell something."""

from __future__ import annotations

from eddyline.server.notices.at_tables import AWAY_FROM_TABLE
from support.push import Browser
from support.tables import until

DAYS = {"clock": {"turn": 86400}}


class Person:
    """Somebody with an account and a browser that is closed."""

    def __init__(self, server, service, name):
        self.server, self.made = server, server.create(name)
        self.session = self.made["session"]
        self.browser = Browser(service)
        self.key = server.ask("GET", "/api/me/notices", self.session).json()["key"]

    def subscribe(self, language="en"):
        wish = self.browser.subscription | {"language": language, "device": "Phone"}
        answer = self.server.ask("POST", "/api/me/notices/push", self.session, wish)
        assert answer.status_code == 201, answer.text
        return self

    @property
    def ways(self):
        return self.server.ask("GET", "/api/me/notices", self.session).json()["ways"]

    def message(self):
        return self.browser.message(self.key)


def hub(server):
    return server.client.app.state.hub


def look(server, seconds=AWAY_FROM_TABLE + 1):
    """Let time pass, let the server look, and wait until all is sent."""
    server.clock.now += seconds

    async def go():
        notices = hub(server).notices
        await notices.look()
        await until(lambda: not notices._telling)

    server.client.blocking_portal.call(go)


def begin(server, person, *others, **wish):
    """Begin a game: this person, others, and a bot."""
    table = server.open(person.session, seats=2 + len(others), bots=["random"], start=True, pace=DAYS, **wish)["table"]
    for other in others:
        server.ask("POST", f"/api/tables/{table}/seats", other.session, {"name": "x"})
    while server.table(table)["status"] != "running":
        pass
    return table
