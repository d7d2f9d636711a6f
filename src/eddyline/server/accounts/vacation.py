"""Decide what vacation a person may take: days (UTC) on which their clocks stand still where a turn may take days."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import account as log

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.protocol.accounts import NewVacation
    from eddyline.server.accounts.account import Account, Vacation

DAYS_A_YEAR = 21
"""Days of vacation in a calendar year."""
DAYS_IN_A_ROW = 14
"""Most days of vacation without a day between them."""
DAYS_AHEAD = 365
"""How many days before it begins a vacation may be taken."""

_DAY = timedelta(days=1)


def take(account: Account, wish: NewVacation, now: float) -> list[log.Entry]:
    """Return the entry of a vacation that somebody takes; none when they have taken just this. Raises RefusalError."""
    today = _day(now * 1000)
    first, last = today if wish.first is None else _parsed(wish.first), _parsed(wish.last)
    if not today <= first <= today + DAYS_AHEAD * _DAY:
        raise _expected(f"a first day from {today} to {today + DAYS_AHEAD * _DAY}", first)
    if last < first:
        raise _expected(f"a last day from {first} on", last)
    begins, ends = int(now * 1000) if first == today else _start(first), _start(last + _DAY)
    if (pending := pending_of(account, now)) is not None:
        if (_day(pending[0]), pending[1]) == (first, ends):
            return []
        raise RefusalError("wrong_time", f"You have taken vacation until {last_day(pending)} already; end it first.")
    wanted = _days_of([(begins, ends)])
    days = wanted | _days_of(account.vacations)
    if (row := _longest(days, wanted)) > DAYS_IN_A_ROW:
        raise RefusalError("full", f"expected at most {DAYS_IN_A_ROW} days of vacation in a row, got {row}")
    for year in sorted({day.year for day in wanted}):
        if (used := sum(day.year == year for day in days)) > DAYS_A_YEAR:
            raise RefusalError("full", f"expected at most {DAYS_A_YEAR} days of vacation in {year}, got {used}")
    return [log.VacationTaken(begins=begins, ends=ends)]


def pending_of(account: Account, now: float) -> Vacation | None:
    """Return the vacation that goes on, or is to come; None if there is neither."""
    return next((vacation for vacation in account.vacations if vacation[1] > now * 1000), None)


def left(account: Account, now: float) -> int:
    """Return how many days of vacation somebody may still take this year."""
    year = _day(now * 1000).year
    return DAYS_A_YEAR - sum(day.year == year for day in _days_of(account.vacations))


def first_day(vacation: Vacation) -> date:
    """Return the first day of a vacation."""
    return _day(vacation[0])


def last_day(vacation: Vacation) -> date:
    """Return the last day of a vacation."""
    return _day(vacation[1] - 1)


def _days_of(vacations: Iterable[Vacation]) -> set[date]:
    found = set()
    for vacation in vacations:
        day = first_day(vacation)
        while day <= last_day(vacation):
            found.add(day)
            day += _DAY
    return found


def _longest(days: set[date], wanted: set[date]) -> int:
    """Count the days in a row that the wanted ones are part of."""
    row, before, after = len(wanted), min(wanted) - _DAY, max(wanted) + _DAY
    while before in days:
        row, before = row + 1, before - _DAY
    while after in days:
        row, after = row + 1, after + _DAY
    return row


def _day(at: float) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).date()


def _start(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)


def _parsed(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise _expected("a day like 2026-12-03", text) from None


def _expected(what: str, got: object) -> RefusalError:
    return RefusalError("bad_message", f"expected {what}, got {got}")
