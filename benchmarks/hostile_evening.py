"""Let people play and look at the lobby while strangers flood a server from many addresses; clean up with commands.

Starts `eddyline serve` with the limits that everybody has, on SQLite and on PostgreSQL, behind a proxy that it
believes. Prints one JSON object. By store:

quiet   Before the strangers come: from the answer to an honest host who opens a table until each watcher of the lobby
        has been told, in milliseconds, and the same since they asked; turns a second at the tables, and how long each
        took; how long signing in takes.
hostile The same while they try accounts (some with names that look like others'), tables under a name in several
        spellings, reports, invitations and passwords, all as fast as the server answers; and how it answered.
theft   A moderator's session is used by somebody else, three times: until its owner ends it on another device, until
        its owner changes the password, until the operator trusts the moderator no more. How the thief was answered
        before and after; milliseconds until they are refused, and until their connection is closed.
cleaned The five commands with which the operator cleans up, what they print and how long they take; what is left of the
        flood, and whether people still play.

    python benchmarks/hostile_evening.py
    python benchmarks/hostile_evening.py --accounts 50 --tables 200 --stores sqlite
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import uvloop

from eddyline.server.base.names import looks
from load.intruders import PASSWORD, Client, Wanted, attack
from load.measuring import sit, summary
from load.serving import ROOT, SEATS, Process, Server, allow_many_files, commit, compile_rules, seat_clients
from load.thieves import THIEF, Moderator, does_harm
from load.websocket import WebSocket

sys.path.append(str(ROOT / "tests"))

from support.database import Postgres

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 200.0
"""Maximum p99 of the time until the lobby is told, in milliseconds."""
PAUSE = 1.0
"""Mean seconds that people take for a turn."""
PULSE = 0.5
"""Seconds between two tables that honest hosts open."""
SIGN_IN = 3.0
"""Seconds between two honest people who sign in."""
LOST = 5.0
"""Seconds after which a table counts as not told."""
HONEST = ("Paula", "Oscar", "Cleo")
"""People with accounts, who sign in; others try their names and passwords."""
MODERATOR = "Vera"
"""Whom the operator trusts, and whose sessions are stolen."""
HOSTS = ("Nina", "Emil", "Ines", "Theo")
LOBBY = {"type": "watch", "status": "open", "order": "newest", "rows": 50}


@dataclass
class Watchers:
    """Look at the lobby, and note when each table is told."""

    told: dict[str, dict[int, float]] = field(default_factory=dict)
    """By table: when each of them was told first."""
    lost: int = 0
    """Connections that ended."""

    async def come(self, server: Server, number: int) -> None:
        """Let so many connect."""
        for watcher in range(number):
            socket = WebSocket(partial(self._hear, watcher), self._gone)
            await socket.connect(server.host, server.port, "/api/lobby/live")
            socket.send(msgspec.json.encode(LOBBY))

    def _hear(self, watcher: int, data: bytes) -> None:
        now, message = time.perf_counter(), msgspec.json.decode(data)
        for row in (*message.get("rows", ()), *(each["row"] for each in message.get("placed", ()))):
            self.told.setdefault(row["id"], {}).setdefault(watcher, now)

    def _gone(self) -> None:
        self.lost += 1


class Evening:
    """Hold a server with its honest people."""

    def __init__(self, server: Server, store: list[str], wanted: argparse.Namespace) -> None:
        self.server, self.store, self.wanted = server, store, wanted
        self.watchers = Watchers()
        self.seats: list[dict[str, Any]] = []
        self.accounts: dict[str, str] = {}
        """Ids of the honest people's, by their names."""
        self._addresses = itertools.cycle(f"198.51.100.{number}" for number in range(1, 200))

    def honest(self) -> Client:
        """Ask from another home."""
        return Client(self.server.host, self.server.port, next(self._addresses))

    def open_tables(self) -> None:
        """Let people sit down at tables that begin at once."""
        for _ in range(self.wanted.games):
            client = self.honest()
            wish = {"game": "niagara", "name": HOSTS[0], "seats": SEATS, "start": True, "options": {"max_rounds": 100}}
            seated = done(client.ask("POST", "/api/tables", wish))
            self.seats.append(seated)
            for name in HOSTS[1:]:
                self.seats.append(done(client.ask("POST", f"/api/tables/{seated['table']}/seats", {"name": name})))
            client.close()

    def make_accounts(self) -> None:
        """Let honest people make accounts."""
        for name in (*HONEST, MODERATOR):
            client = self.honest()
            made = done(client.ask("POST", "/api/people", {"name": name, "password": PASSWORD}))
            self.accounts[name] = made["account"]
            client.close()

    async def measure(self, players: Process, until: asyncio.Event) -> dict[str, Any]:
        """Measure until something is over."""
        self.watchers.told.clear()
        players.tell({"order": "measure"})
        await asyncio.to_thread(players.answer)
        began, cpu, lost = time.perf_counter(), self.server.cpu(), self.watchers.lost
        opened, signed = await asyncio.gather(self._pulse(until), self._sign_in(until))
        players.tell({"order": "report", "seats_per_table": SEATS})
        took = time.perf_counter() - began
        report = await asyncio.to_thread(players.answer)
        games = summary([report], took, self.server.cpu() - cpu, 0)
        return {
            "seconds": round(took, 1),
            "load": round(os.getloadavg()[0], 1),
            "server_cores": round(games["server_cores"], 2),
            "server_mib": round(self.server.memory() / 2**20),
            "lobby_ms": self._waits(opened),
            "watchers_lost": self.watchers.lost - lost,
            "games": {key: round(games[key], 2) for key in ("turns_per_s", "p50_ms", "p99_ms", "refused_per_turn")},
            "sign_in": signed,
        }

    async def _pulse(self, until: asyncio.Event) -> dict[str, tuple[float, float]]:
        """Open tables as honest hosts do; return when each was asked for, and answered."""
        answered = {}
        while not until.is_set():
            client = self.honest()
            wish = {"game": "niagara", "name": "Nina", "seats": 3, "access": "open"}
            asked = time.perf_counter()
            status, answer = await asyncio.to_thread(client.ask, "POST", "/api/tables", wish)
            now = time.perf_counter()
            client.close()
            if status == 201:
                answered[answer["table"]] = asked, now
            await asyncio.sleep(PULSE)
        await asyncio.sleep(LOST)
        return answered

    async def _sign_in(self, until: asyncio.Event) -> dict[str, Any]:
        """Sign in as honest people do on another device."""
        waits, ways = [], []
        for name in itertools.cycle(HONEST):
            if until.is_set():
                return {"ways": {way: ways.count(way) for way in sorted({*ways})}, **quantiles(waits)}
            client = self.honest()
            wish = {"name": name, "password": PASSWORD}
            status, answer = await asyncio.to_thread(client.ask, "POST", "/api/sessions", wish)
            waits += [wait * 1000 for wait in client.waits]
            ways.append("done" if status == 201 else answer["code"])
            client.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(until.wait(), SIGN_IN)
        raise AssertionError

    def _waits(self, opened: dict[str, tuple[float, float]]) -> dict[str, Any]:
        told = self.watchers.told
        seen = [(*when, at) for table, when in opened.items() for at in told.get(table, {}).values()]
        return {
            **quantiles([max(0.0, at - answered) * 1000 for _, answered, at in seen]),
            "since_asked": quantiles([(at - asked) * 1000 for asked, _, at in seen]),
            "opened": len(opened),
            "not_told": len(opened) * self.wanted.watchers - len(seen),
        }


