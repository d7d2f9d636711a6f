"""Answer requests that fail, in the same form: refusals, errors that Litestar finds, and those nobody expected."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from eddyline.protocol import table as protocol
from eddyline.protocol.refusal import UNEXPECTED, NamingProblem, RefusalError
from eddyline.server.base import origin

if TYPE_CHECKING:
    from collections.abc import Mapping

_log = logging.getLogger(__name__)

STATUS: Mapping[protocol.RefusalCode, int] = {
    "bad_message": 400,
    "not_host": 403,
    "not_yours": 403,
    "nameless": 403,
    "reserved": 409,
    "many_accounts": 429,
    "accounts_closed": 403,
    "invitation_needed": 403,
    "invitation_void": 403,
    "no_guests": 403,
    "unwanted": 403,
    "many_tables": 429,
    "muted": 403,
    "friends_only": 403,
    "private_replay": 403,
    "signed_out": 401,
    "suspended": 403,
    "wrong_password": 403,
    "unknown": 404,
    "deleted": 404,
    "too_fast": 429,
    "store": 503,
    "unsettled": 503,
    "error": 500,
}
"""HTTP status of a refusal; 409 for all others: the state of the table does not allow it."""


CODES: Mapping[int, str] = {
    400: "bad_message",
    403: "not_yours",
    404: "unknown",
    405: "bad_message",
    413: "bad_message",
    415: "bad_message",
    421: "bad_message",
}
"""Code of an error that Litestar finds, by its HTTP status."""


LEFT = "client disconnected prematurely"
"""What Litestar calls an internal error, when a client closes the connection before its whole body has arrived."""


def unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[protocol.Problem]:
    """Answer a body that cannot even be read as JSON."""
    what = "text that is not UTF-8" if isinstance(error, UnicodeDecodeError) else "lists or objects too deeply nested"
    problem = protocol.Problem(code="bad_message", message=f"expected a body as in eddyline/protocol, got {what}")
    return Response(problem, status_code=400)


POSTED: dict[str, Any] = {
    "guards": [origin.check_post],
    "exception_handlers": {RecursionError: unreadable, UnicodeDecodeError: unreadable},
}
"""How requests with a body are guarded, and their errors answered."""


def fail(request: Request[Any, Any, Any], error: Exception) -> Response[protocol.Problem]:
    """Log an error that nobody expected, and answer without its details."""
    _log.error("a request failed", extra={"method": request.method, "path": request.url.path}, exc_info=error)
    return Response(protocol.Problem(code="error", message=UNEXPECTED), status_code=500)


def refuse(request: Request[Any, Any, Any], error: RefusalError) -> Response[protocol.Problem]:
    """Answer with the message of a refusal."""
    if error.code in {"too_fast", "full"}:
        limited = request.app.state.hub.metrics.limited
        limited["requests" if error.code == "too_fast" else "places"].inc()
    problem = protocol.Problem(code=error.code, message=error.message, suggestion=error.suggestion)
    if error.values:
        problem = NamingProblem(**msgspec.structs.asdict(problem), values=error.values)
    return Response(problem, status_code=STATUS.get(error.code, 409))


def explain(request: Request[Any, Any, Any], error: HTTPException) -> Response[protocol.Problem]:
    """Answer an error found by Litestar in the same form, naming the invalid field."""
    if error.detail == LEFT:
        return Response(protocol.Problem(code="bad_message", message=LEFT), status_code=400)
    if error.status_code >= 500:
        return fail(request, error)
    message = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        message = "; ".join(_field(found) for found in error.extra)
    code = CODES.get(error.status_code, "error")
    return Response(protocol.Problem(code=code, message=message), status_code=error.status_code, headers=error.headers)


def _field(found: Mapping[str, str] | str) -> str:
    if isinstance(found, str):
        return found
    key, message = found.get("key"), found["message"]
    return f"{key}: {message}" if key and key != "data" else message
