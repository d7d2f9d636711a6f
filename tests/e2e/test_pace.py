"""Nobody is held up, and everybody sees it: clocks, votes, resigning, removing, coming back.

One person has a keyboard, the other a mouse.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import HANDS
from e2e.evening import Evening, press


@pytest.fixture
def evening(clocked, visit):
    evenings = []

    def begin(**wish):
        evenings.append(Evening(clocked, visit, **wish))
        return evenings[-1]

    yield begin
    for each in evenings:
        each.end()


def own_time(seat):
    return seat.page.locator(".bar .own")


def beside(seat):
    """Find all of a table but its board, for moments that leave the board as it was."""
    return seat.page.locator(".panels, .dock")


def mark(seat, name):
    return seat.page.get_by_role("group", name=re.compile(f"^{name}")).locator(".mark")


def test_who_lets_the_clock_run_out_sees_that_a_bot_has_played(server, visit):
    seated = server.open(3, start=True, bots=["random"] * 2, pace={"clock": {"turn": 5}})
    seat = visit(server).sit(seated["table"], 0, seated["token"])
    expect(seat.page.locator(".log li").get_by_text("Time ran out: Paddler played for you.").first).to_be_visible()
    assert server.ask(f"/api/tables/{seated['table']}")["seats"][0]["bot"] is None


def test_everybody_sees_the_time_left_and_for_whom_it_ran_out(evening):
    made = evening(pace={"clock": {"turn": 600, "reserve": 30}})
    ann, bo = made.seats
    expect(own_time(ann)).to_have_text(re.compile(r"Time left:.*(10:00|9:5\d)"))
    made.pass_time(602)
    expect(own_time(ann)).to_have_text(re.compile(r"Reserve left:.*0:\d\d"))
    status = ann.page.locator(".bar p.unseen[role=status]")
    expect(status).to_have_text(re.compile(r"2\d seconds left"))
    made.pass_time(622)
    expect(own_time(ann)).to_have_class(re.compile("short"))
    expect(status).to_have_text(re.compile(r"\d seconds? left"))
    expect(mark(ann, "Cleo")).to_have_class(re.compile("short"))
    look(beside(ann))
    # Ann is quick enough, the others are not.
    made.server.pass_time(700)
    made.choose_cards(ann)
    for name in ("Bo", "Cleo"):
        expect(ann.page.locator(".log li").get_by_text(f"Time ran out: Paddler played for {name}.")).to_be_visible()
    expect(bo.page.locator(".log li").get_by_text("Time ran out: Paddler played for you.")).to_be_visible()


def test_the_others_vote_for_a_bot_then_agree_to_stop_and_play_again(evening):
    made = evening()
    made.choose_cards()
    let_a_bot_play_for_who_is_silent(made)
    agree_to_stop(made)


def let_a_bot_play_for_who_is_silent(made):
    ann, bo = made.seats
    vote = "Vote: let Paddler play for Cleo"
    expect(ann.page.get_by_role("button", name=vote)).to_have_count(0)
    made.pass_time(200)
    made.press(ann, vote)
    for seat in made.seats:
        expect(seat.page.locator(".strip")).to_contain_text("Let Paddler play for Cleo? In favour: Ann (1 of 2)")
    look(beside(bo))
    made.press(ann, "Withdraw my vote")
    expect(bo.page.locator(".strip")).to_contain_text("Cleo has not moved for 3:")
    made.press(ann, vote)
    made.press(bo, "Agree")
    expect(ann.page.locator(".log li").get_by_text("Paddler played for Cleo.").first).to_be_visible()
    made.cleo.say("come_back")
    expect(mark(bo, "Cleo")).to_have_count(0)


def agree_to_stop(made):
    ann, bo = made.seats
    made.menu(ann, "Propose to stop the game")
    expect(bo.page.locator(".strip")).to_contain_text("Stop the game? In favour: Ann (1 of 3)")
    made.press(bo, "Table menu")
    made.press(bo, "Agree to stop (1 of 3)")
    expect(ann.page.locator(".strip")).to_contain_text("In favour: Ann and Bo (2 of 3)")
    made.cleo.say("vote", matter="stop")
    for seat in made.seats:
        expect(seat.page.get_by_role("heading", name="You agreed to stop.")).to_be_visible()
        expect(seat.page.locator(".end .won")).to_have_count(0)
    made.press(ann, "Play again")
    made.press(bo, "Join the next game")
    expect(bo.page.get_by_role("heading", name="Seats")).to_be_visible()


def test_who_comes_back_is_told_what_a_bot_has_played_and_may_resign(evening):
    made = evening()
    go_and_come_back(made)
    resign(made)


def go_and_come_back(made):
    ann, bo = made.seats
    ann.page.goto("/")
    made.choose_cards(bo)
    let = bo.page.get_by_role("button", name="Let Paddler play for Ann possible in 0:")
    expect(let).to_be_disabled()
    expect(mark(bo, "Ann")).to_have_text(re.compile(r"away 0:\d\d"))
    made.pass_time(61)
    made.press(bo, "Let Paddler play for Ann")
    expect(bo.page.locator(".log li").get_by_text("Paddler played for Ann.").first).to_be_visible()
    while bo.page.locator(".log li", has_text="Ann plays").count() == 0:
        if not bo.act(bo.see()):
            made.cleo.rest()
            if (draft := made.cleo.sync["draft"]) and not draft["confirmed"]:
                made.cleo.play()
    ann.page.goto(f"/t/{made.table}")
    summary = ann.page.locator(".strip")
    expect(summary).to_contain_text("While you were away, Paddler played:")
    expect(summary.locator("li").first).to_contain_text("Ann")
    look(beside(ann))
    made.press(ann, "Close")
    expect(summary).to_have_count(0)


def resign(made):
    """Resign one after the other, each being asked first; the last one left wins."""
    ann, bo = made.seats
    made.menu(ann, "Resign")
    dialog = ann.page.get_by_role("dialog", name="Resign?")
    expect(dialog).to_contain_text("Paddler plays for you to the end. You cannot come back.")
    look(dialog)
    made.press(ann, "Play on")
    expect(dialog).to_be_hidden()
    expect(ann.page.get_by_role("button", name="Table menu")).to_be_focused()
    made.menu(ann, "Resign")
    made.press(ann, "Resign")
    expect(mark(bo, "Ann")).to_have_text("resigned")
    expect(ann.page.get_by_role("button", name="I’m back")).to_have_count(0)
    look(beside(bo))
    made.menu(bo, "Resign")
    expect(bo.page.get_by_role("dialog", name="Resign?")).to_contain_text("The game ends, and Cleo wins.")
    made.press(bo, "Resign")
    expect(bo.page.get_by_role("heading", name="Cleo wins.")).to_be_visible()
    expect(bo.page.locator(".end")).to_contain_text("Resigned: Ann and Bo")
    look(bo.page.locator(".end"))


def test_the_host_removes_somebody_who_is_told(server, visit):
    seated = server.open(3, bots=["random"])
    token = server.sit(seated["table"], "Bo")["token"]
    people = [visit(server, **HANDS[hands]) for hands in ("keys", "mouse")]
    ann, bo = (
        each.sit(seated["table"], number, key).page
        for number, (each, key) in enumerate(zip(people, (seated["token"], token), strict=True))
    )
    expect(bo.get_by_role("button", name="Give up my seat")).to_be_visible()
    press(ann, "keys", "Remove Bo")
    dialog = ann.get_by_role("dialog", name="Remove Bo?")
    expect(dialog).to_be_visible()
    look(dialog)
    press(ann, "keys", "Free the seat")
    expect(bo.get_by_role("alert")).to_have_text("The host has freed your seat.")
    look(bo)
    # A bot is removed without a question.
    name = server.ask(f"/api/tables/{seated['table']}")["seats"][2]["name"]
    press(ann, "keys", f"Remove {name}")
    expect(ann.get_by_text("Free seat")).to_have_count(2)
    bo.get_by_label("Your name").fill("Bo")
    press(bo, "mouse", "Join")
    expect(bo.get_by_role("alert")).to_have_count(0)
    expect(bo.get_by_role("button", name="Give up my seat")).to_be_visible()


def test_the_host_chooses_a_clock_and_everybody_reads_it(server, visit):
    page = visit(server, **HANDS["keys"]).page()
    page.get_by_label("Your name").fill("Ann")
    summary = page.get_by_text("Clock and absence")
    summary.focus()
    page.keyboard.press("Enter")
    own = page.get_by_role("radio", name="Your own")
    own.focus()
    page.keyboard.press("Space")
    seconds = page.get_by_role("spinbutton", name="Seconds a turn")
    reserve = page.get_by_role("spinbutton", name="Minutes in reserve")
    reserve.fill("0")
    seconds.fill("2")
    expect(page.get_by_role("alert")).to_have_text("At least 5 seconds together, and at most 14 days each.")
    look(page.get_by_role("group", name="Clock and absence"))
    seconds.fill("45")
    seconds.press("Tab")
    press(page, "keys", "Open the table")
    seats = page.get_by_role("region", name="Seats")
    expect(seats).to_contain_text("A turn may take 45 seconds; then Paddler plays it.")
    page.get_by_text("Clock and absence").focus()
    page.keyboard.press("Enter")
    # Both before the server can have answered.
    minute = page.get_by_role("radio", name="1 min a turn + 10 mins")
    page.get_by_label("Stand-in bot").evaluate(
        """(bots, minute) => {
          minute.click();
          bots.value = 'guide';
          bots.dispatchEvent(new Event('change', {bubbles: true}));
        }""",
        minute.element_handle(),
    )
    expect(seats).to_contain_text(
        "A turn may take 1 minute, and everybody has 10 minutes in reserve; then Guide plays."
    )
    look(page)
