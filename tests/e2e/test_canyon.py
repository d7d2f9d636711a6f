"""Canyon in the browser: by mouse, touch and keyboard, and nothing for axe to find."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look, violations
from e2e.browser import HANDS, report
from e2e.positions import CANYON, find, prepare, token
from e2e.seat import play_together
from e2e.story import events_of, heard, plain
from e2e.test_whole_games import rows
from eddyline.bots.registry import maker
from eddyline.record import load, replay


def open_table(server, *people: str, bots: list[str], **options):
    """Open a table of Canyon through the API; return its id and everybody's seat."""
    seats = len(people) + len(bots)
    wish = {"game": "canyon", "name": people[0], "seats": seats, "bots": bots, "start": True, "options": options}
    seated = [server.ask("/api/tables", wish)]
    seated += [server.sit(seated[0]["table"], name) for name in people[1:]]
    return seated[0]["table"], seated


def near_the_village(match, draft):
    """Look for a turn after which nobody has arrived, though somebody will soon; Ann chooses where to go, then Bo."""
    view = match.view(0)
    distances = [player.distance for player in view.players]
    if view.phase != "moving" or len(draft.legal()) < 2 or min(distances) > 3:
        return False
    if any((player.points or 0) >= player.distance for player in view.players):
        return False
    return all(bo_chooses(match, ann) for ann in draft.legal())


def bo_chooses(match, ann):
    """Tell whether this move of Ann's leaves Bo, who is next, a choice."""
    after = match.copy()
    after.commit(0, (ann,))
    return after.waiting == {1} and len(after.draft(1).legal()) > 1


def test_two_browsers_and_two_bots_to_the_village(server, visit):
    visitors = [visit(server, **HANDS[hands]) for hands in ("keys", "touch")]
    voyageur = maker("canyon")(1)
    position = find(near_the_village, game=CANYON, players=4, options={"skip_brown": True}, by=voyageur)
    prepare(server.data, "village", **position, bots=(2, 3), bot="voyageur")
    seats = [visitor.sit("village", seat, token(seat), game="canyon") for seat, visitor in enumerate(visitors)]
    play_together(seats, lambda: all(seat.see().over for seat in seats))
    record = server.record("village")
    assert load(record).ranking is not None
    *_, last = replay(load(record))
    assert last.match.winners, "somebody has reached the village"
    for visitor, seat in zip(visitors, seats, strict=True):
        expect(rows(seat.page)).to_have_count(4)
        assert {"card", "bid", "to"} <= seat.met
        visitor.hear(lambda frame: '"kind":"over"' in frame)
        assert heard(visitor.frames) == plain(events_of(record))


def bids_last(match, draft):
    """Look for a later round in which Ann is asked for her bid."""
    view = match.view(0)
    return view.phase == "bids" and view.round == 2 and len(draft.legal()) > 4


def test_a_tap_changes_a_bid_and_the_river_shows_where_it_leads(server, visit):
    prepare(server.data, "bids", **find(bids_last, game=CANYON, players=4, by=maker("canyon")(1)), bots=(1, 2, 3))
    page = visit(server).sit("bids", 0, token(0), game="canyon").page
    sentence, ghosts = page.locator(".bar .sentence"), page.locator(".pointed .ghost")
    bids = page.get_by_role("group", name="Your bid").get_by_role("button")
    expect(bids.nth(0)).to_have_accessible_name("Bid 0 tricks: 1 point if you make it")
    bids.nth(2).click()
    expect(sentence).to_have_text("You bid 2 tricks.")
    bids.nth(1).click()
    expect(sentence).to_have_text("You bid 1 trick.")
    expect(bids.nth(1)).to_have_attribute("aria-pressed", "true")
    page.mouse.move(5, 5)
    expect(ghosts).to_have_count(1)
    page.keyboard.press("r")
    sheet = page.get_by_role("dialog", name="Round sheet")
    expect(sheet.get_by_role("row")).to_have_count(4)
    report({"sheet": violations(page)})
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Bid 1", exact=True).click()
    expect(bids).to_have_count(0)


def test_axe_finds_no_violation(server, visit):
    table, (seated,) = open_table(server, "Ann", bots=["random"] * 3, max_rounds=1)
    seat = visit(server).sit(table, seated["seat"], seated["token"], game="canyon")
    beside, whole = seat.page.locator(".panels, .dock"), seat.page
    for comes, place in (
        (lambda s: s.actions, whole), (lambda s: s.bids, beside), (lambda s: s.cards and not s.bids, beside),
    ):  # fmt: skip
        sight = seat.play(comes)
        look(place)
        seat.act(sight)
    seat.play()
    look(seat.page.locator(".end"))
