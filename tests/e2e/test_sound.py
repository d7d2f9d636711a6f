"""Whoever asks for sound hears the table; nobody else fetches it."""

from __future__ import annotations

from playwright.sync_api import expect

COUNT = """() => {
    window.heard = 0;
    for (const source of [AudioBufferSourceNode, OscillatorNode]) {
        const start = source.prototype.start;
        source.prototype.start = function (...when) { window.heard++; return start.apply(this, when); };
    }
}"""


def test_sound_is_off_until_asked_for(server, visit):
    seated = server.open(4, bots=["random"] * 3, start=True)
    seat = visit(server).sit(seated["table"], 0, seated["token"])
    page = seat.page
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.evaluate(COUNT)
    page.get_by_role("button", name="Settings").click()
    assert not any("ound" in url for url in fetched)
    page.get_by_role("group", name="Sound").get_by_text("Full").click()
    page.wait_for_function("() => window.heard > 0")
    page.keyboard.press("Escape")
    water = page.evaluate("window.heard")
    page.locator(".hand button:enabled").first.click()
    page.wait_for_function("before => window.heard > before", arg=water)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Sound").get_by_text("Off").click()
    page.keyboard.press("Escape")
    silent = page.evaluate("window.heard")
    page.get_by_role("button", name="Take it back").or_(page.locator(".hand button:enabled")).first.click()
    expect(page.get_by_role("main")).to_be_visible()
    assert page.evaluate("window.heard") == silent
