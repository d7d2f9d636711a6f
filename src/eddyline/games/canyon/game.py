"""Bundle Canyon for the engine."""

from __future__ import annotations

from eddyline.engine.game import Game
from eddyline.engine.maps import Maps
from eddyline.engine.positions import Positions
from eddyline.engine.words import Messages, Words
from eddyline.games.canyon.positions import form, read
from eddyline.games.canyon.rules import actions, charting, options
from eddyline.games.canyon.rules.ahead import ahead
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.games.canyon.rules.door import DOORS, MAX_LEGAL
from eddyline.games.canyon.rules.measures import MEASURES
from eddyline.games.canyon.rules.observation import PIECES
from eddyline.games.canyon.rules.outcomes import CardByCard
from eddyline.games.canyon.rules.secrets import deck_is_secret, holds_one_card
from eddyline.games.canyon.rules.state import State
from eddyline.games.canyon.words import diagram, events, fate, picture, refusals, sentences, telling, view

GAME = Game(
    id="canyon",
    name="Canyon",
    rules_version=options.RULES_VERSION,
    players=options.PLAYERS,
    option_type=options.Options,
    presets=options.PRESETS,
    default_preset=options.DEFAULT_PRESET,
    families=options.FAMILIES,
    write_options=options.write_options,
    read_options=options.options_of,
    check_options=options.named,
    maps=Maps(texts=MAPS, check=charting.check, describe=charting.describe, hold=options.hold),
    state=State,
    actions=actions.ACTIONS,
    max_legal=MAX_LEGAL,
    # A bid, eight cards, a move.
    most_decisions=10,
    pieces=PIECES,
    measures=MEASURES,
    doors=DOORS,
    words=Words(
        view=view.SHOWING.view,
        picture=picture.draw,
        tell_start=telling.TELLING.start,
        tell_decision=telling.TELLING.decision,
        tell_advance=telling.TELLING.advance,
        sentence=sentences.sentence,
        why_not=refusals.REFUSING.why_not,
        diagram=diagram.write,
        fate=fate.FATE,
        showing=view.SHOWING,
        telling=telling.TELLING,
        refusing=refusals.REFUSING,
    ),
    messages=Messages(actions.Action, events.Event, view.CanyonView, refusals.Reason, fate.CanyonFate),
    positions=Positions(write=form.write, read=read.read),
    outcomes=CardByCard(),
    hides_more=deck_is_secret,
    one_left=holds_one_card,
    ahead=ahead,
)
"""Canyon: see rules.md beside this file."""
