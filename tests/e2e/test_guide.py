"""A guide leads through the first game: it points, never covers what it points at, and lets itself be sent away."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as TooLate

from e2e.axe import violations
from e2e.browser import PHONE, WIDE, report
from e2e.seat import POLLING_MS

ACT = {"card", "confirm_card", "launch", "steal", "load", "points", "confirm_turn"}
"""Steps that end when the player does what they say."""

# What a coach mark covers of what it points at, and what of it is off the screen, in pixels.
FAULTS = """() => {
  const mark = document.querySelector('[data-step]')?.getBoundingClientRect();
  if (!mark) return [];
  const faults = [];
  if (mark.left < 0 || mark.top < 0 || mark.right > innerWidth || mark.bottom > innerHeight) faults.push('off screen');
  const target = document.querySelector('.pointer rect')?.getBoundingClientRect();
  if (!target) faults.push('points at nothing');
  else if (mark.left < target.right - 1 && target.left < mark.right - 1
    && mark.top < target.bottom - 1 && target.top < mark.bottom - 1) faults.push('covers its target');
  return faults;
}"""
# A mark looks for its place anew when the window changes, or every now and then.
PLACED = f"""(step) => {{
  if (document.querySelector('[data-step]')?.dataset.step !== step) return true;
  const faults = ({FAULTS})();
  dispatchEvent(new Event('resize'));
  return faults.length === 0;
}}"""


def learn(visitor):
    page = visitor.page("/learn/niagara")
    # Whoever has seen enough of the adventure finds the lesson at its end.
    page.get_by_role("button", name="5. Win").click()
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="The long lesson").click()
    page.get_by_role("dialog", name="First-game guide").wait_for()
    return page


@pytest.mark.parametrize(
    ("size", "until"), [(WIDE, {"steal", "theft", "stolen"}), (PHONE, {"sign"})], ids=["wide", "phone"]
)
def test_a_guide_leads_through_the_game_until_theft_was_met(server, visit, size, until):
    visitor = visit(server, size=size)
    page = learn(visitor)
    seat = visitor.seat(page)
    guide = page.locator("[data-step]")
    told, counted, faults = [], [], {}
    while not until & set(told):
        # Where the table waits for the player, nothing that the guide points at moves any more.
        sight = seat.wait()
        step = page.evaluate("document.querySelector('[data-step]')?.dataset.step ?? null")
        if step and step not in told:
            told.append(step)
            counted += guide.locator("small").all_inner_texts()
            try:
                page.wait_for_function(PLACED, arg=step, polling=POLLING_MS)
            except TooLate:
                faults[step] = page.evaluate(FAULTS)
            # All steps are shown alike; this one beside the river with much to press.
            if step == "launch":
                faults[step] = faults.get(step, []) + violations(page)
        if step and step not in ACT:
            guide.get_by_role("button", name="Next").click()
            page.wait_for_function("step => document.querySelector('[data-step]')?.dataset.step !== step", arg=step)
        else:
            seat.act(sight)
    report(faults)
    # What does not happen in every game is not counted, and the total stays.
    total = counted[0].removeprefix("Step 1 of ")
    assert counted == [f"Step {number} of {total}" for number in range(1, len(counted) + 1)]
    first = ["goals", "canoes", "deposit", "card", "confirm_card"]
    assert told[:5] == first
    assert {"launch", "confirm_turn", "river"} <= set(told)


def test_it_is_remembered_sent_away_and_called_back(server, visit):
    page = learn(visit(server))
    guide = page.get_by_role("dialog", name="First-game guide")
    # By keyboard: the guide has the focus when it comes, and keeps it from step to step.
    page.wait_for_function("() => document.activeElement.closest('[data-step]') !== null")
    page.keyboard.press("Enter")
    guide.get_by_text("These are your two canoes").wait_for()
    page.reload()
    guide.get_by_text("These are your two canoes").wait_for()
    page.wait_for_function("() => document.activeElement.closest('[data-step]') !== null")
    page.keyboard.press("Escape")
    guide.wait_for(state="detached")
    page.reload()
    page.locator('.hand [data-card="1"]').wait_for()
    assert guide.count() == 0

    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Show the guide again").click()
    guide.get_by_text("You win with four gems").wait_for()
    guide.get_by_role("button", name="End the guide").click()
    guide.wait_for(state="detached")
