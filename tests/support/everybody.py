"""Somebody of every role that the server tells apart, and what they come to: tables, a tournament, a chat."""

from __future__ import annotations

import itertools
import re
from functools import cached_property

from litestar.exceptions import WebSocketDisconnect

from eddyline.server.accounts.invitations import Made, key_of, new_code
from eddyline.server.accounts.trust import KEY, Trusted

NAMES = {"account": "Ann", "host": "Bo", "organiser": "Cy", "moderator": "Di"}
"""Roles with an account."""
SEATS = {"host": 0, "account": 1, "guest": 2}
"""Where those sit who have a seat."""
CUP = {"name": "Cup", "game": "niagara", "pace": {"clock": {"turn": 120, "reserve": 300}}, "outside_bots": True}


class World:
    """Hold what people come to, made when it is wanted.

    Tables may be for friends: those who have a seat were there before.
    """

    numbers = itertools.count(1)

    def __init__(self, server, *, friends=False):
        self.server, self.number, self._friends = server, next(self.numbers), friends
        server.clock.now += 3600  # nobody has written or tried too often
        self.signed = {role: server.create(f"{name} {self.number}") for role, name in NAMES.items()}
        trusted, ledger = Trusted(account=self.account("moderator")), server.client.app.state.hub.people.trust._ledger
        server.client.blocking_portal.call(ledger.change, KEY, lambda _: [trusted])
        bot = server.bot(self.session("moderator"), f"Moorhen {self.number}")
        self.signed["bot"] = {"session": bot["token"], "account": bot["account"]}
        self.tokens = {}

    @cached_property
    def waiting(self):
        """A table with a free seat, and a line of the account's in its chat."""
        table = self._table(4)
        with Tab(self, "account", table, chat=True) as account:
            assert account.ask("write", text="Hello.") is None
        return table

    @cached_property
    def playing(self):
        """A table where a game has begun."""
        return self._table(3, start=True)

    @cached_property
    def cup(self):
        """A tournament that may begin; the account plays along."""
        cup = self.done("organiser", "POST", "/api/tournaments", CUP)["id"]
        self.done("account", "POST", f"/api/tournaments/{cup}/entry", {})
        self.done("organiser", "POST", f"/api/tournaments/{cup}/bots", {"bot": "random", "count": 3})
        return cup

    @cached_property
    def bot(self):
        """The account's bot, and a token of it."""
        account = self.server.bot(self.session("account"), f"Otter {self.number}")["account"]
        tokens = {bot["account"]: bot["tokens"] for bot in self.server.me(self.session("account")).json()["bots"]}
        return account, tokens[account][0]["id"]

    def _table(self, seats, *, start=False):
        wish = {"name": "Host", "seats": seats, "bots": [], "access": "link"}
        table = self.server.open(self.session("host"), **wish)["table"]
        for role in ("account", "guest"):
            self.tokens[role, table] = self.done(role, "POST", f"/api/tables/{table}/seats", {"name": role})["token"]
        with Tab(self, "host", table) as host:
            if start:
                assert host.ask("start") is None
            if self._friends:
                assert host.ask("set_access", access="friends") is None
        return table

    def account(self, role):
        return self.signed[role]["account"]

    def friend_of(self, role):
        """Make the account and the host friends; return who of them is to be called."""
        pair = {"host": "account", "account": "host"}
        for asking, whom in pair.items():
            self.done(asking, "POST", "/api/me/friends", {"account": self.account(whom)})
        return self.account(pair.get(role, "account"))

    def session(self, role):
        return self.signed[role]["session"] if role in self.signed else None

    def shown(self, role, table):
        """Return what somebody shows in a message about a table: a guest, that the seat is theirs."""
        return {"token": self.tokens[role, table]} if role == "guest" else {}

    def done(self, role, method, path, body=None):
        answer = self.server.ask(method, path, self.session(role), body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def refused(self, role, method, path, body=None):
        """Make a request; return why not, None if it was done."""
        seats = [token for (whose, table), token in self.tokens.items() if whose == role == "guest" and table in path]
        seat = {"eddyline-seat": seats[0]} if seats else {}
        answer = self.server.ask(method, path, self.session(role), body, **seat)
        return None if answer.status_code < 400 else answer.json()["code"]

    def invitation(self):
        """Make an invitation; return its code."""
        client, code = self.server.client, new_code()
        ledger = client.app.state.hub.people.door._invitations
        client.blocking_portal.call(ledger.change, key_of(code), lambda _: [Made(uses=1, until=None, note=None)])
        return code

    def wish(self):
        """Return what a mail to the account says about ending it."""
        client = self.server.client
        codes = client.blocking_portal.call(client.app.state.hub.notices._codes)
        return codes.stop(self.account("account"), "0123456789abcdef")

    def about(self, path, *, playing):
        """Fill in the ids of an address."""
        account = self.account("account")
        ids = {
            "table": lambda: self.playing if playing else self.waiting,
            "called_to": lambda: self.waiting,
            "account": lambda: account,
            "person": lambda: account,
            "place": lambda: "lobby",
            "tournament": lambda: self.cup,
            "number": lambda: 0,
            "bot": lambda: self.bot[0],
            "token": lambda: self.bot[1],
            "which": lambda: "here",
            "way": lambda: "0",
            "wish": self.wish,
            "game": lambda: CUP["game"],
            "family": lambda: "base",
            "day": lambda: "2026-11-29",
        }
        return path.format_map({name: ids[name]() for name in re.findall(r"{(\w+)}", path)})


class Tab:
    """Be connected as somebody: to a table, to its chat, or anywhere else that needs no hello."""

    def __init__(self, world, role, place, *, chat=False, greets=True):
        self._world, self._role, self._place, self._greets = world, role, place, greets
        path = place if not greets else f"/api/chat/{place}" if chat else f"/ws/tables/{place}"
        self._name = {"name": "Visitor"} if chat else {}
        self._socket = world.server.client.websocket_connect(path)
        self.greeted, self.sync = None, {}

    def __enter__(self):
        self._socket.__enter__()
        if self._greets:
            self.greeted = self.hello()
        return self

    def __exit__(self, *about):
        self._socket.__exit__(*about)

    def hello(self):
        """Say who one is."""
        shown = self._world.shown(self._role, self._place)
        code = self.ask("hello", session=self._world.session(self._role), **shown, **self._name)
        while code is None and not self._name and not self.sync:
            self._note(self._socket.receive_json())
        return code

    def _note(self, told):
        self.sync = told if told["type"] == "sync" else self.sync

    @property
    def first(self):
        """Return the first decision that somebody may make; 0: they see none."""
        legal = (self.sync.get("draft") or {}).get("legal")
        return legal[0]["id"] if legal else 0

    def ask(self, kind, **message):
        """Say something; return why not, None if nothing was refused."""
        code = None
        try:
            self._socket.send_json({"type": kind, **message})
            self._socket.send_json({"type": "ping"})
            while (told := self._socket.receive_json())["type"] != "pong":
                code = told["code"] if told["type"] == "refused" else code
                self._note(told)
        except WebSocketDisconnect:
            assert code is not None, "nobody is sent away without a word"
        return code
