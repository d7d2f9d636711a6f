"""What the host of a real server sees and says: the log, the metrics, options, commands about its tables."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys

import httpx
import pytest
import websockets
from click.testing import CliRunner
from websockets.sync.client import connect

from e2e.server import Player
from eddyline.build import build_id
from eddyline.cli import main
from eddyline.engine.cache_folder import cache_folder
from support.numbered import NUMBER, become, become_in
from support.serving import START, running, server

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]


def start(data, *options):
    command = [sys.executable, "-m", "eddyline", "serve", "--port", "0", "--data", str(data), *options]
    return running(command, stderr=subprocess.PIPE)


def test_what_a_test_runs_ends_with_it_when_it_fails():
    with pytest.raises(ZeroDivisionError), running([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as waiting:
        raise ZeroDivisionError
    assert waiting.returncode == -signal.SIGKILL


LOADED = """
import importlib, sys
module = importlib.import_module("eddyline.cli.serve")
module.prepare = lambda: sys.exit("eddyline.engine.kernel" in sys.modules)
module.serve(sys.argv[1:])
"""


def test_no_rules_are_loaded_before_a_server_knows_whether_they_are_compiled(tmp_path):
    # What is loaded by then would be compiled in the middle of the first game.
    mail = ("--mail", "smtp://127.0.0.1:1025", "--mail-from", "games@example.org", "--mail-link", "https://example.org")
    serving = [sys.executable, "-c", LOADED, "--port", "0", "--data", str(tmp_path), *mail]
    assert subprocess.run(serving, check=False).returncode == 0


@pytest.mark.usefixtures("uncompiled")
def test_the_host_reads_the_log_and_the_metrics(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        options = ["--port", "0", "--data", str(tmp_path / "refused"), "--log-format", "text"]
        refused = CliRunner().invoke(main, ["serve", *options, "--metrics", str(port)])
        assert refused.exit_code == 1
        assert re.match(r"\S+ \[info +\] server is starting ", refused.output), "people read text"
        assert f"\nError: cannot show metrics on port {port}: Address already in use" in refused.output
    with start(tmp_path / "tables", "--metrics", str(port)) as server:
        address = re.search(r"http://[\d.:]+", server.stdout.readline())[0]
        seated = httpx.post(f"{address}/api/tables", json={"game": "niagara", "name": "Anna", "seats": 3}).json()
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        shown = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert "eddyline_tables 1.0" in shown
        assert f'build="{build_id()}"' in shown
        for name in ("process_resident_memory_bytes", "process_cpu_seconds_total", "eddyline_store_bytes"):
            assert float(re.search(rf"^{name} (\S+)$", shown, re.MULTILINE)[1]) > 0
        server.terminate()
        _, log = server.communicate()
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["event"] for line in lines] == [
        "server is starting",
        "server started",
        "table opened",
        "server stopped",
    ]
    assert lines[0]["build"] == lines[1]["build"] == build_id()
    assert lines[2]["table"] == seated["table"]
    assert seated["token"] not in log
    assert "127.0.0.1" not in log


# The server may have answered and closed the connection before the request was sent: the client then says that the
# connection is closed, or its own check fails, when the thread that reads was first.
NOT_LET_IN = (websockets.InvalidHandshake, websockets.ConnectionClosed, AssertionError)


@contextlib.contextmanager
def visit(address, table, of=None):
    """Watch a table, from another address if a proxy may say so."""
    headers = {} if of is None else {"X-Forwarded-For": of}
    with connect(f"ws{address.removeprefix('http')}/ws/tables/{table}", additional_headers=headers) as visitor:
        with contextlib.suppress(websockets.ConnectionClosed):  # turned away already
            visitor.send('{"type":"hello"}')
        yield visitor


def open_table(address):
    return httpx.post(f"{address}/api/tables", json={"game": "niagara", "name": "Anna", "seats": 3}).json()["table"]


@contextlib.contextmanager
def inside(address, table, of):
    """Be at a table; the connection that opened it may take its place for a moment."""
    with contextlib.ExitStack() as stack:
        while True:
            with contextlib.suppress(*NOT_LET_IN):
                stack.enter_context(visit(address, table, of)).recv()
                break
        yield


def turned_away(address, table, of):
    """Tell whether somebody is not let in: by the table, or with all other requests of the address."""
    with contextlib.ExitStack() as stack:
        try:
            visitor = stack.enter_context(visit(address, table, of))
        except NOT_LET_IN:
            return True
        said = json.loads(visitor.recv())
        if said["type"] == "sync":
            return False
        assert said["code"] == "too_fast"
        with pytest.raises(websockets.ConnectionClosed):
            visitor.recv()
    return True


def status(address, host):
    return httpx.get(f"{address}/api/games", headers={"Host": host}).status_code


ALMOST = """
import atexit, resource, socket, sys
from eddyline.cli import main
taken = socket.create_server(("127.0.0.1", 0))
atexit.register(lambda: print(resource.getrlimit(resource.RLIMIT_NOFILE)))
main(["serve", "--port", str(taken.getsockname()[1]), "--connections", sys.argv[1]])
"""
"""Almost start a server: the port is taken. It comes after the options and before all that takes long."""


@pytest.mark.skipif(sys.platform == "win32", reason="there, files are not limited like this")
def test_connections_need_files():
    command = ["sh", "-c", f"ulimit -S -n 400; ulimit -H -n 2000; exec {sys.executable} -c '{ALMOST}' $0"]
    refused, accepted = (
        subprocess.run([*command, wish], capture_output=True, text=True, check=False) for wish in ("1901", "1900")
    )
    assert refused.returncode == 2
    assert "expected at most 1900" in " ".join(refused.stderr.replace("│", " ").split())
    assert "cannot listen" in accepted.stderr, "all it was asked for is granted by then"
    assert accepted.stdout == "(2000, 2000)\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there, everything is compiled before the start")
def test_the_host_names_servers_and_proxies_and_the_next_program_has_the_same_options(tmp_path):
    options = ["--allow-host", "Games.example.org", "--address-connections", "1", "--proxy", "127.0.0.0/8"]
    options += ["--keep-open", "3", "--keep", "7"]

    def has_its_options():
        assert status(address, "games.example.org") == 200
        assert status(address, "other.example.org") == 421
        with inside(address, table, "198.51.100.1"):
            assert turned_away(address, table, "198.51.100.1")
            # A proxy that the host named may say that it is somebody else.
            assert not turned_away(address, table, "198.51.100.2")

    start = f"import support.changing_over; {START}"
    with server(tmp_path, start, options=options) as (process, address):
        table = open_table(address)
        has_its_options()
        process.send_signal(signal.SIGUSR1)
        while "The compiled rules are in use now" not in (line := process.stdout.readline()):
            assert line, "the server has ended"
        has_its_options()


@pytest.mark.usefixtures("uncompiled")
def test_commands_about_tables_reach_those_who_are_there(tmp_path):
    def command(*arguments):
        done = CliRunner().invoke(main, ["tables", *arguments, "--data", str(tmp_path)])
        assert done.exit_code == 0, done.output
        return done.output

    with server(tmp_path) as (_, address):
        table = open_table(address)
        with visit(address, table) as visitor:
            assert json.loads(visitor.recv())["table"]["status"] == "open"
            assert "Anna" in command("list", "--status", "open")
            command("close", table, "--why", "Good night.")
            while (said := json.loads(visitor.recv()))["type"] != "sync":
                pass
            assert (said["table"]["ended"], said["table"]["notice"]) == ("closed", "Good night.")
            joined = httpx.post(f"{address}/api/tables/{table}/seats", json={"name": "Bo"})
            assert joined.json()["message"] == "The operator of this server has closed this table."
            command("delete", table, "--yes")
            while (said := json.loads(visitor.recv()))["type"] != "refused":
                pass
            assert said["code"] == "deleted"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                visitor.recv()
            assert closed.value.rcvd.code == 4412
        assert httpx.get(f"{address}/api/tables/{table}").status_code == 404
        assert httpx.get(f"{address}/health").status_code == 200


def test_a_number_without_a_home_plays_a_whole_game_where_it_can_write_nothing_else(tmp_path):
    log = tmp_path / "log.txt"
    # Everything is compiled there, and belongs to root.
    environment = {"EDDYLINE_CACHE": str(cache_folder().parents[1])}
    with (
        become_in() as (data, become),
        server(data, environment=environment, log=log, become=become) as (_, address),
    ):
        wish = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ["paddler"] * 2, "options": {"max_rounds": 2}}
        seated = httpx.post(f"{address}/api/tables", json=wish | {"start": True}).json()
        player = Player(httpx.URL(address), seated["table"], seated["token"])
        player.play_to_the_end()
        player.close()
        assert player.sync["table"]["ended"] == "finished"
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        assert {path.stat().st_uid for path in data.iterdir()} == {NUMBER}
    assert {json.loads(line)["level"] for line in log.read_text().splitlines()} == {"info"}


def test_a_number_without_a_home_is_told_what_it_has_to_name(tmp_path):
    def run(*arguments):
        command = [*become(), "TMPDIR=/dev/null", sys.executable, "-P", "-m", "eddyline", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")

    assert run("--help").returncode == run("serve", "--help").returncode == 0
    for command in (["serve", "--port", "0"], ["check"]):
        refused = run(*command)
        assert refused.returncode == 1
        assert "name one with --data or EDDYLINE_DATA" in refused.stderr
        assert "Traceback" not in refused.stderr