def done(answered: tuple[int, Any]) -> dict[str, Any]:
    """Return what was answered. Raises RuntimeError for a problem."""
    status, answer = answered
    if status >= 400:
        raise RuntimeError(f"expected it to be done, got {status}: {answer}")
    found: dict[str, Any] = answer
    return found


def quantiles(waits: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the longest; nothing of nothing."""
    if not waits:
        return {}
    waits.sort()
    return {
        "p50": round(statistics.median(waits), 1),
        "p99": round(waits[int(len(waits) * 0.99)], 1),
        "longest": round(waits[-1], 1),
    }


# ---- what happens ----


async def flood(evening: Evening) -> dict[str, Any]:
    """Let strangers try everything, in a process of their own."""
    wanted = evening.wanted
    against = Wanted(
        host=evening.server.host,
        port=evening.server.port,
        addresses=wanted.addresses,
        accounts=wanted.accounts,
        tables=wanted.tables,
        reports=wanted.reports,
        guesses=wanted.guesses,
        passwords=wanted.passwords,
        victims=HONEST,
        seats=tuple((each["table"], each["seat"]) for each in evening.seats),
    )
    with ProcessPoolExecutor(1) as other:
        return await asyncio.get_running_loop().run_in_executor(other, attack, against)


async def steal(evening: Evening) -> dict[str, Any]:
    """Let somebody use the sessions of a moderator, and look what is left of that afterwards."""
    whom = HONEST[0]
    moderator = Moderator(
        owner=evening.honest(),
        thief=Client(evening.server.host, evening.server.port, THIEF),
        name=MODERATOR,
        run=partial(run, evening),
        harm=does_harm(evening.accounts[whom], evening.seats[0]["table"]),
    )
    found = await moderator.robbed()
    told = [json.loads(line) for line in (await run(evening, "log", "--json")).splitlines()]
    restored = await run(evening, "people", "restore", whom)
    return found | {
        "in_the_log": sum(each["who"].startswith(MODERATOR) for each in told),
        "restored": short(restored),
    }


async def clean_up(evening: Evening, since: datetime, sessions: list[str]) -> dict[str, Any]:
    """Do what an operator does afterwards, and look what is left."""
    code = (await run(evening, "invitations", "make", "--uses", "500", "--note", "got about")).split()[-1]
    listed = await run(evening, "reports", "list", "--json")
    numbers = [str(json.loads(line)["number"]) for line in listed.splitlines()]
    invitation = json.loads((await run(evening, "invitations", "list", "--json")).splitlines()[-1])["id"]
    evening_began = f"{since:%Y-%m-%d %H:%M}"
    commands = [
        ["tables", "delete", "--by", "Rolf", "--since", evening_began, "--yes"],
        ["people", "suspend", "--named", "Rolf*", "--since", evening_began, "--why", "Part of a flood.", "--yes"],
        ["reports", "handle", *numbers, "--with", "nothing", "--why", "A flood."],
        ["invitations", "revoke", invitation],
        ["log"],
    ]
    done_so = []
    for command in commands:
        began = time.perf_counter()
        said = await run(evening, *command)
        took = round(time.perf_counter() - began, 2)
        done_so.append({"command": " ".join(["eddyline", *command])[:160], "seconds": took, "said": short(said)})
    await asyncio.sleep(2)  # a running server notices within about a second
    client = evening.honest()
    refused = [await asyncio.to_thread(client.ask, "GET", "/api/me", None, each) for each in sessions]
    guess = await asyncio.to_thread(client.ask, "POST", "/api/invitations", {"code": code})
    tables = [json.loads(line) for line in (await run(evening, "tables", "list", "--json")).splitlines()]
    return {
        "commands": done_so,
        "left": {
            "tables_of_the_flood": sum(bool(looks("".join(each["players"][:1])) & looks("Rolf")) for each in tables),
            "sessions_of_the_flood": sum(status == 200 for status, _ in refused),
            "open_reports": len((await run(evening, "reports", "list", "--json")).splitlines()),
            "invitation": guess[1].get("code", "open"),
        },
    }


def short(said: str) -> str:
    """Return the end of what a command has printed."""
    lines = said.strip().splitlines()
    return lines[-1][:200] if lines else ""


async def run(evening: Evening, *command: str) -> str:
    """Run one of the operator's commands; return what it prints. Raises RuntimeError when it fails."""
    program = [sys.executable, "-m", "eddyline", *command, *evening.store]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "COLUMNS": "200"}
    ended = await asyncio.to_thread(
        subprocess.run, program, capture_output=True, text=True, env=environment, check=False
    )
    if ended.returncode:
        raise RuntimeError(f"{' '.join(command[:2])} failed: {ended.stderr}")
    return ended.stdout


