"""What people are told by a real server whose disk fails or whose database disappears, and how it is mended."""

from __future__ import annotations

import httpx
import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.server.store.names import DATABASE
from support.faults import make_faults
from support.serving import server

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("uncompiled")]

WISH = {"game": "niagara", "name": "Anna", "seats": 2}


def post(address, path, wish=None):
    answer = httpx.post(f"{address}/api/tables{path}", json=wish or WISH, timeout=60)
    return answer.status_code, answer.json()


def command(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_failing_disk_is_a_refusal_and_the_server_goes_on_afterwards(tmp_path):
    data, faults = tmp_path / "data", make_faults(tmp_path)
    unusable = "The server cannot use its disk at the moment; nothing was changed."
    with server(data, environment=faults.environment, log=tmp_path / "log") as (_, address):
        for fault, message in (
            ("enospc", "The disk of the server is full; nothing was changed."),
            ("eio-fsync", unusable),
            ("eio-pwrite", unusable),
        ):
            status, seated = post(address, "")
            assert status == 201
            faults.set(fault)
            assert post(address, "") == (503, {"code": "store", "message": message, "suggestion": None}), fault
            joining = post(address, f"/{seated['table']}/seats", {"name": "Bo"})
            assert (joining[0], joining[1]["code"]) == (503, "store"), fault
            faults.set("")
            assert post(address, f"/{seated['table']}/seats", {"name": "Bo"})[1]["seat"] == 1, fault
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_database_deleted_under_a_server_is_rescued_and_restored(tmp_path):
    data, log = tmp_path / "data", tmp_path / "log"
    with server(data, log=log) as (_, address):
        tables = [post(address, "")[1]["table"] for _ in range(3)]
        for file in data.glob(f"{DATABASE}*"):
            file.unlink()
        status, problem = post(address, "")
        assert (status, problem["code"]) == (503, "store")
        assert str(data) not in problem["message"]
        assert command("restore", data / "x", "--data", data).exit_code == 1
    assert "was deleted while the server was running" in log.read_text()
    with server(data, log=log) as (process, address):
        for table in tables:
            assert httpx.get(f"{address}/api/tables/{table}").json()["code"] == "damaged"
            assert f"table {table} is damaged: its log ends at version 0" in log.read_text()
        assert post(address, "")[0] == 201
        second = command("serve", "--port", "0", "--data", data)
        assert second.exit_code == 1
        assert f"another Eddyline (process {process.pid})" in second.output
    (rescued,) = data.glob("eddyline.rescued-*.sqlite3")
    done = command("restore", rescued, "--data", data)
    assert done.exit_code == 0, done.output
    listed = command("tables", "list", "--status", "open", "--data", data)
    assert all(table in listed.output for table in tables), listed.output
