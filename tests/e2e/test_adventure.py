"""An adventure teaches a game in five scenes; a first game explains itself once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.browser import HANDS, PHONE

AIM = """() => {
  if (document.querySelector('.finale')) return 'finale';
  return document.querySelector('[data-aim]')?.dataset.aim;
}"""
MOVED_ON = f"(before) => {{ const now = ({AIM})(); return now && now !== before; }}"


class Player:
    """Do what is asked for, with a mouse, a finger or the keyboard."""

    def __init__(self, page, hands):
        self.page = page
        self.hands = hands

    def press(self, thing):
        if self.hands == "touch":
            thing.tap()
        elif self.hands == "keys":
            thing.press("Enter")
        else:
            thing.click()

    def play(self, scene):
        """Play a scene to its end, and return what is said then."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(scene)
        aim = None
        while True:
            self.page.wait_for_function(MOVED_ON, arg=aim)
            aim = self.page.evaluate(AIM)
            if aim == "finale":
                return self.page.locator(".finale p").first.inner_text()
            selectors = aim.split(": ", 1)[1].split(", ")
            self.press(next(found.first for each in selectors if (found := self.page.locator(each)).count()))

    def go_on(self, button):
        self.press(self.page.locator(".finale").get_by_role("button", name=button))


SCENES = {
    "niagara": {
        "Fetch a gem": "first gem is ashore",
        "Be robbed": "Robbed!",
        "Steal it back": "Yours again!",
        "Lose a canoe": "at the dock again",
        "Win": "you have won!",
    },
    "canyon": {
        "Bid": "bid 2 tricks",
        "Make exactly that": "Exactly two",
        "Take the rapids": "In the rapids!",
        "Be swept": "over the falls!",
        "Arrive": "you have won!",
    },
}


@pytest.mark.parametrize(("game", "hands"), [("niagara", "mouse"), ("canyon", "touch"), ("canyon", "keys")])
def test_what_is_asked_for_leads_through_five_scenes_to_a_real_game(server, visit, game, hands):
    page = visit(server, **HANDS[hands]).page(f"/learn/{game}")
    player = Player(page, hands)
    scenes = list(SCENES[game].items())
    for (title, said), (following, _) in zip(scenes, [*scenes[1:], ("", "")], strict=True):
        assert said in player.play(title)
        if title == "Be robbed":
            assert violations(page) == []
        if following:
            player.go_on(f"Next: {following}")
    expect(page.get_by_role("list", name="Scenes").get_by_role("button", name="– done")).to_have_count(5)
    # It ends as a game that is won does, which is put away or left where it is.
    evening = page.locator(".evening > svg")
    expect(evening).to_be_visible()
    if hands == "keys":
        page.keyboard.press("Escape")
        expect(evening).to_have_count(0)
    player.go_on("Now a real game")
    page.wait_for_url("**/t/*")


def test_scenes_are_skipped_repeated_and_missed(server, visit):
    page = visit(server).page()
    page.get_by_role("link", name="Learn by playing").click()
    player = Player(page, "mouse")
    for _ in range(2):
        page.get_by_role("button", name="Next scene").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Steal it back")
    # With another card one stops elsewhere.
    page.locator('.hand [data-card="1"]').click()
    page.locator("[data-guide=confirm]").click()
    expect(page.locator(".finale")).to_contain_text("stops exactly on Mika’s disc")
    player.go_on("Try again")
    assert "Yours again!" in player.play("Steal it back")
    # What was done stays done; who comes again begins with what was not.
    page.reload()
    expect(page.get_by_role("button", name="3. Steal it back – done")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fetch a gem")


def test_hints_are_put_away_by_keys_and_lead_to_what_is_to_be_done(server, visit):
    page = visit(server, novice=True).page()
    page.get_by_role("button", name="Play against bots").click()
    mark = page.locator("[data-step]")
    expect(mark).to_contain_text("You win with four gems")
    page.keyboard.press("Escape")
    expect(mark).to_contain_text("Choose how far")
    mark.get_by_role("button", name="Got it").focus()
    page.keyboard.press("Enter")
    expect(mark).to_contain_text("The river may carry")
    page.keyboard.press("Enter")
    expect(mark).to_have_count(0)
    expect(page.locator(".hand button:focus")).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_a_first_game_explains_itself_once_and_covers_nothing_to_press(server, visit, size):
    visitor = visit(server, size=size, novice=True)
    page = visitor.page()
    page.get_by_role("button", name="Play against bots").click()
    mark = page.locator("[data-step]")
    for said in ("You win with four gems", "Choose how far", "The river may carry"):
        expect(mark).to_contain_text(said)
        page.locator('.hand [data-card="4"]').click(trial=True)
        if size != PHONE:
            # The board is too low for anything on it.
            board, said_at = (each.bounding_box() for each in (page.get_by_role("main"), mark))
            assert said_at["x"] >= board["x"] + board["width"]
        mark.get_by_role("button", name="Got it").click()
    expect(mark).to_have_count(0)
    page.reload()
    page.locator('.hand [data-card="4"]:enabled').wait_for()
    expect(mark).to_have_count(0)
    page.locator('.hand [data-card="4"]').click()
    page.locator("[data-guide=confirm]").click()
    expect(mark).to_contain_text("Outlined discs")
    for choice in page.locator("[data-place], .groups button, .head button").all():
        choice.click(trial=True)
    # Both canoes are at the dock, which of them goes makes no difference: the other is listed once it is picked.
    launch = page.locator('.groups [data-action^="paddle"]')
    expect(launch).to_have_count(1)
    page.keyboard.press("b")
    expect(page.locator('.groups [data-action^="paddle b"]')).to_be_focused()
    # Another game is not the first any more.
    other = visitor.page()
    other.get_by_role("button", name="Play against bots").click()
    other.locator('.hand [data-card="4"]:enabled').wait_for()
    other.get_by_role("button", name="Rules", exact=True).wait_for()
    expect(other.locator("[data-step]")).to_have_count(0)
