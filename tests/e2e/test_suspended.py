"""An operator suspends somebody in the middle of a rated game: they are shown out, and the table goes on."""

from __future__ import annotations

from click.testing import CliRunner
from playwright.sync_api import expect

from e2e.test_strangers import come
from eddyline.cli import main


def test_who_is_suspended_in_a_rated_game_is_shown_out_for_good_and_the_other_plays_on(clocked, visit):
    rude, other = (
        come(clocked, visit, name, address) for name, address in (("Ragnar", "198.51.100.7"), ("Astrid", "203.0.113.7"))
    )
    start = rude.page()
    session = start.evaluate("JSON.parse(localStorage.getItem('eddyline.session')).session")
    wish = {"game": "niagara", "name": "Ragnar", "seats": 3, "bots": ["paddler"]}
    table = clocked.ask("/api/tables", wish, session)["table"]
    astrid = other.page(f"/t/{table}")
    astrid.get_by_role("button", name="Join").click()
    ragnar = rude.page(f"/t/{table}")
    expect(ragnar.get_by_text("This game will be rated.")).to_be_visible()
    ragnar.get_by_role("button", name="Start the game").click()
    for page in (ragnar, astrid):
        expect(page.locator(".hand")).to_be_visible()
    with rude.forgiving("403", "401"):
        why = ["--why", "Insults at this table."]
        done = CliRunner().invoke(main, ["people", "suspend", "Ragnar", *why, "--data", str(clocked.data)])
        assert done.exit_code == 0, done.output
        expect(ragnar.locator(".hand")).to_have_count(0)
        expect(ragnar.get_by_role("alert").filter(has_text="Ragnar")).to_be_visible()
        # Nor by a second tab, whether the first has put the session away or not: there is the table to watch, no seat.
        again = rude.page(f"/t/{table}")
        expect(again.get_by_text("You are watching.")).to_be_visible()
        expect(again.locator(".hand")).to_have_count(0)
        expect(again.get_by_role("button", name="Join")).to_have_count(0)
        # All that these pages ask is refused, for as long as they are open.
        for page in rude.context.pages:
            page.close()
    # The other is told who cannot come back and what to do about it, as long as they do not put it away, and plays.
    told = astrid.locator(".strip").filter(has_text="has suspended Ragnar")
    expect(told).to_contain_text("let a bot play on")
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    expect(astrid.get_by_text("suspended", exact=True).first).to_be_visible()
    expect(astrid.locator(".hand")).to_be_visible()
