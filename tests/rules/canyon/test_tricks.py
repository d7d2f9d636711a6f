"""Following suit, trumping, and who wins."""

from __future__ import annotations

import random

import pytest

from support.canyon import kinds, legal, new, play, playing, refused


@pytest.mark.rule("C-PLAY-1")
def test_the_dealers_left_leads_anything() -> None:
    m = playing(["fir 1", "sun 2"], ["fir 2", "sun 3"], ["fir 3", "sun 4"], dealer=0)
    assert m.waiting == {1}
    assert m.view(None).leader == 1
    assert m.view(None).led is None
    assert legal(m) == {"play fir 2", "play sun 3"}


@pytest.mark.rule("C-PLAY-1")
def test_who_can_follow_suit_must_and_who_cannot_plays_anything() -> None:
    m = playing(["sun 5", "flame 1"], ["sun 1", "fir 9"], ["fish 1", "fir 3"], trump="fir 10")
    play(m, "play sun 5")
    assert m.view(None).led == "sun"
    assert legal(m) == {"play sun 1"}
    assert "play suns" in refused(m, "play fir 9", "C-PLAY-1", "follow_suit")
    refused(m, "play sun 5", "C-PLAY-1", "not_in_hand")
    refused(m, "bid 1", "C-PLAY-1", "play_now")
    play(m, "play sun 1")
    # Neither trumping nor staying below is ever asked for.
    assert legal(m) == {"play fish 1", "play fir 3"}


@pytest.mark.rule("C-PLAY-1")
def test_a_led_trump_is_a_suit_like_others() -> None:
    m = playing(["fir 5", "flame 1"], ["sun 1", "fir 9"], ["fish 1", "sun 3"], trump="fir 10")
    play(m, "play fir 5")
    assert legal(m) == {"play fir 9"}
    play(m, "play fir 9")
    assert legal(m) == {"play fish 1", "play sun 3"}


@pytest.mark.rule("C-PLAY-2")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("sun 5", "sun 9", "sun 7"), 1),
        (("sun 5", "fish 9", "flame 10"), 0),
        (("sun 5", "fir 1", "sun 10"), 1),
        (("sun 5", "fir 1", "fir 2"), 2),
        (("fir 3", "sun 10", "fir 2"), 0),
        (("fir 3", "fir 9", "sun 10"), 1),
        (("fish 1", "feather 2", "fish 2"), 2),
        # The seed's example: 7, 8 and 3 of one colour and a 9 of another that is not trump.
        (("fish 7", "fish 8", "fish 3", "flame 9"), 1),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_led_suit(cards, winner: int) -> None:
    rest = iter(["feather 5", "feather 6", "feather 7", "feather 8"])
    m = playing(*([card, next(rest)] for card in cards), trump="fir 10")
    events = play(m, *(f"play {card}" for card in cards))
    assert kinds(events) == ["played"] * len(cards) + ["trick"]
    assert (events[-1].seat, events[-1].cards, events[-1].tricks, events[-1].leads) == (winner, cards, 1, True)
    assert m.waiting == {winner}
    assert m.view(None).leader == winner
    assert [player.tricks for player in m.view(None).players] == [seat == winner for seat in range(len(cards))]
    shown = m.view(None).last_trick
    assert (tuple(part.card for part in shown.cards), shown.winner) == (cards, winner)


@pytest.mark.rule("C-PLAY-2")
def test_the_last_trick_is_settled() -> None:
    m = playing(["sun 1"], ["sun 2"], ["sun 3"], bids=[0, 1, 1])
    events = play(m, "play sun 1", "play sun 2", "play sun 3")
    assert kinds(events[3:5]) == ["trick", "settled"]
    assert not events[3].leads
    worth = [(part.bid, part.tricks, part.bonus, part.points) for part in events[4].players]
    assert worth == [(0, 0, 1, 1), (1, 0, 0, 0), (1, 1, 2, 3)]


@pytest.mark.rule("C-PLAY-2")
@pytest.mark.parametrize("show_played", ["all", "last_trick"])
def test_earlier_tricks_stay_in_view_or_only_the_last(show_played: str) -> None:
    hands = (["sun 1", "sun 2", "sun 3"], ["sun 4", "sun 5", "sun 6"], ["sun 7", "sun 8", "sun 9"])
    m = playing(*hands, options={"show_played": show_played})
    play(m, "play sun 1", "play sun 4", "play sun 7", "play sun 8", "play sun 2", "play sun 5", "play sun 9")
    view = m.view(0)
    assert [part.card for part in view.trick] == ["sun 9"]
    shown = [[part.card for part in trick.cards] for trick in view.tricks]
    assert shown == [["sun 1", "sun 4", "sun 7"], ["sun 8", "sun 2", "sun 5"]][-2 if show_played == "all" else -1 :]
    assert [player.tricks for player in view.players] == [0, 0, 2]
    assert view.hand == ("sun 3",)


def best_of(cards: list[str], trump: str) -> int:
    """Say which of the cards, in the order in which they were played, wins: straight from the rule."""
    trumps = [card for card in cards if card.split()[0] == trump]
    followed = [card for card in cards if card.split()[0] == cards[0].split()[0]]
    return cards.index(max(trumps or followed, key=lambda card: int(card.split()[1])))


@pytest.mark.rule("C-PLAY-1", "C-PLAY-2")
def test_whole_rounds_against_the_rule_read_naively() -> None:
    chance = random.Random(3)
    for number in range(30):
        players = chance.choice([3, 4, 5, 6])
        m = new(players, entropy=number, seed=number)
        while m.view(None).round == 1 and not m.over:
            view = m.view(min(m.waiting))
            choices = legal(m)
            if view.phase == "tricks":
                hand = set(view.hand)
                suit = {card for card in hand if view.trick and card.split()[0] == view.trick[0].card.split()[0]}
                assert choices == {f"play {card}" for card in suit or hand}
            for event in play(m, chance.choice(sorted(choices))):
                if kinds([event]) == ["trick"]:
                    first = view.leader
                    winner = (first + best_of(list(event.cards), view.trump.split()[0])) % players
                    assert event.seat == winner
