"""Make, list and revoke invitations for the operators of a store: beside a server or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import invitations as log
from eddyline.server.logs import beside
from eddyline.server.logs.operators import Acted
from eddyline.server.web.operating import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.server.accounts.invitations import Invitation
    from eddyline.server.store.places import Place

MOST_USES = 10_000
NOTE = 80
"""Characters of what an operator says about an invitation."""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """Describe an invitation to an operator: nothing of it lets anybody in. Times are seconds since 1970."""

    id: str
    made: float
    uses: int
    left: int
    until: float | None
    status: Literal["open", "ended", "used_up", "revoked"]
    accounts: tuple[str, ...]
    """Accounts that were made by it."""
    note: str | None


def make(place: Place, uses: int, until: float | None, about: str | None, who: str, now: float) -> tuple[str, Listed]:
    """Make an invitation; return its code, which is shown this once. Raises StoreError and RefusalError."""
    if until is not None and until <= now:
        raise RefusalError("bad_message", "expected a time that is still to come")
    if about is not None and not (about.isprintable() and 0 < len(about.strip()) <= NOTE):
        raise RefusalError("bad_message", f"expected a note of 1 to {NOTE} printable characters, got {about!r}")
    code = log.new_code()
    made = log.Made(
        uses=uses, until=None if until is None else int(until * 1000), note=None if about is None else about.strip()
    )
    key = log.key_of(code)
    beside.change(place, log.KIND, key, now, lambda _: [made])
    invitation = log.KIND.begin(key)
    invitation.apply(made, int(now * 1000))
    people = "1 person" if uses == 1 else f"{uses} people"
    act = Acted(who=who, did="invited", what=f"{people} ({invitation.id})", why=made.note, until=made.until)
    note(place, act, now)
    return code, _listed(invitation, now)


def invitations(place: Place, now: float) -> Iterator[Listed]:
    """List the invitations of a store, those made first first. Raises StoreError."""
    found = sorted(beside.states(place, log.KIND), key=lambda invitation: invitation.made)
    return (_listed(invitation, now) for invitation in found)


def revoke(place: Place, which: str, who: str, now: float) -> tuple[str, bool]:
    """Let nobody in by an invitation any more; return its id, and whether it let people in until now.

    It may be named by its id, the beginning of that, or its code. Raises StoreError and RefusalError.
    """
    key = log.key_of(which)
    named = which.strip().lower() or key
    found = [each for each in beside.states(place, log.KIND) if each.key == key or each.id.startswith(named)]
    if len(found) != 1:
        what = f"There is no invitation {which}." if not found else f"Several invitations begin with {which}."
        raise RefusalError("unknown", what)

    (invitation,) = found
    written = beside.change(
        place, log.KIND, invitation.key, now, lambda held: [] if held.void(now) else [log.Revoked()]
    )
    if written:
        note(place, Acted(who=who, did="revoked", what=f"invitation {invitation.id}"), now)
    return invitation.id, bool(written)


def _listed(invitation: Invitation, now: float) -> Listed:
    void = invitation.void(now)
    return Listed(
        id=invitation.id,
        made=invitation.made / 1000,
        uses=invitation.uses,
        left=invitation.left,
        until=None if invitation.until is None else invitation.until / 1000,
        status="open" if void is None or void == "unknown" else void,
        accounts=tuple(invitation.accounts),
        note=invitation.note,
    )
