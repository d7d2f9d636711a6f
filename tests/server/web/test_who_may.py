"""Who may ask for what: the server lets in all whom its features declare, and nobody else.

Everything is asked as everybody, and each of them shows only what makes them what they are (`web/who.py`).
"""

from __future__ import annotations

from typing import get_args

from eddyline.engine.registry import game
from eddyline.protocol import chat, lobby
from eddyline.protocol import table as protocol
from eddyline.protocol.ahead import PlanAhead
from eddyline.server.web.features import FEATURES
from eddyline.server.web.who import ROLES, Who, declared
from support.everybody import CUP, SEATS, Tab, World
from support.people import PASSWORD, serving
from who_may import PAGE, handlers_of, page

NOT_YOU = {"signed_out", "not_host", "not_yours", "friends_only", "private_replay"}
"""Codes of refusals for who asks, not for what."""
SURE = {"password": PASSWORD}
HOUR = 3600

BODIES = {
    "adopt": lambda world, _: {"seats": [{"table": world.waiting, "token": world.tokens["guest", world.waiting]}]},
    "announce_tournament": lambda *_: CUP,
    "ask_friend": lambda world, _: {"account": world.account("account")},
    "block": lambda world, _: {"account": world.account("account")},
    "call_friend": lambda world, role: {"account": world.friend_of(role)},
    "change_password": lambda *_: {"sure": SURE, "new": PASSWORD},
    "check_map": lambda *_: {"text": "####\n#SV#\n####\n"},
    "create_account": lambda world, role: {"name": f"New {world.number}.{ROLES.index(role)}", "password": PASSWORD},
    "delete_account": lambda *_: SURE,
    "invite": lambda world, _: {"account": world.account("organiser")},
    "join": lambda *_: {"name": "Cy"},
    "keep_replay": lambda world, role: {"private": True, **world.shown(role, world.playing)},
    "look_at_invitation": lambda world, _: {"code": world.invitation()},
    "look_back": lambda world, role: world.shown(role, world.playing),
    "make_bot": lambda world, role: {"name": f"Bot {world.number}.{ROLES.index(role)}", "label": "desk"},
    "my_tables": lambda world, role: {"tables": [{"table": world.playing, **world.shown(role, world.playing)}]},
    "pin_note": lambda world, role: {"text": "Bring tea.", **world.shown(role, world.waiting)},
    "quick_seat": lambda world, role: {"game": "niagara", "name": "Vi", "token": f"{role}-{world.number}-{'x' * 32}"},
    "recover": lambda world, role: {
        "name": f"Ann {world.number}",
        "code": world.signed["account"]["codes"][ROLES.index(role)],
        "password": PASSWORD,
    },
    "renew_codes": lambda *_: SURE,
    "report": lambda world, role: {
        "table": world.waiting,
        "seat": 2 if role == "account" else 1,
        "reason": "offensive",
        **world.shown(role, world.waiting),
    },
    "schedule_tournament": lambda world, _: {"starts": int(world.server.clock() + HOUR) * 1000},
    "sign_in": lambda world, _: {"name": f"Ann {world.number}", "password": PASSWORD},
    "take_vacation": lambda *_: {"last": "2027-01-25"},
}
"""By operation: what is sent, where the example of the description will not do."""
PLAYING = {"record", "look_back", "keep_replay"}
"""Operations that are about a game that is played."""
OF_FRIENDS = {"invitations", "invite", "uninvite"}
"""Operations that are about a table for friends."""
APART = {
    *("delete_account", "sign_out", "change_password", "recover", "delete_bot", "revoke_token", "adopt"),
    *("start_tournament", "close_tournament"),
}
"""Operations that change the world for others."""
ELSEWHERE = {
    **dict.fromkeys(("ask_for_mail", "add_mail"), "this server sends no mail: test_mail.py"),
    **dict.fromkeys(
        (
            *("passkey_for_new_account", "passkey_challenge", "sign_in_with_passkey"),
            *("confirm_with_passkey", "passkey_options", "add_passkey"),
        ),
        "passkeys are for pages: test_passkeys.py",
    ),
    **dict.fromkeys(("lengthen_break", "tournament_calendar"), "this tournament has neither break nor time"),
    "check_map": "no map is given here: test_map_check.py",
    **dict.fromkeys(
        (
            *("report_look", "handle_report", "find_people", "suspend_person", "restore_person", "reset_person"),
            *("rename_person", "delete_person"),
            *("find_tables", "table_look", "close_any_table", "delete_any_table", "delete_tables", "unpin_note"),
            *("remove_any_line", "mute_writer"),
            *("all_tournaments", "close_any_tournament", "delete_any_tournament", "operators_log"),
        ),
        "moderators do it beside the server, in a store that others can open: test_moderation.py",
    ),
    "lengthen_break": "no break goes on here: test_tournament_breaks.py",
    "tournament_calendar": "no time to start is chosen by then: test_tournament_terms.py",
}
"""Operations that nobody carries out here, whoever asks: why."""


