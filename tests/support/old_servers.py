"""Make databases with an older version, for later ones to open: `python -m support.old_servers CHECKOUT` in tests/.

CHECKOUT is a folder with the older version, such as a Git worktree. Its own server keeps the databases, and is spoken
to over HTTP and WebSockets, in the words of that version; where later ones use others, so must this script. It writes
`golden/databases/COMMIT/`, which `test_old_databases` opens. Needs what the tests need, and some minutes: games that
count take one.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
from websockets.sync.client import ClientConnection, connect

from eddyline.ratings.counting import SHORTEST
from support.database import Postgres, dumped
from support.old_databases import FOLDER, SQL, TOLD, Answer, Question, Told, pack
from support.people import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLOCK = {"turn": 600, "reserve": 600}


class Person:
    """Somebody with a browser, at an address of their own."""

    def __init__(self, server: OldServer, name: str) -> None:
        self.server, self.name = server, name
        self.session: str | None = None
        self.account = ""
        self.tokens: dict[str, str] = {}
        """Of seats, by table."""
        self._from = {"X-Forwarded-For": f"10.0.0.{next(server.addresses)}"}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = self._from | ({"Authorization": f"Bearer {self.session}"} if self.session else {})
        answer = self.server.client.request(method, path, json=body, headers=headers)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def sign_up(self) -> dict[str, Any]:
        made = self.ask("POST", "/api/people", {"name": self.name, "password": PASSWORD, "device": "Desk"})
        self.session, self.account = made["session"], made["account"]
        return made

    def open(self, game: str, seats: int, **wishes: Any) -> str:
        """Open a table; return its id."""
        seated = self.ask("POST", "/api/tables", {"game": game, "name": self.name, "seats": seats, **wishes})
        self.tokens[seated["table"]] = seated["token"]
        return seated["table"]

    def join(self, table: str) -> None:
        self.tokens[table] = self.ask("POST", f"/api/tables/{table}/seats", {"name": self.name})["token"]

    @contextlib.contextmanager
    def visit(self, path: str, **hello: Any) -> Iterator[Visit]:
        """Connect, and say hello."""
        with connect(self.server.sockets + path, additional_headers=self._from, max_size=None) as socket:
            yield Visit(socket, hello)

    def sit(self, table: str) -> contextlib.AbstractContextManager[Visit]:
        return self.visit(f"/ws/tables/{table}", **self.known(table))

    def known(self, table: str) -> dict[str, str]:
        """Return what a hello says of somebody at a table."""
        return {"session": self.session} if self.session else {"token": self.tokens[table]}

    def chat(self, place: str) -> contextlib.AbstractContextManager[Visit]:
        return self.visit(f"/api/chat/{place}", **self.known(place))


class Visit:
    """A connection to a table or a chat."""

    def __init__(self, socket: ClientConnection, hello: dict[str, Any]) -> None:
        self._socket = socket
        self.last: dict[str, Any] = {}
        self.say("hello", **hello)
        self.first = self.last

    def send(self, kind: str, **message: Any) -> None:
        self._socket.send(json.dumps({"type": kind, **message}))

    def hear(self) -> dict[str, Any]:
        """Wait for the next message, and keep it if it is more than news of who is here."""
        heard: dict[str, Any] = json.loads(self._socket.recv(timeout=300))
        if heard["type"] not in {"table", "pong"}:
            self.last = heard
        return heard

    def say(self, kind: str, **message: Any) -> None:
        """Send a message, and return when it is carried out."""
        self.send(kind, **message)
        self.send("ping")
        while (heard := self.hear())["type"] != "pong":
            assert heard["type"] != "refused", (kind, message, heard)

    def play(self) -> None:
        """Play a turn at random; return when it is played."""
        heard, asked = self.last, False
        seat = heard["you"]
        while not any(update["seat"] == seat for update in heard.get("updates", ())):
            draft = heard if heard["type"] == "draft" else heard.get("draft")
            if heard["type"] == "refused":
                asked = False  # a bot was faster, and the state comes again
            elif draft is not None and not asked:
                asked = draft["complete"]
                self._go_on(draft)
            heard = self.hear()

    def _go_on(self, draft: dict[str, Any]) -> None:
        if draft["complete"]:
            decisions = [action["id"] for action in draft["decisions"]]
            self.send("confirm", version=draft["version"], decisions=decisions, turn=uuid.uuid4().hex)
        else:
            chosen = random.choice(draft["legal"])["id"]
            self.send("decide", version=draft["version"], step=draft["step"], action=chosen)


def owes(state: dict[str, Any]) -> bool:
    """Return whether somebody owes a turn, and has not confirmed a secret one."""
    return state["draft"] is not None and not state["draft"]["confirmed"]


def play_on(table: str, people: list[Person], enough: Callable[[Person, dict[str, Any]], bool]) -> None:
    """Let people play in turns; stop when one finds that it is enough, before they play."""
    while True:
        for person in people:
            with person.sit(table) as visit:
                if enough(person, visit.first):
                    return
                if owes(visit.first):
                    visit.play()


def over(_: Person, state: dict[str, Any]) -> bool:
    return state["table"]["status"] == "over"


class OldServer:
    """The server of an older version, on a store of its own."""

    def __init__(self, checkout: Path, data: Path, store: str | None) -> None:
        command = [sys.executable, "-m", "eddyline", "serve", "--port", "0", "--data", str(data)]
        command += ["--bot-pause", "0", "--proxy", "127.0.0.1", *(["--store", store] if store else [])]
        self._log = (data.parent / f"{data.name}.log").open("wb")
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        self._process = subprocess.Popen(
            command, cwd=data.parent, env=environment, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        self.addresses = itertools.count(1)
        assert self._process.stdout is not None
        said = iter(self._process.stdout)
        ready = next(filter(None, (re.search(r"http://([\w.:]+)/", line) for line in said)))
        threading.Thread(target=lambda: [*said], daemon=True).start()
        self.client = httpx.Client(base_url=f"http://{ready[1]}", timeout=300)
        self.sockets = f"ws://{ready[1]}"

    def wait(self, path: str, reached: Callable[[Any], bool]) -> Any:
        while not reached(found := self.client.get(path).json()):
            time.sleep(0.2)
        return found

    def asked(self, question: Question) -> Answer:
        if question["hello"] is not None:
            with connect(self.sockets + question["path"], max_size=None) as socket:
                socket.send(json.dumps({"type": "hello", **question["hello"]}))
                return {"question": question, "status": 101, "body": str(socket.recv())}
        headers = {"Authorization": f"Bearer {question['session']}"} if question["session"] else {}
        answer = self.client.get(question["path"], headers=headers)
        return {"question": question, "status": answer.status_code, "body": answer.text}

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.client.close()
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait() == 0, Path(self._log.name).read_text("utf-8")
        self._log.close()


def get(path: str, session: str | None = None) -> Question:
    return {"path": path, "session": session, "hello": None}


def hello(path: str, **message: Any) -> Question:
    return {"path": path, "session": None, "hello": message}


def of_table(table: str) -> list[Question]:
    return [
        get(f"/api/tables/{table}"),
        get(f"/api/tables/{table}/record"),
        hello(f"/ws/tables/{table}", since=0, record=True),
    ]


def of_person(person: Person) -> list[Question]:
    public = [get(f"/api/people/{person.account}{what}") for what in ("", "/ratings", "/tournaments")]
    own = ("/api/me", "/api/me/export", "/api/me/friends", "/api/me/notices")
    return public + [get(path, person.session) for path in own]


class Made(NamedTuple):
    """What was done in a database: what is asked of it, whose turn it is at tables, and who may sign in."""

    questions: list[Question]
    running: dict[str, dict[str, str]]
    name: str | None = None


def small(server: OldServer) -> Made:
    """Let guests play: one has confirmed a secret turn, another has not. At a second table somebody waits."""
    anna, bo = Person(server, "Anna"), Person(server, "Bo")
    table = anna.open("niagara", 3, bots=["random"])
    bo.join(table)
    waiting = bo.open("canyon", 4, access="open", bots=["random"], bot_seconds=0.5)
    with anna.sit(table) as visit:
        visit.say("start")

    def enough(person: Person, state: dict[str, Any]) -> bool:
        # Of those who choose a card at once, it is Bo alone whom the others wait for.
        alone = [seat["thinking"] for seat in state["table"]["seats"]] == [False, True, False]
        return person is bo and state["version"] > 40 and alone and owes(state) and secret(state)

    play_on(table, [anna, bo], enough)
    seats = [hello(f"/ws/tables/{table}", record=True, **person.known(table)) for person in (anna, bo)]
    return Made([*of_table(table), *seats, *of_table(waiting), get("/api/tournaments")], {table: bo.known(table)})


def secret(state: dict[str, Any]) -> bool:
    """Return whether the turn that somebody owes is a card of Niagara."""
    return all(action["text"].startswith("card ") for action in state["draft"]["legal"])


def rich(server: OldServer) -> Made:
    """Let people with accounts do all that there is to do."""
    mika, nils, bea, olga = people = [Person(server, name) for name in ("Mika", "Nils", "Béa", "Olga")]
    guest = Person(server, "Gast")
    for person in people:
        person.sign_up()
    befriend(mika, nils, bea, olga)
    counting = [
        mika.open("niagara", 3, bots=["paddler"]),
        nils.open("canyon", 3, bots=["random"], access="open"),
    ]
    nils.join(counting[0])
    bea.join(counting[1])
    begun = time.monotonic()
    for person, table in zip((mika, nils), counting, strict=True):
        with person.sit(table) as visit:
            visit.say("start")
    tables = [*lively(mika, nils, bea, olga, guest), *counting]
    slow = vacation(nils, bea)
    cup, played = tournament(server, mika, bea)
    bea.ask("POST", "/api/me/blocked", {"name": guest.name})
    olga.ask("POST", "/api/me/deletion", {"password": PASSWORD})
    time.sleep(max(0.0, begun + SHORTEST / 1000 + 1 - time.monotonic()))
    play_on(counting[0], [mika, nils], over)
    play_on(counting[1], [nils, bea], over)
    for table in counting:
        server.wait(f"/api/tables/{table}", lambda info: info["ratings"] is not None)
    questions = [question for table in [*tables, slow, *played] for question in of_table(table)]
    questions += [question for person in (mika, nils, bea) for question in of_person(person)]
    questions += [get(f"/api/people/{olga.account}"), get(cup), get("/api/tournaments"), get("/api/ratings")]
    questions += [get(f"/api/ratings/{game}/base") for game in ("niagara", "canyon")]
    questions += [hello("/api/chat/lobby"), *(hello(f"/api/chat/{table}") for table in tables)]
    questions += [hello(f"/ws/tables/{slow}", record=True, **bea.known(slow))]
    return Made(questions, {slow: bea.known(slow)}, mika.name)


def befriend(mika: Person, nils: Person, bea: Person, olga: Person) -> None:
    mika.ask("POST", "/api/me/preferences", {"colour": 3, "pattern": 2})
    mika.ask("POST", "/api/me/codes", {"password": PASSWORD})
    phone = {"name": nils.name, "password": PASSWORD, "device": "Phone"}
    nils.ask("POST", "/api/sessions", phone)
    mika.ask("POST", "/api/me/friends", {"name": nils.name})
    nils.ask("POST", "/api/me/friends", {"account": mika.account})
    bea.ask("POST", "/api/me/friends", {"name": nils.name})
    bea.ask("POST", "/api/me/blocked", {"name": olga.name})
    nils.ask("POST", "/api/me/blocked", {"name": olga.name})
    nils.ask("DELETE", f"/api/me/blocked/{olga.account}")
    bea.ask("POST", "/api/me/bots", {"name": "Bot Béa", "label": "laptop"})


def lively(mika: Person, nils: Person, bea: Person, olga: Person, guest: Person) -> list[str]:
    """Do at a table whatever one can do there, play a little and agree to stop; return it, and its rematch."""
    table = mika.open("niagara", 5, access="friends", rated=False)
    mika.ask("POST", f"/api/tables/{table}/invitations", {"name": bea.name})
    mika.ask("DELETE", f"/api/tables/{table}/invitations/{bea.account}")
    with mika.sit(table) as host:
        host.say("set_access", access="link")
        host.say("set_pace", pace={"clock": CLOCK, "absence": 30, "stand_in": "random"})
        host.say("set_rules", preset=host.last["table"]["preset"], options={"max_rounds": 30})
        host.say("limit_bots", seconds=0.2)
        host.say("add_bot", seat=4, bot="random")
        host.say("remove_seat", seat=4)
        for person in (nils, olga, guest, bea):
            person.join(table)
        with nils.sit(table) as visit:
            visit.say("mix", word="a word of Nils's")
            visit.say("paint", colour=5, pattern=5)
        host.say("remove_seat", seat=0)
    mika.join(table)
    with nils.sit(table) as visit:
        visit.say("start")
    play_on(table, [mika, nils, olga, guest, bea], lambda _, state: state["version"] > 60)
    talk(mika, nils, bea, olga, guest, table)
    guest.sign_up()
    guest.ask("POST", "/api/me/seats", {"seats": [{"table": table, "token": guest.tokens[table]}]})
    with guest.sit(table) as visit:
        visit.say("stand_in", seat=visit.first["you"], bot="random")
        visit.say("come_back")
    with olga.sit(table) as visit:
        visit.say("resign")
    with contextlib.ExitStack() as stack:
        visits = [stack.enter_context(person.sit(table)) for person in (mika, nils, guest, bea)]
        for visit in visits:
            visit.say("vote", matter="stop")
        visits[0].say("rematch")
    return [table, mika.ask("GET", f"/api/tables/{table}")["rematch"]]


def talk(mika: Person, nils: Person, bea: Person, olga: Person, guest: Person, table: str) -> None:
    """Write in the lobby and at a table; some of it is removed and reported, and somebody muted."""
    for place in ("lobby", table):
        for person in (mika, nils, bea, olga, *([guest] if place == table else [])):
            with person.chat(place) as visit:
                visit.say("write", text=f"Hello from {person.name} – שלום 🛶")
    with bea.chat("lobby") as visit:
        visit.say("remove", number=3)
        visit.say("report", number=4)
    with nils.chat(table) as visit:  # the host by now
        visit.say("mute", name=olga.name)


def vacation(nils: Person, bea: Person) -> str:
    """Begin a game that takes days, and a vacation in it; return its table."""
    table = bea.open("canyon", 3, bots=["random"], pace={"clock": {"turn": 86_400, "reserve": 86_400}})
    nils.join(table)
    with bea.sit(table) as visit:
        visit.say("start")
    play_on(table, [bea, nils], lambda person, state: person is bea and state["version"] > 20 and owes(state))
    with nils.sit(table) as visit:
        if visit.first["ahead"] is not None:
            actions = [group[0]["text"] for group in visit.first["ahead"]["choices"][:1]]
            visit.say("plan_ahead", version=visit.first["version"], actions=actions)
    week = datetime.now(UTC).date() + timedelta(days=7)
    nils.ask("POST", "/api/me/vacation", {"last": week.isoformat()})
    return table


def tournament(server: OldServer, mika: Person, bea: Person) -> tuple[str, list[str]]:
    """Play a tournament to its end; return its path and its tables."""
    wish = {"name": "Autumn cup", "game": "niagara", "options": {"max_rounds": 1}, "rounds": 2, "size": 3}
    path = f"/api/tournaments/{mika.ask('POST', '/api/tournaments', wish | {'pace': {'clock': CLOCK}})['id']}"
    for person in (mika, bea):
        person.ask("POST", f"{path}/entry", {})
    mika.ask("DELETE", f"{path}/entry")
    mika.ask("POST", f"{path}/bots", {"bot": "random", "count": 5})
    mika.ask("POST", f"{path}/start", {})
    while (now := server.client.get(path).json())["status"] != "over":
        for table in [table["id"] for each in now["played"] for table in each["tables"] if not table["over"]]:
            info = server.client.get(f"/api/tables/{table}").json()
            # It is opened a moment after it was paired.
            if any(seat["account"] == bea.account for seat in info.get("seats", ())):
                play_on(table, [bea], over)
        time.sleep(0.1)
    return path, sorted(table["id"] for each in now["played"] for table in each["tables"])


SCENES = {"small": small, "rich": rich}


def make(checkout: Path, name: str, store: str | None) -> None:
    """Make a database, ask about it, and write both."""
    commit = subprocess.check_output(["git", "rev-parse", "--short=7", "HEAD"], cwd=checkout, text=True).strip()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        server = OldServer(checkout, data, store)
        try:
            made = SCENES[name](server)
            answers = [server.asked(question) for question in made.questions]
            at = time.time()
        finally:
            server.stop()
        if store is None:
            files = {path.name: path.read_bytes() for path in data.iterdir() if path.suffix in {".sqlite3", ".heads"}}
        else:
            files = {SQL: dumped(store).encode()}
    told: Told = {"at": at, "answers": answers, "running": made.running, "name": made.name}
    files[TOLD] = json.dumps(told, ensure_ascii=False).encode()
    pack(FOLDER / commit / f"{name}-{'sqlite' if store is None else 'postgres'}.tar.xz", files)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("checkout", type=Path, help="folder with the older version")
    checkout: Path = asked.parse_args().checkout.resolve()
    postgres = Postgres().start()
    try:
        for name in SCENES:
            make(checkout, name, None)
            make(checkout, name, postgres.database())
    finally:
        postgres.stop()
        postgres.remove()


if __name__ == "__main__":
    main()
