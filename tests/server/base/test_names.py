"""Names that others can read, and that nobody can mistake for another's."""

from __future__ import annotations

import ast
import hashlib
import sys
import unicodedata
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import eddyline.server
from eddyline.characters import NAMES
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.server.accounts.bots import marked
from eddyline.server.accounts.claims import KIND, Claimed, Claims
from eddyline.server.base.direction import isolated
from eddyline.server.base.names import (
    BOT_NAMES,
    MARKS,
    NAME_LENGTH,
    bot_name,
    clean_name,
    exact_looks,
    meant,
    person_name,
    place_in_order,
    unused_name,
)
from eddyline.server.notices.occasions import Occasion, message
from eddyline.server.store import Row
from support.tables import Clock as Wall
from support.tables import MemoryStore


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        *[
            (name, name)
            for name in ("Anna", "Zoë", "Пётр", "Ольга", "李雷", "さくら", "محمد", "שרה", "Nguyễn", "O'Brien 2")
        ],
        # Joiners where Persian, Hindi, Sinhala and emoji need them.
        *[(name, name) for name in ("می\u200cخواهم", "क्\u200dष", "ශ්\u200dරී", "👨\u200d👩\u200d👧", "❤\ufe0f", "👍🏽")],
        ("  Anna \t\n Bo\u2028Cy ", "Anna Bo Cy"),
        ("Jose\u0301", "José"),
        ("ＡＮＮＡ", "ANNA"),
        ("A\u200bn\u00adn\u2060a\ufeff", "Anna"),
        ("\u202eannA\u202c\u2066", "annA"),
        ("An\u200dna\u200c", "Anna"),
        ("An\u115f\u1160\u3164\uffa0\u2800na", "Anna"),
        ("An\ue000\U000f0000\U000e0041\ufe0f\U000e0100na", "Anna"),
        ("An\u0378\uffff\ud800na", "Anna"),
        ("\u0301An\x00\x1b[na", "An[na"),
        ("a \u0301b", "a b"),
        ("x" + "\u0323\u0331" * 9, "x\u0323\u0331\u0323\u0331"),
    ],
)
def test_names_are_cleaned_of_what_nobody_sees(name, clean):
    assert unicodedata.normalize("NFC", clean_name(name)) == unicodedata.normalize("NFC", clean)


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u0301", "\u3164\u2800", "\ue000", "\ud800", "\u200d\u200c", "\ufe0f"]
)
def test_a_name_of_nothing_is_refused(name):
    with pytest.raises(RefusalError, match="expected a name with at least one visible character, got '"):
        clean_name(name)


def test_a_name_that_normalizing_makes_too_long_is_refused():
    with pytest.raises(RefusalError, match="expected a name of at most 24 characters, got 54"):
        clean_name("\ufdfa" * 3)


@given(
    st.text(
        st.characters() | st.sampled_from("\u200d\u200c\ufe0f\u0301\u0323ab \u094d"), min_size=1, max_size=NAME_LENGTH
    )
)
def test_a_clean_name_is_readable_and_stays_as_it_is(name):
    try:
        clean = clean_name(name)
    except RefusalError:
        return
    clean.encode()
    assert clean == " ".join(clean.split()) != ""
    assert not unicodedata.category(clean[0]).startswith("M")
    allowed = {"\u200c", "\u200d"}
    assert all(c in allowed or unicodedata.category(c) not in {"Cc", "Cf", "Cn", "Co", "Cs"} for c in clean)
    marks = "".join("m" if unicodedata.category(c).startswith("M") else "-" for c in clean)
    assert "m" * (MARKS + 1) not in marks


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *[("Anna", other) for other in ("anna", "ANNA", "Аnna", "Αnna", "Ann\u0430", "A\u200bnna", "𝐀𝐧𝐧𝐚", "Anna ")],
        *[("Bo", "B0"), ("Ida", "lda"), ("Al", "AI"), ("Al", "A1"), ("Mia", "Mıa"), ("Tom", "Torn"), ("Пётр", "ПЁТР")],
        *[("Béa", "bea"), ("Zoë", "ZOE"), ("Anna Lu", "AnnaLu")],
        *[("José", "Jose\u0301"), ("Strasse", "Straße"), ("❤", "❤\ufe0f"), ("می\u200cخواهم", "میخواهم")],
    ],
)
def test_names_that_look_alike_are_the_same(name, other):
    for one, two in ((name, other), (other, name)):
        with pytest.raises(RefusalError, match="is called") as refused:
            unused_name(one, ["", clean_name(two)])
        assert refused.value.code == "name_taken"
        assert refused.value.suggestion == f"{clean_name(one)} 2"


@pytest.mark.parametrize(
    ("name", "taken", "free"),
    [
        ("Mika", ["Mika", "Mika 2"], "Mika 3"),
        ("Mika 2", ["Mika", "MIKA 2"], "Mika 3"),
        ("Maximiliana Wilhelmina X", ["Maximiliana Wilhelmina X"], "Maximiliana Wilhelmina 2"),
    ],
)
def test_a_free_name_is_suggested_instead_of_a_taken_one(name, taken, free):
    with pytest.raises(RefusalError) as refused:
        unused_name(name, taken)
    assert refused.value.suggestion == free
    assert unused_name(free, taken) == free


@pytest.mark.parametrize(("name", "other"), [("Anna", "Anne"), ("Li", "Lu"), ("李", "李雷"), ("Bo", "Bob")])
def test_names_that_differ_are_different(name, other):
    assert unused_name(name, ["", other]) == name