async def evening_of(server: Server, store: list[str], wanted: argparse.Namespace) -> dict[str, Any]:
    """Let the evening go by."""
    evening, since = Evening(server, store, wanted), datetime.now(UTC)
    evening.open_tables()
    evening.make_accounts()
    await evening.watchers.come(server, wanted.watchers)
    with seat_clients() as players:
        await asyncio.to_thread(sit, players, server, evening.seats, PAUSE)
        players.tell({"order": "play"})
        found = {"quiet": await evening.measure(players, after(wanted.quiet))}
        over = asyncio.Event()
        flooding = asyncio.create_task(flood(evening))
        flooding.add_done_callback(lambda _: over.set())
        found["hostile"] = await evening.measure(players, over)
        tried = flooding.result()
        sys.stderr.write(f"the flood took {tried['seconds']:.0f} s\n")
        found["hostile"] |= {"tried": tried["tried"], "passed": found["hostile"]["lobby_ms"]["p99"] <= LIMIT}
        found["theft"] = await steal(evening)
        over = asyncio.Event()
        cleaning = asyncio.create_task(clean_up(evening, since, tried["sessions"]))
        cleaning.add_done_callback(lambda _: over.set())
        meanwhile = await evening.measure(players, over)
        found["cleaned"] = cleaning.result() | {"meanwhile": meanwhile}
    return found


