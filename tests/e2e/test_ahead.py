"""Who waits chooses ahead, by keyboard; the card lies there face down and is played when it is due."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import HANDS
from e2e.evening import press


def test_the_next_card_is_chosen_ahead(server, visit):
    seated = server.open(3, start=True)
    table, tokens = seated["table"], [seated["token"]]
    tokens += [server.sit(table, name)["token"] for name in ("Bo", "Cleo")]
    ann = visit(server, **HANDS["keys"]).sit(table, 0, tokens[0])
    others = {number: server.player(table, tokens[number]) for number in (1, 2)}
    for player in others.values():
        player.play("card 3")
    ann.wait()
    ann.card("3")
    ann.confirm()

    def is_due(seat):
        return server.ask(f"/api/tables/{table}")["seats"][seat]["thinking"]

    while is_due(0):
        ann.act(ann.wait())
    page = ann.page
    press(page, "keys", "Choose ahead")
    dialog = page.get_by_role("dialog", name="Choose ahead")
    choice = dialog.get_by_role("button", name="Paddle card 5")
    ann.tab_to("Paddle card 5", "dialog *")
    page.keyboard.press("Enter")
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(dialog.get_by_role("button", name="Paddle card 3")).to_have_count(0)
    look(dialog)
    page.keyboard.press("Escape")
    planned = page.get_by_role("button", name="Planned: Paddle card 5")
    expect(planned).to_be_visible()
    look(page.locator(".dock"))
    page.reload()
    expect(planned).to_be_visible()

    bo = others[1]
    while bo.sync["view"]["round"] == 1:
        seat = next(number for number in range(3) if is_due(number))
        if seat == 0:
            ann.act(ann.wait())
        else:
            others[seat].play()
        bo.rest()
    expect(page.locator(".hand [data-card='5']")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Change it")).to_be_visible()
    for player in others.values():
        player.close()
