"""Look after the people of a server: `eddyline people`, and what was done there: `eddyline log`."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from eddyline.cli.console import counted, json_option, moment, out, print_json
from eddyline.cli.keeping import place_of, store_option
from eddyline.cli.serve import data_option
from eddyline.cli.tables import explained, minute, operator

if TYPE_CHECKING:
    from pathlib import Path

    from eddyline.server.web.operating import Person

_person = click.argument("person")
_SOON = "A running server does the rest within seconds, otherwise the next start."


@click.group()
def people() -> None:
    """List, look at, suspend, rename, delete and help the people who have an account; also while the server runs.

    PERSON is a name, one that looks like it, or the id of an account. The server notices within about a second.
    """


@people.command("list")
@data_option
@store_option
@click.option("--suspended", is_flag=True, help="Only those who are suspended.")
@json_option
def list_(data: Path | None, store: str | None, *, suspended: bool, as_json: bool) -> None:
    """List all accounts, the oldest first; bots of people are accounts, too. Times are UTC."""
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        listed = [
            person
            for person in operating.people(place_of(data, store), time.time())
            if person.suspended is not None or not suspended
        ]
    if as_json:
        print_json(listed)
        return
    if not listed:
        out.print("Nobody is suspended." if suspended else "Nobody has an account.")
        return
    out.print(f"{'ACCOUNT':<14}{'SINCE':<18}{'LAST SEEN':<12}{'TABLES':>6}  NAME", markup=False)
    for person in listed:
        bot = "" if person.owner is None else f", a bot of {person.owner}"
        held = "" if person.suspended is None else f", suspended{_until(person)}"
        held += ", moderator" if person.trusted else ""
        out.print(
            f"{person.account:<14}{minute(person.since):<18}{_day(person.seen):<12}{len(person.tables):>6}  "
            f"{person.name}{bot}{held}",
            markup=False,
        )


@people.command()
@_person
@data_option
@store_option
@json_option
def look(person: str, data: Path | None, store: str | None, *, as_json: bool) -> None:
    """Show what the store has of an account, without anything that lets somebody in."""
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        found = operating.find(place_of(data, store), person, time.time())
    if as_json:
        print_json([found])
        return
    lines = {
        "account": found.account,
        "formerly": ", ".join(found.former),
        "since": f"{minute(found.since)} UTC",
        "last seen": _day(found.seen),
        "bot of": found.owner,
        "invited by": found.invitation,
        "bots": ", ".join(found.bots),
        "devices": ", ".join(found.devices),
        "signs in with": ", ".join(_ways(found)),
        "tables": ", ".join(found.tables),
        "tournaments": ", ".join(found.tournaments),
        "suspended": None if found.suspended is None else f"{found.suspended}{_until(found)}",
        "trusted": "moderates" if found.trusted else None,
    }
    out.print(found.name, markup=False)
    for about, told in lines.items():
        if told:
            out.print(f"{about:>14}  {told}", markup=False)


@people.command()
@click.argument("person", required=False)
@data_option
@store_option
@click.option("--why", required=True, metavar="TEXT", help="Reason; the person is told it.")
@click.option(
    "--until",
    type=moment,
    help="End, in UTC; without it, until `restore`.",
)
@click.option(
    "--named", metavar="WORD", help="All who have a word in their name that looks like it; * stands for any letters."
)
@click.option("--since", type=moment, help="All whose account was made then or later, in UTC; with --named, both.")
@click.option("--yes", is_flag=True, help="Do not ask, when it is about several.")
def suspend(
    person: str | None,
    data: Path | None,
    store: str | None,
    why: str,
    until: datetime | None,
    named: str | None,
    since: datetime | None,
    *,
    yes: bool,
) -> None:
    """Keep a person and their bots out: devices are shown out at once, and nobody can sign in.

    Their seats are treated as those of people who are away. Suspending again replaces the reason and the end.
    After a flood, --named and --since select all whom it is about, but no moderators.
    """
    if (person is None) == (named is None and since is None):
        raise click.UsageError("expected either a person, or --named and --since")
    end = None if until is None else until.replace(tzinfo=UTC).timestamp()
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        place = place_of(data, store)
        if person is not None:
            found = operating.suspend(place, person, why, end, operator(), time.time())
            bots = f" with {counted(len(found.bots), 'bot')}" if found.bots else ""
            out.print(f"{found.name} is suspended{bots}{_until(found)}.", markup=False)
            return
        after = None if since is None else since.replace(tzinfo=UTC).timestamp()
        chosen = operating.selected(place, named, after, time.time())
        if not chosen:
            out.print("Nobody selected.")
            return
        if not yes:
            names = ", ".join(each.name for each in chosen)
            click.confirm(f"Suspend {counted(len(chosen), 'person', 'people')}: {names}?", abort=True, err=True)
        done = operating.suspend_all(place, chosen, why, end, operator(), time.time())
    out.print(f"{counted(len(done), 'person is', 'people are')} suspended.", markup=False)


@people.command()
@_person
@data_option
@store_option
def restore(person: str, data: Path | None, store: str | None) -> None:
    """Let a person in again who is suspended."""
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        held = operating.restore(place_of(data, store), person, operator(), time.time())
    out.print(f"{person} can sign in again." if held else f"{person} is not suspended.", markup=False)


@people.command()
@_person
@data_option
@store_option
@click.option("--yes", is_flag=True, help="Do not ask.")
def reset(person: str, data: Path | None, store: str | None, *, yes: bool) -> None:
    """Print a recovery code for a person who has lost password, passkeys and codes. It works once; all others end.

    Whoever has it can take the account: be sure who asks.
    """
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        place = place_of(data, store)
        found = operating.find(place, person, time.time())
        if not yes:
            click.confirm(f"Replace the recovery codes of {found.name} ({found.account})?", abort=True, err=True)
        found, code = operating.reset(place, found.account, operator(), time.time())
    out.print(f"With this code {found.name} can set a new password, once: {code}", markup=False)


@people.command()
@_person
@click.argument("name")
@data_option
@store_option
@click.option("--why", required=True, metavar="TEXT", help="Reason; the person is told it.")
def rename(person: str, name: str, data: Path | None, store: str | None, why: str) -> None:
    """Give a person, or a bot, another NAME, at all tables and tournaments and in all chats, also of the past.

    Nobody else can take the former name, and its owner can still sign in with it. The next visit begins with the news.
    """
    with explained():
        from eddyline.server.web import ordering  # noqa: PLC0415

        former, found = ordering.rename(place_of(data, store), person, name, why, operator(), time.time())
    out.print(f"{former} is called {found.name} now. {_SOON}", markup=False)


@people.command()
@_person
@data_option
@store_option
def trust(person: str, data: Path | None, store: str | None) -> None:
    """Let a person moderate: the page /moderation is theirs, at once.

    There they handle reports, and can do what these commands do to people, tables, chats and tournaments, but not to
    other moderators, whom only this command makes.
    """
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        found, new = operating.trust_in(place_of(data, store), person, operator(), time.time(), trusted=True)
    out.print(f"{found.name} moderates{' from now on' if new else ', as before'}.", markup=False)


@people.command()
@_person
@data_option
@store_option
@click.option("--why", required=True, metavar="TEXT", help="Reason; the person is told it when shown out.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(person: str, data: Path | None, store: str | None, why: str, *, yes: bool) -> None:
    """Delete a person's account for good, with their bots, as they could do it themselves.

    Their devices are shown out at once. Seats stay without their name, a bot plays on for them.
    """
    with explained():
        from eddyline.server.web import operating, ordering  # noqa: PLC0415

        place = place_of(data, store)
        found = operating.find(place, person, time.time())
        if not yes:
            bots = f" with {counted(len(found.bots), 'bot')}" if found.bots else ""
            click.confirm(f"Delete {found.name} ({found.account}){bots} for good?", abort=True, err=True)
        found = ordering.delete(place, found.account, why, operator(), time.time())
    out.print(f"{found.name} is shown out and will be deleted. {_SOON}", markup=False)


@people.command()
@_person
@data_option
@store_option
def distrust(person: str, data: Path | None, store: str | None) -> None:
    """Let a person moderate no more. What they did stays, and stays in the log."""
    with explained():
        from eddyline.server.web import operating  # noqa: PLC0415

        found, new = operating.trust_in(place_of(data, store), person, operator(), time.time(), trusted=False)
    out.print(f"{found.name} moderates no more." if new else f"{found.name} was no moderator.", markup=False)


@click.command()
@data_option
@store_option
@json_option
def log(data: Path | None, store: str | None, *, as_json: bool) -> None:
    """Print what operators have done by these commands: when (UTC), who, what, and why."""
    with explained():
        import msgspec  # noqa: PLC0415

        from eddyline.server.web import operating  # noqa: PLC0415

        acts = operating.acts(place_of(data, store))
    for at, act in acts:
        if as_json:
            print_json([{"at": at} | msgspec.to_builtins(act)])
            continue
        end = "" if act.until is None else f" until {minute(act.until / 1000)}"
        why = "" if act.why is None else f": {act.why}"
        out.print(f"{minute(at / 1000)}  {act.who} {act.did} {act.what}{end}{why}", markup=False)


def _ways(person: Person) -> list[str]:
    ways = [
        "a password" if person.password else "",
        counted(person.passkeys, "passkey") if person.passkeys else "",
        counted(person.codes, "recovery code") if person.codes else "",
    ]
    return [way for way in ways if way]


def _until(person: Person) -> str:
    return "" if person.until is None else f" until {minute(person.until)} UTC"


def _day(seconds: float | None) -> str:
    return "-" if seconds is None else time.strftime("%Y-%m-%d", time.gmtime(seconds))
