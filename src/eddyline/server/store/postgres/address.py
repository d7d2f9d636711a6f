"""Read the address of a PostgreSQL database in any form that libpq takes; no error repeats what may be a password."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlencode

from eddyline.server.store.contract import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_URL = re.compile(r"postgres(?:ql)?://")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{0,20}://", re.IGNORECASE)
_PAIR = re.compile(r"\s*([A-Za-z_][\w.]*)\s*=\s*('(?:[^'\\]|\\.)*'|(?:(?!')(?:[^\s\\]|\\.)*))(?=\s|$)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][\w.]{0,62}")
_HOST = re.compile(r"(\[[^\[\]]*\]|[^\[\]:]*)(?::([^:]*))?")

_OURS = {"host", "hostaddr", "port", "target_session_attrs", "load_balance_hosts", "connect_timeout"}
"""What is heeded here; everything else is asyncpg's, or a setting of the server."""
_WITHOUT_EFFECT = {
    "application_name",
    "client_encoding",
    "fallback_application_name",
    "gssdelegation",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "sslcompression",
    "sslsni",
    "tcp_user_timeout",
}
"""Options of libpq that only tune a connection, or say how it is called."""
_SAFE = {
    "channel_binding": {"disable", "prefer"},
    "gssencmode": {"disable", "prefer"},
    "max_protocol_version": None,
    "min_protocol_version": {"3.0"},
    "replication": {"false", "off", "no", "0"},
    "require_auth": set[str](),
    "requirepeer": set[str](),
    "sslcertmode": {"allow", "disable"},
    "sslcrldir": set[str](),
}
"""Options of libpq that asyncpg cannot carry out, and the values that ask for nothing; None: any does."""
_WRITABLE = {"any", "primary", "read-write"}


@dataclass(frozen=True, slots=True)
class Host:
    """Name one of the servers of an address."""

    name: str
    """As it is shown."""
    dsn: str = field(repr=False)
    """For asyncpg; has the password."""


@dataclass(frozen=True, slots=True)
class Address:
    """Hold an address that has been read."""

    shown: str
    """Without its password."""
    hosts: tuple[Host, ...]
    patience: float | None
    """Seconds that it allows for connecting to a host; None: it does not say."""


def read_address(text: str) -> Address:
    """Read `postgresql://…`, or `host=… dbname=…`. Raises StoreError for what is neither."""
    if found := _URL.match(text):
        options = _of_url(text[found.end() :])
    elif "=" in text and not _SCHEME.match(text):
        options = _of_pairs(text)
    else:
        raise _refused(f"one that begins with {found[0]}" if (found := _SCHEME.match(text)) else "something else")
    return _address({name: value for name, value in options if value != ""})


def _refused(what: str) -> StoreError:
    return StoreError(
        "expected the address of a PostgreSQL database, such as postgresql://user@host/eddyline or "
        f"'host=one,two dbname=eddyline', got {what}"
    )


def _of_url(rest: str) -> Iterator[tuple[str, str]]:
    """Read what follows `postgresql://`: `user:password@host:port,host:port/database?name=value&…`."""
    user = password = ""
    if "@" in rest.partition("/")[0]:
        login, _, rest = rest.partition("@")
        user, _, password = login.partition(":")
    rest, _, query = rest.partition("?")
    hosts, _, database = rest.partition("/")
    if "@" in rest or "?" in user:
        raise _refused("one with an @, / or ? too many; in a password, write them as %40, %2F and %3F")
    pairs = [_host_and_port(each) for each in hosts.split(",")]
    yield "user", unquote(user)
    yield "password", unquote(password)
    yield "host", ",".join(unquote(host.strip("[]")) for host, _ in pairs)
    if any(port for _, port in pairs):
        yield "port", ",".join(unquote(port) for _, port in pairs)
    yield "dbname", unquote(database)
    for option in filter(None, query.split("&")):
        name, equals, value = option.partition("=")
        if not equals or not _NAME.fullmatch(unquote(name)):
            raise _refused("one with an option that is not written as name=value")
        yield _named(unquote(name), unquote(value))


