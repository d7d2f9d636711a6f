"""Describe the HTTP API in OpenAPI, at /api/openapi.json. What goes over the WebSocket is in `protocol/table.py`."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

import msgspec
from litestar.enums import RequestEncodingType
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Example, SecurityScheme
from litestar.params import BodyKwarg

from eddyline.protocol import table as protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEME = "session"
"""Name of the way in which an account says that it asks."""
SIGNED_IN: list[dict[str, list[str]]] = [{SCHEME: []}]
MAYBE_SIGNED_IN: list[dict[str, list[str]]] = [{}, *SIGNED_IN]

DESCRIPTION = OpenAPIConfig(
    title="Eddyline",
    version=version("eddyline"),
    description=(
        "Open tables of canoe games and sit down at them. The game itself is played over a WebSocket, "
        "`/ws/tables/{table}`; its messages are in `protocol/table.py`."
    ),
    path="/api/openapi.json",
    components=Components(
        security_schemes={
            SCHEME: SecurityScheme(
                type="http", scheme="bearer", description="`session` of `SignedIn`; of a bot, `token` of `BotToken`."
            )
        }
    ),
    # The pages that Litestar could show as well load scripts from other hosts.
    render_plugins=[JsonRenderPlugin(path="/")],
    use_handler_docstrings=True,
)

WHY: Mapping[int, tuple[str, protocol.Problem]] = {
    400: (
        "The request is not as described.",
        protocol.Problem(code="bad_message", message="expected at most 2 bots, got 3"),
    ),
    401: (
        "The account's session has ended, or there is none.",
        protocol.Problem(code="signed_out", message="This needs an account; sign in first."),
    ),
    403: (
        "The request came from a page of another site.",
        protocol.Problem(code="not_yours", message="pages of other sites may not do this"),
    ),
    404: (
        "There is no such thing.",
        protocol.Problem(code="unknown", message="There is no such table. Perhaps a letter is missing from the link?"),
    ),
    409: (
        "The state of the table does not allow it.",
        protocol.Problem(code="taken", message="Every seat of this table is taken."),
    ),
    413: ("The request is too long.", protocol.Problem(code="bad_message", message="Request Entity Too Large")),
    415: ("The body is not JSON.", protocol.Problem(code="bad_message", message="expected application/json")),
    421: (
        "The request names another server.",
        protocol.Problem(code="bad_message", message="another server was named"),
    ),
    429: (
        "Too many requests from one address.",
        protocol.Problem(code="too_fast", message="Too many requests from your address; please wait a minute."),
    ),
    503: (
        "The server cannot read or save its tables at the moment.",
        protocol.Problem(code="store", message="The server cannot save anything at the moment."),
    ),
}
"""By status: when it is answered, and an example."""


def example(message: msgspec.Struct) -> BodyKwarg:
    """Mark the type of a request's body with an example of it."""
    return BodyKwarg(media_type=RequestEncodingType.JSON, examples=[Example(value=msgspec.to_builtins(message))])


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the problems that a handler may answer with."""
    return {
        status: ResponseSpec(
            protocol.Problem,
            description=WHY[status][0],
            generate_examples=False,
            examples=[Example(summary=WHY[status][1].code, value=WHY[status][1])],
        )
        for status in statuses
    }
