"""Say in SQL how the games of an account that are over are found: the same for every database.

A parameter is written `$1`, which SQLite takes for the name of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.server.store.contract import Played

if TYPE_CHECKING:
    from eddyline.server.store.contract import Wanted

NOTE = """
INSERT INTO looked (table_id, version) VALUES ($1, $2)
ON CONFLICT (table_id) DO UPDATE SET version = excluded.version WHERE looked.version < excluded.version
"""
"""Changes no row when the table is known up to this version already."""
CLEAR = "DELETE FROM played WHERE table_id = $1"
DROP = "DELETE FROM looked WHERE table_id = $1"
FORGET = "DELETE FROM played WHERE account = $1"
VERSIONS = "SELECT table_id, version FROM looked"
TIMES = "SELECT ended FROM played WHERE account = $1 ORDER BY ended DESC"

_COLUMNS = ", ".join("table_id" if name == "table" else name for name in Played._fields)
PUT = f"INSERT INTO played ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"  # noqa: S608 - names of columns


def page(wanted: Wanted, contains: str) -> tuple[str, list[object]]:
    """Return the query for some games, and its values; `contains` is what the database calls looking for a text."""
    conditions, values = ["account = $1"], [wanted.account, wanted.most]

    def add(condition: str, *given: object) -> None:
        values.extend(given)
        marks = [f"${len(values) - len(given) + n + 1}" for n in range(len(given))]
        conditions.append(condition.format(*marks))

    if wanted.before is not None:
        add("(ended, table_id) < ({}, {})", *wanted.before)
    if wanted.since:
        add("ended >= {}", wanted.since)
    if wanted.until is not None:
        add("ended < {}", wanted.until)
    for column in ("game", "outcome", "rated"):
        if (value := getattr(wanted, column)) is not None:
            add(f"{column} = {{}}", value)
    if wanted.words:
        add(f"{contains}(words, {{}}) > 0", wanted.words)
    if wanted.public:
        conditions.append("public")
    query = (
        f"SELECT {_COLUMNS} FROM played WHERE {' AND '.join(conditions)} "  # noqa: S608 - of the texts above alone
        "ORDER BY ended DESC, table_id DESC LIMIT $2"
    )
    return query, values
