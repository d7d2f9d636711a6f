"""Accounts for tests, on a server whose passwords are hashed fast, and counted."""

from __future__ import annotations

import contextlib

from argon2 import PasswordHasher
from litestar.exceptions import WebSocketDisconnect

from eddyline.server.base.origin import Caller
from support.apps import visiting
from support.tables import Clock, MemoryStore, outside, settings

TABLE = {"game": "niagara", "name": "Guest", "seats": 3, "bots": ["random"]}
CALLER = Caller("127.0.0.1", None)
PASSWORD, OTHER, WRONG = "correct horse battery", "battery staple horse", "wrong"


class CountedHasher(PasswordHasher):
    """Hash fast, and count."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified = 0

    def verify(self, hashed, password):  # type: ignore[no-untyped-def]
        self.verified += 1
        return super().verify(hashed, password)


class Server:
    """A server in the test's process, and those who ask it."""

    def __init__(self, client, store, clock, hasher):
        self.client, self.store, self.clock, self.hasher = client, store, clock, hasher
        self.opened = contextlib.ExitStack()

    def ask(self, method, path, session=None, body=None, **headers):
        if session is not None:
            headers["authorization"] = f"Bearer {session}"
        return self.client.request(method, path, json=body, headers=headers)

    def create(self, name="Mika", **changes):
        answer = self.ask("POST", "/api/people", body={"name": name, "password": PASSWORD, "device": "Desk"} | changes)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sign_in(self, name="Mika", password=PASSWORD, **changes):
        return self.ask("POST", "/api/sessions", body={"name": name, "password": password, "device": "Phone"} | changes)

    def me(self, session):
        return self.ask("GET", "/api/me", session)

    def open(self, session=None, **changes):
        answer = self.ask("POST", "/api/tables", session, TABLE | changes)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def bot(self, owner, name="Otter", label="desk"):
        """Make a bot from outside; return its account and its first token."""
        answer = self.ask("POST", "/api/me/bots", owner, {"name": name, "label": label})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def table(self, table):
        return self.client.get(f"/api/tables/{table}").json()

    def hello(self, table, **hello):
        session = self.opened.enter_context(self.client.websocket_connect(f"/ws/tables/{table}"))
        session.send_json({"type": "hello", **hello})
        return session


def code(answer):
    """Return why a request was refused."""
    return answer.json()["code"]


def heard(socket, *kinds):
    """Return the next message of a kind."""
    while (message := socket.receive_json())["type"] not in kinds:
        pass
    return message


def last_words(socket):
    """Return what comes until a connection is closed, and the code with which it is."""
    told = []
    try:
        while True:
            told.append(socket.receive_json())
    except WebSocketDisconnect as end:
        return told, end.code


@contextlib.contextmanager
def serving(store=None, clock=None, **changes):
    """Serve as long as the test lasts, on a store of its own unless it is given one."""
    store, clock, hasher = store or MemoryStore(), clock or Clock(), CountedHasher()
    logs = store.logs if isinstance(store, MemoryStore) else None
    chosen = settings(outside=outside(clock=clock), hasher=hasher, **changes)
    with visiting(chosen, store) as client:
        made = Server(client, store, clock, hasher)
        with made.opened:
            yield made
    # A server closes its store, which others may go on to use.
    if logs is not None:
        store.logs = logs


def waited(look, wanted):
    """Look until something is as wanted; pytest-timeout watches over what never is."""
    while (found := look()) != wanted:
        pass
    return found
