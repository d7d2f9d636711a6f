"""Look after the people of a store for its operators: beside a server or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import account as log
from eddyline.server.accounts import trust
from eddyline.server.accounts.passwords import code_hash, make_codes
from eddyline.server.accounts.sessions import is_id
from eddyline.server.accounts.suspension import suspension_of
from eddyline.server.base.names import clean_name, looks
from eddyline.server.base.unwanted import Unwanted
from eddyline.server.logs import beside, operators
from eddyline.server.logs.operators import Acted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from eddyline.server.store.places import Place

WHY = 200
"""Characters of what an operator says about what is done to somebody."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Describe an account to an operator: nothing of it opens anything. Times are seconds since 1970."""

    account: str
    name: str
    former: tuple[str, ...]
    """Names that operators have changed."""
    since: float
    seen: float | None
    """When it was last used, to the day; None: nobody is signed in."""
    owner: str | None
    """Account whose bot this is."""
    invitation: str | None
    """Id of the invitation by which it was made."""
    bots: tuple[str, ...]
    devices: tuple[str, ...]
    password: bool
    passkeys: int
    codes: int
    tables: tuple[str, ...]
    tournaments: tuple[str, ...]
    suspended: str | None
    """Why, while it is suspended."""
    until: float | None
    trusted: bool
    """Whether its owner moderates."""


def people(place: Place, now: float) -> Iterator[Person]:
    """List the accounts of a store, those created first first. Raises StoreError."""
    found, moderators = [account for account in beside.states(place, log.KIND) if account.name], _moderators(place)
    return (_described(account, now, moderators) for account in sorted(found, key=lambda account: account.since))


def alike(place: Place, whom: str, now: float) -> list[Person]:
    """List who may be meant, in whatever spelling: by the id, or by a part of the name.

    Those whose whole name looks like it come first. Raises StoreError and RefusalError.
    """
    wanted = looks(clean_name(whom))

    def near(person: Person) -> int:
        theirs = looks(person.name)
        return 2 if whom == person.account or theirs & wanted else any(a in b for a in wanted for b in theirs)

    return sorted(filter(near, people(place, now)), key=near, reverse=True)


def find(place: Place, whom: str, now: float) -> Person:
    """Return the account of an id or a name, or one that looks like it. Raises StoreError and RefusalError."""
    if is_id(whom) and (account := _account(place, whom)).name:
        return _described(account, now, _moderators(place))
    wanted = looks(clean_name(whom))
    found = [person for person in people(place, now) if whom == person.account or looks(person.name) & wanted]
    exact = [person for person in found if whom in {person.account, person.name}] or found
    if len(exact) == 1:
        return exact[0]
    if not exact:
        raise RefusalError("unknown", f"There is no account of the name {whom}.")
    several = ", ".join(f"{person.name} ({person.account})" for person in exact)
    raise RefusalError("unknown", f"expected a name that one account has, but {whom} may be {several}")


def selected(place: Place, named: str | None, since: float | None, now: float) -> list[Person]:
    """List the people with such a word in their names, and no account before a time. Raises StoreError.

    A word is as in the operator's list: a star stands for any letters, and other spellings that look alike are meant.
    Moderators are none of a flood.
    """
    word = None if named is None else Unwanted([named])
    return [
        person
        for person in people(place, now)
        if person.owner is None
        and not person.trusted
        and (word is None or word.find(person.name) is not None)
        and (since is None or person.since >= since)
    ]


def check_why(why: str) -> None:
    """Raise RefusalError for a reason that is none."""
    if not (why.isprintable() and 0 < len(why.strip()) <= WHY):
        raise RefusalError("bad_message", f"expected a reason of 1 to {WHY} printable characters, got {why!r}")


def suspend(
    place: Place, whom: str, why: str, until: float | None, who: str, now: float, *, did: str = "suspended"
) -> Person:
    """Keep a person and their bots out, until a time or until `restore`; return the account. Raises StoreError.

    Raises RefusalError for a reason that is none, a time that has passed and a person who is not there. `did` is what
    the operators' log says of it.
    """
    (person,) = suspend_all(place, [_person(place, whom, now)], why, until, who, now, did=did)
    return find(place, person.account, now)