def operations(client):
    """List method, path, name, example and who may ask."""
    may = {getattr(handler, "operation_id", None): declared(handler) for handler in handlers_of(client.app)}
    for path, methods in sorted(client.get("/api/openapi.json").json()["paths"].items()):
        for method, operation in sorted(methods.items()):
            name, body = operation["operationId"], operation.get("requestBody")
            example = body["content"]["application/json"]["schema"]["examples"][0] if body else {}
            yield method.upper(), path, name, example, may[name]


def in_order(who):
    """List all roles: first those who may not, for what they ask must change nothing."""
    return sorted(ROLES, key=lambda role: role in who.roles)


def asked(world, method, path, name, example, who):
    """Make a request as everybody; return what each was told."""
    told = {}
    for role in in_order(who):
        body = BODIES[name](world, role) if name in BODIES else example
        told[role] = world.refused(role, method, world.about(path, playing=name in PLAYING), body)
    return told


def let_in(told, who):
    # To others, a bot of somebody's is not there.
    not_you = NOT_YOU | ({"unknown"} if who is Who.OWNER else set())
    return {role for role, code in told.items() if code not in not_you}


def test_every_request_is_answered_to_those_whom_it_is_for():
    wrong = {}
    with serving() as server:
        usual, of_friends = World(server), World(server, friends=True)
        for method, path, name, example, who in operations(server.client):
            world = World(server) if name in APART else of_friends if name in OF_FRIENDS else usual
            told = asked(world, method, path, name, example, who)
            done = any(told[role] is None for role in who.roles)
            if let_in(told, who) != {*who.roles} or done is (name in ELSEWHERE):
                wrong[name] = told
            server.clock.now += HOUR  # nobody has tried too often
    assert wrong == {}, wrong


def test_pages_are_for_everybody():
    with serving() as server:
        world = World(server)
        pages = [
            handler for handler in handlers_of(server.client.app) if not getattr(handler, "include_in_schema", True)
        ]
        for path in {path for handler in pages for path in handler.paths}:
            for role in ROLES:
                plain = path.replace(":path}", "}").replace(":str}", "}").replace("{path}", "robots.txt")
                answer = server.ask("GET", world.about(plain, playing=False), world.session(role))
                assert answer.status_code not in {401, 403}, (role, path)
    assert {declared(handler) for handler in pages} == {Who.EVERYBODY}


def test_a_table_for_friends_is_closed_to_strangers_however_they_ask():
    strangers = {*ROLES} - {*SEATS}
    with serving() as server:
        world, wrong = World(server, friends=True), {}
        for method, path, name, example, who in operations(server.client):
            if path.startswith("/api/tables/{table}") and who is not Who.EVERYBODY and name not in OF_FRIENDS:
                told = asked(world, method, path, name, example, who)
                if any(told[role] not in NOT_YOU for role in strangers):
                    wrong[name] = told
        assert wrong == {}, wrong
        for role in ROLES:
            (mine,) = world.done(role, "POST", "/api/tables/mine", BODIES["my_tables"](world, role))
            assert mine["status"] == ("gone" if role in strangers else "running")
            why = world.refused(role, "POST", "/api/reports", BODIES["report"](world, role))
            assert why in NOT_YOU if role in strangers else why is None
            for chat_too in (False, True):
                with Tab(world, role, world.waiting, chat=chat_too) as tab:
                    assert (tab.greeted == "friends_only") is (role in strangers)


# ---- messages ----


def turn(tab):
    return {"version": tab.sync["version"], "turn": "turn-one"}


def step(tab):
    return {"version": tab.sync["version"], "step": 0}