def _host_and_port(text: str) -> tuple[str, str]:
    if (found := _HOST.fullmatch(text)) is None:
        raise _refused("one with a host that is not written as host:port or [address]:port")
    return found[1], found[2] or ""


def _of_pairs(text: str) -> Iterator[tuple[str, str]]:
    """Read `name=value` separated by blanks; quotes hold blanks, a backslash comes before a quote or a backslash."""
    place = 0
    text = text.rstrip()
    while place < len(text):
        if (found := _PAIR.match(text, place)) is None:
            raise _refused("one that is not written as name=value; put single quotes around a value with blanks")
        value = found[2][1:-1] if found[2].startswith("'") else found[2]
        yield _named(found[1], re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
        place = found.end()


def _named(name: str, value: str) -> tuple[str, str]:
    """Return an option by libpq's name for it."""
    if name == "database":
        return "dbname", value
    if name == "ssl" and value == "true":  # libpq takes it from addresses that were written for Java
        return "sslmode", "require"
    return name, value


def _address(options: Mapping[str, str]) -> Address:
    for name, allowed in _SAFE.items():
        if name in options and allowed is not None and options[name] not in allowed:
            raise StoreError(
                f"the address of the database has the option {name}, which Eddyline cannot heed; leave it out"
            )
    if options.get("target_session_attrs", "any") not in _WRITABLE:
        raise StoreError(
            "the address of the database asks for a server that cannot be written; "
            "expected target_session_attrs=primary, read-write or any"
        )
    passed = [
        (name, value)
        for name, value in options.items()
        if name not in _OURS and name not in _WITHOUT_EFFECT and name not in _SAFE
    ]
    named = options.get("host") or options.get("hostaddr")
    if named is None and "service" not in options:
        named = os.environ.get("PGHOST")
    names = named.split(",") if named else [""]
    addresses = options["hostaddr"].split(",") if "hostaddr" in options else names
    ports = (options.get("port") or os.environ.get("PGPORT") or "").split(",")
    ports = ports * len(names) if len(ports) == 1 else ports
    if len(addresses) != len(names) or len(ports) != len(names):
        raise StoreError(
            f"the address of the database has {len(names)} hosts, but {max(len(ports), len(addresses))} ports or "
            "addresses for them; expected one for each host, or one port for all"
        )
    hosts = []
    for name, address, port in zip(names, addresses, ports, strict=True):
        if port and not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
            raise _refused("one with a port that is no number from 1 to 65535")
        bracketed = f"[{address}]" if ":" in address and not address.startswith("/") else address
        where = [("host", bracketed)] if address else []
        at = [("port", port)] if port else []
        hosts.append(Host(_shown_host(name, port), f"postgresql://?{urlencode([*where, *at, *passed])}"))
    return Address(_shown(options, [host.name for host in hosts]), tuple(hosts), _seconds(options))


def _shown_host(name: str, port: str) -> str:
    if not name:
        return "localhost"
    name = f"[{name}]" if ":" in name or name.startswith("/") else name
    return f"{name}:{port}" if port else name


def _shown(options: Mapping[str, str], hosts: list[str]) -> str:
    user = f"{options['user']}@" if "user" in options else ""
    service = f"?service={options['service']}" if "service" in options else ""
    return f"postgresql://{user}{','.join(hosts)}/{options.get('dbname', '')}{service}"


def _seconds(options: Mapping[str, str]) -> float | None:
    """Return the time that is allowed for a host; 0 means no limit in libpq, and is left to Eddyline's own."""
    written = options.get("connect_timeout", "0")
    if not re.fullmatch(r"-?\d{1,6}", written):
        raise StoreError("the address of the database has a connect_timeout that is no number of seconds")
    # libpq waits for 2 seconds at least.
    return max(2.0, float(written)) if int(written) > 0 else None
