"""Define the log of what operators have ordered of an account, and a server has still to carry out in all its rooms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import msgspec

from eddyline.server.logs.ledger import Kind

What: TypeAlias = Literal["delete", "rename"]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    account: str
    what: What


class Ordered(_Entry, tag="ordered", frozen=True, kw_only=True):
    """Order that an account be deleted, or that its new name be shown everywhere."""


class CarriedOut(_Entry, tag="carried_out", frozen=True, kw_only=True):
    """Note that this was done."""


Entry: TypeAlias = Ordered | CarriedOut


@dataclass(slots=True)
class Pending:
    """Hold what is still to be done, the oldest first: the account, and what."""

    key: str
    orders: dict[tuple[str, What], None] = field(default_factory=dict)

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        del at
        match entry:
            case Ordered():
                self.orders[entry.account, entry.what] = None
            case CarriedOut():
                self.orders.pop((entry.account, entry.what), None)


KIND: Kind[Entry, Pending] = Kind("orders", msgspec.json.Decoder(Entry), Pending)
KEY = "all"