def after(seconds: float) -> asyncio.Event:
    """Return an event that happens after some seconds."""
    event = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, event.set)
    return event


@contextlib.contextmanager
def serving(store: str) -> Iterator[tuple[Server, list[str]]]:
    """Serve on a new store, and say how commands name it."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        named = ["--data", folder]
        if store == "postgres":
            database = Postgres(max_connections="100").start()
            stack.callback(database.remove)
            stack.callback(database.stop, "immediate")
            named = ["--store", database.store()]
        options = ["--port", "0", "--proxy", "127.0.0.1", "--address-connections", "0"]
        command = [sys.executable, "-m", "eddyline", "serve", "--data", folder, *options, *named]
        yield stack.enter_context(Server(command, PYTHONPATH=str(ROOT / "src"))), named


def main() -> None:
    """Let an evening go by on each store, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stores", nargs="+", choices=("sqlite", "postgres"), default=["sqlite", "postgres"])
    for name, number, about in (
        ("addresses", 20, "addresses of strangers"),
        ("accounts", 500, "accounts that they try to make"),
        ("tables", 2000, "tables that they try to open"),
        ("reports", 1000, "reports"),
        ("guesses", 500, "invitations guessed"),
        ("passwords", 500, "passwords guessed"),
        ("games", 8, "games of honest people, four at each"),
        ("watchers", 40, "people who look at the lobby"),
        ("quiet", 30, "seconds before the strangers come"),
    ):
        parser.add_argument(f"--{name}", type=int, default=number, help=f"{about} (default: {number})")
    wanted = parser.parse_args()
    allow_many_files()
    compile_rules(ROOT)
    settings = {"commit": commit(), "cores": os.cpu_count(), "machine": platform.machine(), "limit_ms": LIMIT}
    found = {}
    for store in wanted.stores:
        with serving(store) as (server, named):
            found[store] = uvloop.run(evening_of(server, named, wanted))
    print(json.dumps({"benchmark": "hostile_evening", **vars(wanted), **settings, **found}, indent=2))


if __name__ == "__main__":
    main()
