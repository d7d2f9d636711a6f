"""Play at a table through its page alone: see what is on it, and act by mouse, by touch or by keyboard."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from e2e.policy import choose_action, choose_bid, choose_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Locator, Page

Hands = Literal["mouse", "touch", "keys"]

POLLING_MS = 20
"""So often a page is asked, in its own time: one that is asked at every frame draws frames for nothing else."""

LOOK_AGAIN_MS = 5_000
"""So often a hand that cannot reach its target looks whether there is still anything to reach for."""

# The log is left out: it is fetched later and loads by itself, and would be taken for an answer to a press.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const said = (element) => element?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  const label = (element) => element.getAttribute('aria-label').replace(/\\s+/g, ' ');
  const buttons = all('.dock .buttons button:enabled');
  return {
    over: Boolean(document.querySelector('.dock .after')),
    playing: buttons.some((button) => said(button) === 'Skip'),
    acting: Boolean(document.querySelector('.bar.acting')),
    // While parts of the page still come in, what is pressed may move away, or nobody may listen yet.
    busy: Boolean(document.querySelector('.dock[aria-busy=true]')) || !document.querySelector('.drags'),
    // A warning stands above what is asked as soon as it has been counted, which takes its time.
    sentence: said(document.querySelector('.bar.warns .detail, .bar:not(.warns) .sentence')),
    trouble: said(document.querySelector('.bar .trouble')),
    confirm: said(buttons.find((button) => button.matches('.primary'))),
    cards: all('.hand li:not(.barred):not(.plain) button:enabled').map((button) => button.dataset.card),
    bids: all('[data-bid]:enabled').map((button) => button.dataset.bid),
    chosen: document.querySelector('.hand [aria-pressed=true]')?.dataset.card ?? null,
    actions: all('button[data-action]:enabled').map((b) => [b.dataset.action, said(b.querySelector('span'))]),
    canoes: all('svg [role=img]').map(label).filter((text) => text.startsWith('Your canoe')),
  };
}"""
READY = f"""() => {{
  const sight = ({LOOK})();
  const choice = sight.confirm || sight.cards.length || sight.bids.length || sight.actions.length;
  return !sight.playing && !sight.busy && (sight.over || (sight.acting && choice));
}}"""
CHANGED = f"""(before) => {{
  const sight = ({LOOK})();
  return !sight.busy && JSON.stringify(sight) !== before;
}}"""


@dataclass(frozen=True)
class Sight:
    """What a person sees at one moment."""

    over: bool
    playing: bool
    acting: bool
    busy: bool
    """Waits for the server's answer, or for parts of its own."""
    sentence: str
    trouble: str
    confirm: str
    cards: list[str]
    """Those that may be played."""
    bids: list[str]
    chosen: str | None
    actions: list[tuple[str, str]]
    canoes: list[str]


