"""Order for operators what a server carries out: that an account be deleted, or be called otherwise everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import account as log
from eddyline.server.accounts import claims, orders
from eddyline.server.accounts.bots import marked
from eddyline.server.base.names import person_name
from eddyline.server.logs import beside
from eddyline.server.logs.operators import Acted
from eddyline.server.web import operating

if TYPE_CHECKING:
    from eddyline.server.store.places import Place
    from eddyline.server.web.operating import Person


def delete(place: Place, whom: str, why: str, who: str, now: float) -> Person:
    """Keep a person and their bots out, and have them deleted as they could do it themselves; return the account.

    Raises StoreError, and RefusalError for a reason that is none and a person who is not there.
    """
    person = operating.suspend(place, whom, why, None, who, now, did="deleted")
    _order(place, person, "delete", now)
    return person


def rename(place: Place, whom: str, new: str, why: str, who: str, now: float) -> tuple[str, Person]:
    """Give an account, also a bot's, another name; return the former one, and the account.

    The former name stays the account's: nobody else can have it, and its owner can still sign in with it. Raises
    StoreError, and RefusalError for a reason that is none, an account that is not there, and a name that is not free.
    """
    operating.check_why(why)
    person = operating.find(place, whom, now)
    name = person_name(new) if person.owner is None else marked(new)
    if name == person.name:
        raise RefusalError("bad_message", f"expected another name than {name}")
    _claim(place, name, person, now)
    renamed = log.Renamed(name=name, why=why.strip())
    beside.change(place, log.KIND, person.account, now, lambda held: [renamed] if held.name else [])
    said = f"{person.name} ({person.account}) {name}"
    operating.note(place, Acted(who=who, did="renamed", what=said, why=why.strip()), now)
    _order(place, person, "rename", now)
    return person.name, operating.find(place, person.account, now)


def _order(place: Place, person: Person, what: orders.What, now: float) -> None:
    ordered = orders.Ordered(account=person.account, what=what)
    beside.change(place, orders.KIND, orders.KEY, now, lambda _: [ordered])


def _claim(place: Place, name: str, person: Person, now: float) -> None:
    accounts = {each.account for each in operating.people(place, now)}

    def claim(held: claims.Claim) -> list[claims.Entry]:
        if held.account == person.account:
            return []
        if held.retired or held.account in accounts:
            raise RefusalError(
                "name_taken", f"Somebody has the name {name} already, or had it, or one that looks like it."
            )
        return [claims.Claimed(account=person.account)]

    for key in claims.keys(name):
        beside.change(place, claims.KIND, key, now, claim)