MESSAGES = {
    protocol.Hello: ("waiting", lambda *_: {}),
    protocol.Decide: ("playing", lambda tab, _: {**step(tab), "action": tab.first}),
    protocol.Undo: ("playing", lambda tab, _: {"version": tab.sync["version"], "all": True}),
    protocol.WhyNot: ("playing", lambda tab, _: {**step(tab), "action": "card 1"}),
    protocol.AskFate: ("playing", lambda *_: {}),
    protocol.Confirm: ("playing", lambda tab, _: {**turn(tab), "decisions": [tab.first]}),
    protocol.Play: ("playing", lambda tab, _: {**turn(tab), "actions": ["card 3"]}),
    PlanAhead: ("playing", lambda tab, _: {"version": tab.sync["version"], "actions": []}),
    protocol.Mix: ("waiting", lambda *_: {"word": "otter"}),
    protocol.PaintCanoes: ("waiting", lambda *_: {"pattern": 4}),
    protocol.SetRules: ("waiting", lambda *_: {"preset": game("niagara").default_preset}),
    protocol.Start: ("full", lambda *_: {}),
    protocol.AddBot: ("waiting", lambda *_: {"seat": 3, "bot": "random"}),
    protocol.LimitBots: ("waiting", lambda *_: {"seconds": 2.0}),
    protocol.RemoveSeat: ("waiting", lambda *_: {"seat": SEATS["account"]}),
    protocol.StandIn: ("playing", lambda _, role: {"seat": SEATS.get(role, 0), "bot": "random"}),
    protocol.ComeBack: ("playing", lambda *_: {}),
    protocol.Vote: ("playing", lambda *_: {"matter": "stop"}),
    protocol.Resign: ("playing", lambda *_: {}),
    protocol.SetPace: ("waiting", lambda *_: {"pace": {}}),
    protocol.SetAccess: ("waiting", lambda *_: {"access": "open"}),
    protocol.Rematch: ("over", lambda *_: {}),
    protocol.ShowEmote: ("playing", lambda *_: {"emote": "cheer"}),
    protocol.SayReady: ("waiting", lambda *_: {"ready": True}),
    protocol.Ping: ("waiting", lambda *_: {}),
    chat.ChatHello: ("chat", lambda *_: {"name": "Visitor"}),
    chat.Write: ("chat", lambda *_: {"text": "Hello, all."}),
    chat.ReadBefore: ("chat", lambda *_: {"before": 2}),
    chat.RemoveLine: ("chat", lambda *_: {"number": 1}),
    chat.MuteName: ("chat", lambda *_: {"name": "guest"}),
    chat.Report: ("chat", lambda *_: {"number": 1, "reason": "spam"}),
    lobby.Watch: ("lobby", lambda *_: {}),
}
"""By message: where it is sent, and what is in it."""


def place_of(world, place):
    """Return where a message is sent, with what has to be so before."""
    if place == "full":
        with Tab(world, "host", world.waiting) as host:
            assert host.ask("add_bot", seat=3, bot="random") is None
    elif place == "over":
        for role in SEATS:
            with Tab(world, role, world.playing) as tab:
                tab.ask("resign")
    elif place == "lobby":
        return "/api/lobby/live"
    return world.playing if place in {"playing", "over"} else world.waiting


def test_every_message_is_heard_from_those_whose_it_is():
    wrong = {}
    with serving() as server:
        for kind, who in messages():
            place, fields = MESSAGES[kind]
            world, told = World(server), {}
            where, tag = place_of(world, place), kind.__struct_config__.tag
            for role in in_order(who):
                with Tab(world, role, where, chat=place == "chat", greets=place != "lobby") as tab:
                    told[role] = tab.ask(tag, **world.shown(role, where) if tag == "hello" else {}, **fields(tab, role))
            if let_in(told, who) != {*who.roles} or not any(told[role] is None for role in who.roles):
                wrong[kind.__name__] = told
    assert wrong == {}, wrong


def messages():
    """List the messages that the server is sent over WebSockets, and who may send each."""
    return {kind: who for feature in FEATURES for kind, who in feature.may_send.items()}.items()


# ---- declarations ----


def test_everything_says_whom_it_is_for():
    with serving() as server:
        handlers = list(handlers_of(server.client.app))
        assert page(before := PAGE.read_text("utf-8"), server.client.app) == before, "run tools/who_may.py"
    assert [str(handler) for handler in handlers if declared(handler) is None] == []
    assert len(handlers) > len(FEATURES)
    for feature in FEATURES:
        heard = {kind for union in feature.to_server for kind in get_args(union)}
        assert heard <= feature.may_send.keys(), f"who may send what to {feature.name}?"
    assert MESSAGES.keys() == dict(messages()).keys(), "every message is tried"
    assert {who for who in Who if not set(who.roles) <= {*ROLES}} == set()
