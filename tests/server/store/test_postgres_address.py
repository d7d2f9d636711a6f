"""An address is read in every form that libpq takes, and no message repeats its password."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from eddyline.server.base.settings import Settings
from eddyline.server.notices.mail import mail_server
from eddyline.server.store import StoreError
from eddyline.server.store.postgres.address import read_address
from eddyline.server.store.postgres.database import Database


def asked(text):
    """Return what asyncpg is asked for, host by host."""
    return [
        {name: value for name, (value,) in parse_qs(urlsplit(host.dsn).query).items()}
        for host in read_address(text).hosts
    ]


@pytest.mark.parametrize(
    ("text", "hosts", "shown"),
    [
        (
            "postgresql://u:p@h1:5432,h2:5433/db?target_session_attrs=primary",
            [("h1", "5432"), ("h2", "5433")],
            "postgresql://u@h1:5432,h2:5433/db",
        ),
        ("postgres://u:p@h1,h2/db?port=5433", [("h1", "5433"), ("h2", "5433")], "postgresql://u@h1:5433,h2:5433/db"),
        ("postgresql:///db?host=h1,h2&port=1,2&user=u&password=p", [("h1", "1"), ("h2", "2")], "postgresql://u@h1:1,h2:2/db"),
        ("host=h1,h2 port=5432 dbname=db user=u password=p", [("h1", "5432"), ("h2", "5432")], "postgresql://u@h1:5432,h2:5432/db"),
        (r"host = h1 dbname='db' user=u password='p \'\\ q'", [("h1", None)], "postgresql://u@h1/db"),
        ("postgresql://u:p@[::1]:5433,h2/db", [("[::1]", "5433"), ("h2", None)], "postgresql://u@[::1]:5433,h2/db"),
        ("postgresql://u:p@%2Frun%2Fpostgresql/db", [("/run/postgresql", None)], "postgresql://u@[/run/postgresql]/db"),
        ("host=/run/pg dbname=db", [("/run/pg", None)], "postgresql://[/run/pg]/db"),
        ("host=db.example hostaddr=192.0.2.7 dbname=db", [("192.0.2.7", None)], "postgresql://db.example/db"),
        ("postgresql://u:p@h1", [("h1", None)], "postgresql://u@h1/"),
        ("service=games dbname=db", [(None, None)], "postgresql://localhost/db?service=games"),
    ],
)  # fmt: skip
def test_all_forms_are_read(text, hosts, shown, monkeypatch):
    for name in ("PGHOST", "PGPORT"):
        monkeypatch.delenv(name, raising=False)
    assert [(each.get("host"), each.get("port")) for each in asked(text)] == hosts
    assert str(Database(text)) == shown


def test_options_reach_the_driver_or_the_server_and_passwords_are_written_as_they_are():
    (once,) = asked(
        "postgresql://u%40x:p%2F%3F+%25@h/db?sslmode=require&passfile=%2Fx&options=-c%20search_path%3Da&connect_timeout=3"
        "&keepalives=1&channel_binding=prefer&load_balance_hosts=random&application_name=mine"
    )
    assert once == {
        "host": "h",
        "user": "u@x",
        "password": "p/?+%",
        "dbname": "db",
        "sslmode": "require",
        "passfile": "/x",
        "options": "-c search_path=a",
    }
    assert read_address("host=h connect_timeout=1").patience == 2
    (quoted,) = asked(r"host=h password='it\'s \\ mine' ssl=true")
    assert (quoted["password"], quoted["sslmode"]) == (r"it's \ mine", "require")


def test_the_environment_names_hosts_when_the_address_does_not(monkeypatch):
    monkeypatch.setenv("PGHOST", "h1,h2")
    monkeypatch.setenv("PGPORT", "5433")
    assert [each["host"] for each in asked("dbname=db")] == ["h1", "h2"]
    assert [host.name for host in read_address("dbname=db").hosts] == ["h1:5433", "h2:5433"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mysql://anna:secret@host/db", "begins with mysql://"),
        ("postgresql+asyncpg://anna:secret@host/db", r"begins with postgresql\+asyncpg://"),
        ("secret", "such as postgresql://user@host/eddyline"),
        ("postgresql:/anna:secret@host/db?user=anna", "name=value"),
        ("postgresql://anna:secret@host:secret/db", "port that is no number"),
        ("postgresql://anna:se/secret@host/db", "%2F"),
        ("postgresql://anna:1/secret@host/db", "%2F"),
        ("postgresql://anna:p@secret@host/db", "%40"),
        ("postgresql://h?password=secret@host", "%40"),
        ("postgresql://anna:p@[secret/db", "host:port"),
        ("postgresql://anna@h/db?password=my&secret", "name=value"),
        ("host=h password=my secret dbname=db", "single quotes"),
        ("host=h password='my secret", "single quotes"),
        ("host=h1,h2 port=1,2,3 password=secret", "2 hosts, but 3 ports"),
        ("host=h connect_timeout=secret", "connect_timeout"),
        ("host=h password=secret channel_binding=require", "the option channel_binding"),
        ("host=h password=secret target_session_attrs=standby", "target_session_attrs=primary"),
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(text, said):
    with pytest.raises(StoreError, match=said) as refused:
        Database(text)
    assert "secret" not in str(refused.value)
    assert refused.value.__cause__ is refused.value.__context__ is None


def test_a_password_is_never_shown():
    for text in ("postgresql://anna:secret@host:5433/eddyline?sslmode=require", "host=a,b user=anna password=secret"):
        database = Database(text)
        assert "secret" not in f"{database} {database!r} {read_address(text)!r}"
    mail = mail_server("smtps://anna:secret@mail.example.org", "a@example.org", "https://example.org")
    assert "secret" not in repr(Settings(data=Path(), store="host=a password=secret", mail=mail))
