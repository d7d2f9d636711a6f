"""A game of days: somebody who is away gets a message, and comes back by it."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from e2e.axe import look
from support.push import Browser, Taker

PASSWORD = "correct horse battery"  # noqa: S105 - of accounts of this test
DAYS = {"clock": {"turn": 86400}}

TROUBLE = {"code": "store", "message": "The disk is full."}

# Chromium's push service is out of reach here: the stand-in takes its place, and its message is given to the worker.
SUBSCRIBE = """
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (options) => {
  window.asked = options;
  const {endpoint, p256dh, auth} = %s;
  return {endpoint, toJSON: () => ({endpoint, keys: {p256dh, auth}})};
};
"""
# Every page finds a notification of the table that it shows.
SHOWN = """
window.putAway = [];
if (window.ServiceWorkerRegistration) ServiceWorkerRegistration.prototype.getNotifications = async () => {
  const tag = location.pathname.split('/').pop();
  return [{tag, close: () => window.putAway.push(tag)}];
};
"""
# The browser without a window has no notifications and no badges either: the worker's wishes are noted.
NOTE = """() => {
  self.wishes = [];
  self.registration.getNotifications = async () => [];
  self.registration.showNotification = async (title, options) => self.wishes.push({title, ...options});
  self.navigator.setAppBadge = async (waiting) => self.wishes.push(`${waiting} waiting`);
  self.clients.openWindow = async (address) => self.wishes.push(address);
}"""
PUSH = "(message) => self.dispatchEvent(new PushEvent('push', {data: JSON.stringify(message)}))"
CLICK = """(data) => {
  const notification = {data, close: () => self.wishes.push('closed')};
  self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {notification}));
}"""


def test_a_message_says_that_it_is_ones_turn(clocked, visit):
    server = clocked
    with Taker() as service:
        browser = Browser(service)
        people = [server.ask("/api/people", {"name": name, "password": PASSWORD}) for name in ("Rike", "Sven")]
        rike, sven = (each["session"] for each in people)
        visitor = visit(server, worker=True, permissions=["notifications"])
        visitor.sign_in(people[0])
        visitor.context.add_init_script(SUBSCRIBE % json.dumps(browser.subscription) + SHOWN)
        page = visitor.page("/me")
        section = page.get_by_role("region", name="Notifications")
        expect(section).to_contain_text("No notifications have been set up yet.")
        section.get_by_role("button", name="Notify me in this browser").click()
        expect(section.get_by_role("listitem")).to_contain_text("Not tried yet")
        look(section)
        key = page.evaluate("window.asked.applicationServerKey")
        section.get_by_role("button", name="Send a test").click()
        expect(section.get_by_text("The test was sent.")).to_be_visible()
        expect(section.get_by_role("listitem")).to_contain_text("Works")
        assert browser.message(key)["title"] == "Eddyline"

        choose(visitor, page)
        # Sven asks Rike to be friends when she has no page open.
        page.goto("about:blank")
        server.ask("/api/me/friends", {"name": "Rike"}, sven)
        server.pass_time(90)
        message = browser.message(key)
        assert (message["body"], message["path"]) == ("Sven would like to be your friend", "me")
        page.goto(f"{server.address}/{message['path']}")
        expect(page.get_by_role("button", name="Accept Sven")).to_be_visible()

        # Rike is at no table when Sven's game with her begins.
        wish = {"game": "niagara", "name": "x", "seats": 3, "bots": ["random"], "start": True, "pace": DAYS}
        table = server.ask("/api/tables", wish, sven)["table"]
        server.ask(f"/api/tables/{table}/seats", {"name": "x"}, rike)
        server.pass_time(180, table)
        message = browser.message(key)
        assert (message["title"], message["path"], message["waiting"]) == ("It is your turn", f"t/{table}", 1)
        [worker] = visitor.context.service_workers
        worker.evaluate(NOTE)
        worker.evaluate(PUSH, message)
        worker.evaluate(CLICK, {"path": message["path"]})
        while len(wishes := worker.evaluate("self.wishes")) < 4:
            pass
        shown = next(wish for wish in wishes if isinstance(wish, dict))
        assert [shown[each] for each in ("title", "body", "tag")] == [
            message[each] for each in ("title", "body", "tag")
        ]
        assert page.request.get(shown["icon"]).ok
        others = {wish for wish in wishes if isinstance(wish, str)}
        assert others == {"1 waiting", "closed", f"{server.address}/t/{table}"}

        page.goto("/" + shown["data"]["path"])
        page.locator(".hand").wait_for()
        page.wait_for_function("(table) => window.putAway.includes(table)", arg=table)

        # A browser that is not wanted any more.
        page.goto("/me")
        section.get_by_role("button", name="Remove").click()
        expect(section).to_contain_text("No notifications have been set up yet.")


def choose(visitor, page):
    """Switch off by the keyboard that one is told of friends, and on again."""
    friends = page.get_by_role("group", name="What to notify you about").get_by_role(
        "checkbox", name="Friends and invitations"
    )
    for wanted in (False, True):
        expect(friends).to_be_checked(checked=not wanted)
        friends.focus()
        with page.expect_response("**/api/me/notices/topics") as answered:
            page.keyboard.press("Space")
        assert answered.value.ok
        expect(friends).to_be_focused()
        page.reload()
    expect(friends).to_be_checked()
    look(friends.locator("xpath=ancestor::section[1]"))
    # The switch shows what the server knows, also where it could not be asked.
    page.route("**/api/me/notices/topics", lambda route: route.fulfill(status=503, json=TROUBLE))
    with visitor.forgiving("503"):
        friends.click()
        expect(page.get_by_role("alert")).to_be_visible()
    expect(friends).to_be_checked()
    page.unroute("**/api/me/notices/topics")
