"""Declare the operations of the HTTP API: who may ask, how each is guarded, and how it is described."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import litestar

from eddyline.server.base import origin
from eddyline.server.web.errors import POSTED
from eddyline.server.web.openapi import problems
from eddyline.server.web.who import may

if TYPE_CHECKING:
    from collections.abc import Collection

    from eddyline.server.web.who import Who

PRIVATE = {"Cache-Control": "no-store"}
"""Headers of an answer that is for one person only."""


def get(
    path: str,
    operation_id: str,
    summary: str,
    answers: Collection[int],
    *,
    who: Who,
    private: bool = False,
    media_type: str | None = None,
    sync_to_thread: bool | None = None,
) -> litestar.get:
    """Look at something; `answers` are the statuses of the problems that may come instead of it."""
    described = _described(operation_id, summary, answers, who, private=private)
    return litestar.get(path, media_type=media_type, sync_to_thread=sync_to_thread, **described)


def post(
    path: str,
    operation_id: str,
    summary: str,
    answers: Collection[int],
    *,
    who: Who,
    private: bool = False,
    status: int = 201,
    body: int | None = None,
) -> litestar.post:
    """Do something: only from pages of this site, or from no page at all.

    `body` is the most bytes that may be sent, where they may be more than usual.
    """
    described = _described(operation_id, summary, answers, who, private=private)
    longest: dict[str, Any] = {} if body is None else {"request_max_body_size": body}
    return litestar.post(path, status_code=status, **longest, **described, **POSTED)


def delete(
    path: str,
    operation_id: str,
    summary: str,
    answers: Collection[int],
    *,
    who: Who,
    private: bool = False,
    status: int = 204,
) -> litestar.delete:
    """Delete something: only from pages of this site, or from no page at all."""
    described = _described(operation_id, summary, answers, who, private=private)
    return litestar.delete(path, status_code=status, guards=[origin.check_ours], **described)


def _described(operation_id: str, summary: str, answers: Collection[int], who: Who, *, private: bool) -> dict[str, Any]:
    return {
        "operation_id": operation_id,
        "summary": summary,
        "responses": problems(*answers),
        "security": who.security,
        "opt": may(who),
        "response_headers": PRIVATE if private else None,
    }
