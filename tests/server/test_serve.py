"""What the host of a real server sees: the log on stderr, the metrics on a port of their own."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys

import httpx
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]


def start(data, *options):
    command = [sys.executable, "-m", "eddyline", "serve", "--port", "0", "--data", str(data), *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_host_reads_the_log_and_the_metrics(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start(tmp_path / "refused", "--metrics", str(port)) as refused:
            _, complaint = refused.communicate()
        assert refused.returncode == 1
        assert complaint.startswith(f"Error: cannot show metrics on port {port}: Address already in use")
    with start(tmp_path / "tables", "--metrics", str(port)) as server:
        address = re.search(r"http://[\d.:]+", server.stdout.readline())[0]
        seated = httpx.post(f"{address}/api/tables", json={"game": "niagara", "name": "Anna", "seats": 3}).json()
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        assert "eddyline_tables 1.0" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        server.terminate()
        _, log = server.communicate()
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["event"] for line in lines] == ["server started", "table opened", "server stopped"]
    assert lines[1]["table"] == seated["table"]
    assert seated["token"] not in log
    assert "127.0.0.1" not in log


def test_people_read_text(tmp_path):
    with start(tmp_path, "--log-format", "text") as server:
        server.stdout.readline()
        server.terminate()
        _, log = server.communicate()
    assert [re.sub(r"^\S+ \[info +\] ", "", line).split("  ")[0] for line in log.splitlines()] == [
        "server started",
        "server stopped",
    ]