def suspend_all(
    place: Place, whom: Sequence[Person], why: str, until: float | None, who: str, now: float, *, did: str = "suspended"
) -> Sequence[Person]:
    """Keep people and their bots out, as `suspend` does; return them. Raises StoreError and RefusalError."""
    check_why(why)
    if until is not None and until <= now:
        raise RefusalError("bad_message", "expected a time that is still to come")
    end = None if until is None else int(until * 1000)
    done = []
    try:
        for person in whom:
            _change(place, person, [log.Suspended(why=why.strip(), until=end)], now)
            done.append(person)
    finally:
        if done:
            what = ", ".join(map(said, done))
            note(place, Acted(who=who, did=did, what=what, why=why.strip(), until=end), now)
    return done


def restore(place: Place, whom: str, who: str, now: float, why: str | None = None) -> bool:
    """Let a person and their bots in again; return whether they were kept out. Raises StoreError and RefusalError."""
    person = _person(place, whom, now)
    if person.suspended is None:
        return False
    _change(place, person, [log.Restored()], now)
    note(place, Acted(who=who, did="restored", what=said(person), why=why), now)
    return True


def reset(place: Place, whom: str, who: str, now: float, why: str | None = None) -> tuple[Person, str]:
    """Make the one recovery code that a person then has, for who has lost everything else; return it, and whose it is.

    Sessions and the password stay until it is used. Raises StoreError and RefusalError.
    """
    person = _person(place, whom, now)
    code = make_codes()[0]
    beside.change(place, log.KIND, person.account, now, lambda _: [log.CodesMade(hashes=(code_hash(code),))])
    note(place, Acted(who=who, did="reset", what=said(person), why=why), now)
    return person, code


def trust_in(place: Place, whom: str, who: str, now: float, *, trusted: bool) -> tuple[Person, bool]:
    """Let a person moderate, or let them no more; return who that is, and whether it is new.

    Raises StoreError and RefusalError.
    """
    person = _person(place, whom, now)
    entry = trust.Trusted(account=person.account) if trusted else trust.Distrusted(account=person.account)
    written = beside.change(
        place, trust.KIND, trust.KEY, now, lambda held: [entry] if (person.account in held.since) != trusted else []
    )
    if written:
        note(place, Acted(who=who, did="trusted" if trusted else "distrusted", what=said(person)), now)
    return person, bool(written)


def acts(place: Place) -> Sequence[tuple[int, Acted]]:
    """List what operators did, and when: milliseconds since 1970. Raises StoreError."""
    return [act for kept in beside.states(place, operators.KIND) for act in kept.acts]


def note(place: Place, act: Acted, now: float) -> None:
    """Note what an operator did; `now` in seconds since 1970. Raises StoreError."""
    beside.change(place, operators.KIND, operators.KEY, now, lambda _: [act])


def _person(place: Place, whom: str, now: float) -> Person:
    person = find(place, whom, now)
    if person.owner is not None:
        about = f"{person.name} is a bot; what is done to its owner ({person.owner}) concerns it, too."
        raise RefusalError("unknown", about)
    return person


def _change(place: Place, person: Person, entries: Sequence[log.Entry], now: float) -> None:
    # The bots first: when it is cut short and done again, nobody is left in.
    for account in (*person.bots, person.account):
        beside.change(place, log.KIND, account, now, lambda held: entries if held.name else [])


def said(person: Person | log.Account) -> str:
    """Name a person in the log of the operators, for good: names may change."""
    return f"{person.name} ({person.account if isinstance(person, Person) else person.id})"


def _account(place: Place, account: str) -> log.Account:
    with place.reading() as logs:
        return beside.folded(logs, log.KIND, account, place.heads().get(log.KIND.log(account)))[0]


def _moderators(place: Place) -> Collection[str]:
    with place.reading() as logs:
        return beside.folded(logs, trust.KIND, trust.KEY, place.heads().get(trust.KIND.log(trust.KEY)))[0].since


def _described(account: log.Account, now: float, moderators: Collection[str]) -> Person:
    held = suspension_of(account, now)
    return Person(
        account=account.id,
        name=account.name,
        former=tuple(account.former),
        since=account.since / 1000,
        seen=max((session.seen / 1000 for session in account.sessions.values()), default=None),
        owner=account.owner,
        invitation=account.invitation,
        bots=tuple(account.bots),
        devices=tuple(session.device for session in account.sessions.values()),
        password=account.password is not None,
        passkeys=len(account.passkeys),
        codes=len(account.codes),
        tables=tuple(account.tables),
        tournaments=tuple(account.tournaments),
        suspended=None if held is None else held.why,
        until=None if held is None or held.until is None else held.until / 1000,
        trusted=account.id in moderators,
    )