@pytest.mark.parametrize(
    ("typed", "names", "found"),
    [
        ("Bea", ["Béa", "bea", "Bea"], "Bea"),
        ("BEA", ["Béa", "bea"], "bea"),
        ("bea", ["Anna", "Béa"], "Béa"),
        ("Anna Lu", ["AnnaLu", "Anna"], "AnnaLu"),
        ("Аnna", ["Anne", "Anna"], "Anna"),
        ("An", ["Anna"], None),
    ],
)
def test_who_is_meant_is_the_very_one_or_looks_like_it(typed, names, found):
    assert meant(typed, names) == found


def test_names_are_sorted_without_their_accents():
    assert sorted(["Zoe", "Élodie", "emil", "Zoë", "Bo"], key=place_in_order) == ["Bo", "Élodie", "emil", "Zoe", "Zoë"]


def test_every_character_can_be_asked_about():
    for code in range(0, sys.maxunicode + 1, 7):
        try:
            unused_name(chr(code), ["Anna"])
        except RefusalError as refused:
            assert refused.code in {"bad_message", "name_taken"}  # noqa: PT017 - nothing else is raised


async def test_nobody_is_called_as_a_bot_and_no_bot_as_somebody(evening):
    made = await evening(3)
    seated = await made.hub.open(NewTable(game="niagara", name="Оtto", seats=5, bots=("random",) * 3))
    async with made.hub.room(seated.table) as room:
        bots = room.table.state.seats[2:]
        assert [bot.name for bot in bots] == [NAMES[bot.portrait] for bot in bots]
        assert "Otto" not in {bot.name for bot in bots}, "Otto, in Cyrillic, has Otto's initial"
        await room.seating.remove(0, 4)
        await room.seating.add_bot(0, 3, "random", "bear")
        with pytest.raises(RefusalError, match="is called Bruno already, which looks like yours"):
            await made.hub.join(seated.table, Join(name="Вruno"))


def test_there_is_a_bot_name_for_every_seat():
    taken = ["I", "О", "0", "Я", "李"]
    for _ in range(6):
        taken.append(bot_name(taken))
    assert len(set(taken)) == 11
    assert set(taken[5:]) <= set(BOT_NAMES)


def test_a_name_from_right_to_left_pulls_nothing_along():
    assert [isolated(name) for name in ("Béa 2", "דנה 2", "يوسف")] == [
        "Béa 2",
        "\u2068דנה 2\u2069",
        "\u2068يوسف\u2069",
    ]
    # Nobody brings such a character along in a name.
    assert clean_name("\u2067דנה\u2069\u202e 2\u200f") == "דנה 2"
    with pytest.raises(RefusalError, match="called \u2068דנה 2\u2069 already; you could be \u2068דנה 3\u2069"):
        unused_name("דנה 2", ["דנה 2"])
    occasion = Occasion("k", "a", "turn", "t", "t/x", ("דנה", "יוסף 2", "Bo"), game="Canyon")
    assert message([occasion], "en", ("t",)).body == "Canyon with \u2068דנה\u2069, \u2068יוסף 2\u2069 and Bo"


def named(node: ast.AST) -> list[str]:
    """List the names of people that a refusal puts into its sentence as they are."""
    texts = [part for part in ast.walk(node) if isinstance(part, ast.FormattedValue)]
    return [ast.unparse(part) for part in texts if isinstance(part.value, ast.Attribute) and part.value.attr == "name"]


def test_every_refusal_keeps_names_apart():
    found = []
    for path in Path(eddyline.server.__path__[0]).rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        refusals = [call for call in calls if ast.unparse(call.func) in {"RefusalError", "Refusal"}]
        found += [f"{path.name}: {name}" for call in refusals for name in named(call)]
    # A site has no name from a person.
    assert found == ["people.py: {site.name}"]


@pytest.mark.parametrize(
    "name",
    [
        *("Admin", "АDMIN", "a.d.m.i.n", "Admin 2", "Moderateur", "Système", "betreiber", "Eddyline"),
        *(
            "Moderator Anna",
            "Anna (Аdmin)",
            "Eddyline-Team",
            "Adm1n",
            "Eddy1ine",
            "M0der4tor",
            "The 0perator",
            "Anna, opérateur",
        ),
    ],
)
def test_nobody_is_called_as_who_runs_the_server(name):
    for take in (person_name, marked):
        with pytest.raises(RefusalError) as refused:
            take(name)
        assert refused.value.code == "reserved"


@pytest.mark.parametrize("name", ["Adina", "Bottom", "Mods", "Servane", "123", "Mod Squad", "Root Beer", "Hugo"])
def test_names_that_only_begin_alike_are_free(name):
    assert person_name(name) == name


async def test_accounts_from_before_accents_were_ignored_stay_and_are_found():
    async def there(_):
        return True

    store = MemoryStore()
    claims = Claims(store, Wall(), there)
    for name, account in (("Béa", "one"), ("Zoë", "two"), ("Zoe", "three")):
        for look in exact_looks(name):
            log = KIND.log(hashlib.sha256(look.encode()).hexdigest())
            store.logs[log] = [Row(0, msgspec.json.encode(Claimed(account=account)))]
    for name, account in (("Béa", "one"), ("Zoë", "two"), ("Zoe", "three")):
        await claims.extend(name, account)
    assert [await claims.holder(name) for name in ("bea", "BÉA", "zoë", "zoe")] == ["one", "one", "two", "three"]
    with pytest.raises(RefusalError):
        await claims.claim("bea", "four")
    await claims.retire("Zoë", "two")
    assert [await claims.holder(name) for name in ("zoë", "zoe")] == ["three", "three"]
