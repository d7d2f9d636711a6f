"""Write docs/who-may.md: who may ask a server for what, from what its features declare (`server/web/who.py`).

python tools/who_may.py            # write the tables of the page
python tools/who_may.py --check    # fail when they are not current
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.routes import HTTPRoute, WebSocketRoute

from eddyline.cli import SERVING
from eddyline.server.base.settings import Settings
from eddyline.server.web.app import build_app
from eddyline.server.web.features import FEATURES
from eddyline.server.web.who import MEANT, ROLES, Who, declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from litestar import Litestar
    from litestar.handlers import BaseRouteHandler

    from eddyline.server.web.feature import Feature

PAGE = Path(__file__).resolve().parent.parent / "docs" / "who-may.md"
DESCRIPTION = "/api/openapi.json"
"""Litestar's own address, with what is below it."""
BEGIN, END = "<!-- tables: written by tools/who_may.py -->\n", "<!-- end of the tables -->\n"


def handlers_of(app: Litestar) -> Iterator[BaseRouteHandler]:
    """List what answers at an app's addresses, each once, but for what Litestar answers by itself."""
    found: dict[int, BaseRouteHandler] = {}
    for route in app.routes:
        handlers: list[BaseRouteHandler] = []
        if isinstance(route, HTTPRoute) and not route.path.startswith(DESCRIPTION):
            handlers += [each for each in route.route_handlers if each.http_methods != {"OPTIONS"}]
        elif isinstance(route, WebSocketRoute):
            handlers += [route.route_handler]
        found |= {id(handler.fn): handler for handler in handlers}
    yield from found.values()


def lines(app: Litestar) -> Iterator[str]:
    """Make the tables, line by line."""
    yield from _table(("role", "what they show"), ((role, MEANT[role]) for role in ROLES))
    yield from ("", "## Requests", "")
    marks = ("who", *ROLES)
    yield from _table(("request", *marks), map(_request, sorted(handlers_of(app), key=_place)))
    yield from ("", "## Messages over WebSockets", "")
    sockets = {feature.name: _socket(feature) for feature in FEATURES if feature.may_send}
    yield from _table(
        ("message", *marks),
        (
            (f"`{kind.__struct_config__.tag}` to `{sockets[feature.name]}`", *_marks(who))
            for feature in FEATURES
            for kind, who in feature.may_send.items()
        ),
    )
    yield from ("", "## What operators do by commands", "")
    yield from _table(("command", "what it does"), _commands("eddyline", SERVING))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |" if row[0] != "---" else f"|{'|'.join(row)}|"


def _request(handler: BaseRouteHandler) -> Sequence[str]:
    if (who := declared(handler)) is None:
        raise SystemExit(f"expected {handler} to declare who may ask, as server/web/who.py has it")
    paths, method = _place(handler)
    return (f"{method} {', '.join(f'`{path}`' for path in paths)}", *_marks(who))


def _place(handler: BaseRouteHandler) -> tuple[list[str], str]:
    method = "".join(handler.http_methods - {"HEAD"}) if isinstance(handler, HTTPRouteHandler) else "connect to"
    return sorted(map(_plain, handler.paths)), method


def _marks(who: Who) -> Sequence[str]:
    return (who.words, *("yes" if role in who.roles else "–" for role in ROLES))


def _socket(feature: Feature) -> str:
    (path,) = (path for each in feature.handlers if isinstance(each, WebsocketRouteHandler) for path in each.paths)
    return _plain(path)


def _plain(path: str) -> str:
    """Leave out of what type the parts of an address are."""
    return re.sub(r":\w+}", "}", path)


def _commands(name: str, commands: Iterable[click.Command]) -> Iterator[Sequence[str]]:
    for command in commands:
        called = f"{name} {command.name}"
        if isinstance(command, click.Group):
            context = click.Context(command)
            below = [command.get_command(context, each) for each in command.list_commands(context)]
            yield from _commands(called, [each for each in below if each is not None])
        elif any(option.name in {"store", "data"} for option in command.params):
            yield (f"`{called}`", command.get_short_help_str(200))


def page(before: str, app: Litestar) -> str:
    """Return the page with the tables as they are to be."""
    head, begin, rest = before.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        raise SystemExit(f"expected {PAGE.name} to have the lines {BEGIN!r} and {END!r}")
    made = "\n".join(lines(app))
    return f"{head}{begin}\n{made}\n\n{end}{tail}"


def main() -> None:
    """Write the page, or with --check compare it with the file."""
    before = PAGE.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        app = build_app(Settings(data=Path(folder)))
        after = page(before, app)
        asyncio.run(app.state.hub.close())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        sys.exit(f"{PAGE.name} is not what the server's features declare; run: python tools/who_may.py")


if __name__ == "__main__":
    main()
