"""Define the settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, Literal, TypeAlias

from eddyline.server.base.outside import Outside

Network: TypeAlias = IPv4Network | IPv6Network
Accounts: TypeAlias = Literal["open", "invite", "closed"]
"""Who may make an account: anybody, whoever has an invitation, nobody."""

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future
    from pathlib import Path

    from argon2 import PasswordHasher

    from eddyline.server.base.mail_server import MailServer


NOBODY = "eddyline@localhost.localdomain"
"""An e-mail address where nobody reads anything."""


HeldDrafts: TypeAlias = dict[str, tuple[int, dict[int, tuple[int, ...]]]]
"""By table id: its version, and the decisions of every seat that is in the middle of a turn."""


def spare_cores() -> int:
    """Return the number of cores for bots: all but one, which is kept for the server."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Configure a server; the defaults suit a club evening."""

    data: Path
    """Folder of the store, unless that is a database server."""
    store: str | None = field(default=None, repr=False)
    """Address of a PostgreSQL database that other processes may use, too; None: an SQLite file in `data`."""
    bot_pause: float = 0.7
    """Minimum duration of a bot's turn in seconds, so that people can follow."""
    bots_rest_after: float | None = 10.0
    """Seconds without anybody at a table until its bots rest, as they do before anybody comes; None: never."""
    bot_threads: int = field(default_factory=spare_cores)
    """Bots that may think at the same time; the others wait."""
    back_within: float = 10.0
    """Seconds that people have to be back at a table that was loaded, before free seats are filled."""
    host_grace: float = 120.0
    """Seconds until somebody present replaces an absent host; sending a link by phone takes a while."""
    keep_open: float | None = 30.0
    """Days after which a table that never started and that nobody has changed is deleted; None: never."""
    keep: float | None = None
    """Days after which any other table is."""
    forget_after: float = 600.0
    """Seconds until an unused table is unloaded from memory; its log stays."""
    allowed_hosts: frozenset[str] = frozenset()
    """Names of this server, besides its addresses, localhost and the name of the machine; in lower case."""
    allowed_origins: frozenset[str] = frozenset()
    """Origins, besides the server's own, whose pages may connect; for proxies that change the Host header."""
    messages_per_second: float = 30.0
    """Limit for a connection in the long run, four times as much for a player's; so is a burst of 4 s."""
    requests_per_minute: float = 120.0
    """Limit for one address in the long run; counts tables opened and seats taken."""
    accounts_per_hour: float = 20.0
    """New accounts of one address in the long run, and at once; 0: no limit."""
    accounts_per_day: float = 60.0
    """New accounts of one address in a day, and at once; 0: no limit."""
    tables_per_day: float = 400.0
    """Tables that one address opens in a day, and at once; 0: no limit."""
    words: tuple[str, ...] = ()
    """Words that nobody may use in a name or a chat; a star at an end stands for any letters."""
    accounts: Accounts = "open"
    guests: bool = True
    """Whether people without an account may sit and write; they may always watch."""
    spectators_per_table: int = 200
    """People who only watch; those with a seat come in however many do."""
    connections: int = 900
    """Connections at the same time, of browsers that load pages, too; many systems let a process open 1024 files."""
    connections_per_address: int = 100
    """Connections of one address at the same time; 0: no limit."""
    hello_within: float = 10.0
    """Seconds that a connection may wait before it says hello."""
    request_within: float = 15.0
    """Seconds in which a whole request must arrive."""
    unread_for: float = 30.0
    """Seconds after which a client that accepts nothing of what waits for it loses its connection."""
    contact: str = NOBODY
    """E-mail address of the host, for push services that want to report trouble."""
    mail: MailServer | None = field(default=None, repr=False)
    """How mail is sent; None: this server sends none."""
    notify_private: bool = False
    """Send messages to addresses of private networks, too, and in plain HTTP: for a club's own network, and tests."""
    proxies: tuple[Network, ...] = ()
    """Where the proxies are whose X-Forwarded-For is believed."""
    presence_every: float = 0.25
    """Minimum seconds between two messages about who is at a table."""
    lobby_every: float = 0.125
    """Minimum seconds between two changes of the rows that somebody sees in the lobby."""
    lobby_count_every: float = 5.0
    """Minimum seconds between two changes there of nothing but the number of tables."""
    compiling: Mapping[str, Future[None]] = field(default_factory=dict)
    """By game id: a future that is done when the game's thinking bots are compiled."""
    hasher: PasswordHasher | None = None
    """Hashes passwords; None: with the parameters that argon2-cffi recommends (RFC 9106)."""
    drafts: HeldDrafts = field(default_factory=dict)
    """Unfinished drafts of the previous server."""
    outside: Outside = field(default_factory=Outside)
