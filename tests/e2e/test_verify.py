"""The dealing of a finished game can be checked in the browser, and what was changed in its record is named."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import HANDS, PHONE


def play_out(server, table, tokens):
    """Play on both seats, without a browser, until the game is over."""
    players = {seat: server.player(table, token) for seat, token in tokens.items()}
    while server.ask(f"/api/tables/{table}")["status"] == "running":
        server.play_on(table, players, 1)
    for player in players.values():
        player.close()


@pytest.fixture
def sitting(server, visit):
    """Somebody in the lobby of a short game of Canyon, whose browser gives a word; the other two have none."""

    def sit(**settings):
        opened = server.open(3, game="canyon", options={"max_rounds": 1})
        table = opened["table"]
        others = [server.sit(table, name) for name in ("Bo", "Cy")]
        visitor = visit(server, **settings)
        seat = visitor.sit(table, 0, opened["token"], game="canyon")
        tokens = {each["seat"]: each["token"] for each in (opened, *others)}
        return visitor, seat.page, table, tokens

    return sit


def own_word(server, table):
    return server.ask(f"/api/tables/{table}")["dealing"]["words"][0]


def start(page):
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")


def test_a_finished_game_is_found_right_in_the_browser_that_was_there(server, sitting):
    visitor, page, table, tokens = sitting(**HANDS["touch"])
    page.get_by_text("Fair dealing").click()
    words = page.get_by_role("region", name="Words of the players")
    expect(words).to_contain_text("none")
    page.get_by_label("Your own word").fill("a river 🛶")
    page.get_by_role("button", name="Mix it in").click()
    expect(words).to_contain_text("a river 🛶")
    assert own_word(server, table) == "a river 🛶"
    commitment = server.ask(f"/api/tables/{table}")["dealing"]["commitment"]
    expect(page.locator("details code")).to_have_text(commitment)
    look(page)
    start(page)
    play_out(server, table, tokens)
    with visitor.context.expect_page() as opened:
        page.get_by_role("link", name="Check the dealing").click()
    verify = opened.value
    expect(verify.get_by_role("heading", name="All is well: this game was dealt as promised.")).to_be_visible()
    expect(verify.get_by_role("list", name="What was checked").get_by_role("listitem")).to_have_text(
        [
            "Right: The revealed link leads back to the commitment.",
            "Right: It is the commitment that this browser noted before the start.",
            "Right: Your word “a river 🛶” was mixed in.",
            "Right: All 2 random numbers follow from their links, the table and the players’ words.",
        ]
    )
    look(verify)


def test_a_word_that_was_changed_is_named_also_to_a_stranger(server, sitting, visit, tmp_path):
    _, page, table, tokens = sitting()
    start(page)
    play_out(server, table, tokens)
    lines = server.record(table).splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith('{"deal"'))
    right = json.loads(lines[number])["deal"]
    lines[number] = '{"deal":"0x2a"}'
    (tmp_path / "changed.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    stranger = visit(server, size=PHONE)
    verify = stranger.page("/verify")
    expect(verify.get_by_role("heading", level=1)).to_be_visible()
    verify.keyboard.press("Tab")
    verify.keyboard.press("Tab")
    expect(verify.get_by_label("A saved game")).to_be_focused()
    verify.get_by_label("A saved game").set_input_files(tmp_path / "changed.jsonl")
    expect(verify.get_by_role("heading", name="Something does not match.")).to_be_visible()
    never = (
        "This browser has never seen the table. Compare the commitment with what somebody noted there before the start."
    )
    expect(verify.get_by_role("list", name="What was checked").get_by_role("listitem")).to_have_text(
        [
            "Right: The revealed link leads back to the commitment.",
            f"Unknown: {never}",
            "Unknown: This browser gave no word at this table.",
            f"Wrong: Line {number + 1}: random number 2 should be {right}, but is 0x2a.",
        ]
    )
    look(verify)
    (tmp_path / "right.jsonl").write_text(server.record(table), "utf-8")
    verify.get_by_label("A saved game").set_input_files(tmp_path / "right.jsonl")
    expect(verify.get_by_role("heading", name="Everything that this browser can check is right.")).to_be_visible()
    (tmp_path / "diary.txt").write_text("Dear diary\n")
    verify.get_by_label("A saved game").set_input_files(tmp_path / "diary.txt")
    expect(verify.get_by_text("Line 1 is not part of a saved game.")).to_be_visible()


def test_a_running_game_proves_nothing_yet(server, visit):
    seated = server.open(2, bots=["random"], start=True)
    page = visit(server).page(f"/verify?table={seated['table']}")
    expect(page.get_by_text("This game was not over when it was saved.")).to_be_visible()