class Seat:
    """Sit at a table in one page."""

    def __init__(self, page: Page, hands: Hands = "mouse") -> None:
        self.page = page
        self.hands: Hands = hands
        self.met: set[str] = set()
        """Kinds of decisions that were made here."""
        self._acts = 0

    # ---- looking ----

    def see(self) -> Sight:
        return Sight(**self.page.evaluate(LOOK))

    def log(self) -> list[str]:
        """Read the log, which must have been opened; the first time, it is loaded only then."""
        self.page.locator(".log li").last.wait_for()
        self.unfold()
        return [line.replace("\xa0", " ") for line in self.page.locator(".log li > span").all_text_contents()]

    def unfold(self) -> None:
        """Open the rounds of the log that are folded, the older ones, whose lines are not on the page."""
        folded = ".log button[aria-expanded=false]"
        self.page.locator(folded).evaluate_all("(all) => all.forEach((each) => each.click())")
        expect(self.page.locator(folded)).to_have_count(0)

    @property
    def round(self) -> int:
        """The round that the page shows; 0 before the game."""
        found = re.search(r"Round (\d+)", self.page.locator(".progress").inner_text())
        return int(found[1]) if found else 0

    def wait(self) -> Sight:
        """Wait until all that happened has been shown and there is something to do, or the game is over."""
        self.page.wait_for_function(READY, polling=POLLING_MS)
        return self.see()

    def wait_for(self, sight: Sight) -> None:
        """Wait until the page shows just this."""
        wanted = f"(wanted) => JSON.stringify(({LOOK})()) === wanted"
        self.page.wait_for_function(wanted, arg=_as_json(asdict(sight)), polling=POLLING_MS)

    # ---- playing ----

    def play(self, until: Callable[[Sight], bool] = lambda sight: sight.over) -> Sight:
        """Play on, alone against bots, until what is seen is as wanted."""
        while True:
            sight = self.wait()
            if until(sight):
                return sight
            assert not sight.over, "the game is over already"
            self.act(sight)

    def act(self, sight: Sight) -> bool:
        """Do the next sensible thing; False when there is nothing to do."""
        if sight.over or sight.busy or sight.playing or not sight.acting:
            return False
        if sight.confirm:
            self.confirm(sight)
        elif sight.actions:
            self.choose(choose_action(sight), sight)
        elif sight.bids:
            self.bid(choose_bid(sight), sight)
        elif sight.cards:
            self.card(choose_card(sight), sight)
        else:
            return False
        return True

    def skip(self) -> None:
        """End what is being shown."""
        if self.hands == "keys":
            self.page.keyboard.press("Escape")
        else:
            self._hit(self.page.get_by_role("button", name="Skip", exact=True))

    def card(self, card: str, seen: Sight | None = None) -> None:
        """Choose a card of the hand."""
        self.met.add("card")
        with self._change(seen):
            if self.hands == "keys":
                self._card_by_key(card)
            else:
                self._hit(self.page.locator(f'.hand [data-card="{card}"]'))

    def _card_by_key(self, card: str) -> None:
        """Press a card's digit: the number on it, or its place in a hand of suits; what has none is found by Tab."""
        self._acts += 1
        hand = [each.get_attribute("data-card") for each in self.page.locator(".hand button").all()]
        key = {"cloud": "0"}.get(card, card) if " " not in card else str(hand.index(card) + 1)
        if len(key) == 1 and self._acts % 3:
            self.page.keyboard.press(key)
        else:
            self.tab_to("", f'.hand [data-card="{card}"]')
            self.page.keyboard.press("Enter")

    def bid(self, tricks: str, seen: Sight | None = None) -> None:
        """Choose a bid."""
        self.met.add("bid")
        with self._change(seen):
            if self.hands == "keys":
                self.page.keyboard.press(tricks)
            else:
                self._hit(self.page.locator(f'[data-bid="{tricks}"]'))

    def confirm(self, seen: Sight | None = None) -> None:
        """Make the turn final."""
        with self._change(seen):
            if self.hands != "keys":
                self._hit(self.page.locator(".dock .buttons .primary"))
            elif self.page.evaluate("document.activeElement.matches('body, .buttons .primary')"):
                self.page.keyboard.press("Enter")
            else:
                self.tab_to("", ".buttons .primary")
                self.page.keyboard.press("Enter")

    def choose(self, action: str, seen: Sight | None = None) -> None:
        """Decide: on the board where it is drawn there, else by its button."""
        self.met.add(action.split(maxsplit=1)[0])
        self._acts += 1
        with self._change(seen):
            if self.hands == "keys":
                self._choose_by_key(action)
            else:
                self._hit(self._drawn(action) or self.page.locator(f'button[data-action="{action}"]'))

    def _drawn(self, action: str) -> Locator | None:
        """Find a decision on the board, after picking its canoe or opening its deposit; None when it is not drawn."""
        kind, *words = action.split()
        target = self.page.locator(f'svg [data-action="{action}"]')
        if kind != "steal" and target.count() > 0:
            return target
        if kind in {"paddle", "load", "unload", "rescue", "moose", "swept"}:
            canoe = self.page.locator(f'[data-canoe="{words[0]}"]')
            if canoe.get_attribute("aria-pressed") != "true":
                if not self._within_reach(canoe):
                    return None  # Something lies on its middle: the list has the decision, too.
                self._hit(canoe)
            if kind in {"load", "unload"} and target.count() == 0:
                deposit = self.page.locator("[data-deposit]")
                works = [text for text, _ in self.see().actions if re.match(f"(un)?load {words[0]} ", text)]
                if works == [action]:
                    return deposit
                self._hit(deposit)
        elif kind not in {"steal", "weather", "tie", "joe", "to"}:
            return None
        target.wait_for()
        return target

    def _choose_by_key(self, action: str) -> None:
        order = [text for text, _ in self.see().actions]
        number = order.index(action) + 1
        if number <= 9 and self._acts % 3:
            self.page.keyboard.press(str(number))
        else:
            self.tab_to("", f'button[data-action="{action}"]')
            self.page.keyboard.press("Enter")

    # ---- hands ----

    def tab_to(self, label: str, selector: str = "*", most: int = 120) -> None:
        """Press Tab until what has the focus is called `label` and matches `selector`."""
        for _ in range(most):
            if self.page.evaluate(
                """([label, selector]) => {
                  const now = document.activeElement;
                  const labels = [...now.labels ?? []].map((each) => each.textContent);
                  const names = [now.getAttribute('aria-label') ?? '', ...labels, now.textContent];
                  return now.matches(selector) && now !== document.body && names.join(' ').includes(label);
                }""",
                [label, selector],
            ):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {label!r} ({selector})")

    def _within_reach(self, target: Locator) -> bool:
        """Tell whether a click on its middle would meet the target, and not what lies on it."""
        with contextlib.suppress(TooLate):
            target.click(trial=True, timeout=LOOK_AGAIN_MS)
            return True
        return False

    def _hit(self, target: Locator) -> None:
        """Click or tap, unless the target is gone or the page changes before that is possible.

        A page that lost its connection, say, shows a turn that was not answered once more, until it hears the answer.
        """
        before = self.see()
        press = target.tap if self.hands == "touch" else target.click
        for patience in (LOOK_AGAIN_MS, LOOK_AGAIN_MS, None):
            try:
                press(timeout=patience)
            except TooLate:
                if target.count() and self.see() == before:
                    if patience:
                        continue
                    raise
            return

    @contextlib.contextmanager
    def _change(self, seen: Sight | None) -> Any:
        """Do something about what was seen, or is there now, and wait until the page shows something else for good.

        Who looks and then acts must say what was seen: the page may have changed in between, by itself.
        """
        before = _as_json(asdict(seen or self.see()))
        yield
        try:
            self.page.wait_for_function(CHANGED, arg=before, polling=POLLING_MS)
        except TooLate:
            raise AssertionError(f"what was pressed changed nothing; the page shows {self.see()}") from None


def _as_json(look: dict[str, Any]) -> str:
    """Write what `LOOK` saw as JSON.stringify does."""
    return json.dumps(look, separators=(",", ":"), ensure_ascii=False)


def play_together(seats: Iterable[Seat], until: Callable[[], bool]) -> None:
    """Let several pages play on, each when it has something to do, until `until`."""
    seats = list(seats)
    while not until():
        acted = [seat.act(seat.see()) for seat in seats]
        if not any(acted):
            seats[0].page.evaluate(f"new Promise((again) => setTimeout(again, {POLLING_MS}))")
