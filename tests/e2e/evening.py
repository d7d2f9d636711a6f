"""Set up a table of three people, two of them with browsers, and let time pass there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from e2e.browser import HANDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from e2e.browser import Visitor
    from e2e.seat import Seat
    from e2e.server import Server


class Evening:
    """A table of three people: Ann with a keyboard, Bo with a mouse, and Cleo, who does nothing unless told."""

    def __init__(self, server: Server, visit: Callable[..., Visitor], locale: str = "en-GB", **wish: Any) -> None:
        self.server = server
        seated = server.open(3, start=True, **wish)
        self.table = seated["table"]
        tokens = [seated["token"], *(server.sit(self.table, name)["token"] for name in ("Bo", "Cleo"))]
        self.visitors = [visit(server, locale=locale, **HANDS[hands]) for hands in ("keys", "mouse")]
        self.seats = [visitor.sit(self.table, number, tokens[number]) for number, visitor in enumerate(self.visitors)]
        for seat in self.seats:
            seat.wait()
        self.cleo = server.player(self.table, tokens[2])

    def pass_time(self, seconds: float) -> None:
        """Let time pass at this table."""
        self.server.pass_time(seconds, self.table)

    def choose_cards(self, *seats: Seat) -> None:
        """Let the people in the browsers choose their cards."""
        for seat in seats or self.seats:
            seat.card("3")
            seat.confirm()

    def press(self, seat: Seat, name: str) -> None:
        press(seat.page, seat.hands, name)

    def menu(self, seat: Seat, name: str) -> None:
        self.press(seat, "Table menu")
        self.press(seat, name)

    def end(self) -> None:
        self.cleo.close()


def press(page: Page | Locator, hands: str, name: str) -> None:
    """Press a button by its name, by mouse or by keyboard."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    if hands != "keys":
        button.click()
        return
    for _ in range(100):
        if button.evaluate("(button) => button === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {name!r}")
