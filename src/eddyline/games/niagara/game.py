"""Bundle Niagara for the engine."""

from __future__ import annotations

from eddyline.engine.game import Game
from eddyline.engine.positions import Positions
from eddyline.engine.words import Messages, Words
from eddyline.games.niagara.positions import form, read
from eddyline.games.niagara.rules import actions, options
from eddyline.games.niagara.rules.ahead import ahead
from eddyline.games.niagara.rules.door import DOORS, MAX_LEGAL
from eddyline.games.niagara.rules.measures import MEASURES
from eddyline.games.niagara.rules.observation import PIECES
from eddyline.games.niagara.rules.state import State
from eddyline.games.niagara.words import diagram, events, fate, picture, refusals, sentences, telling, view

GAME = Game(
    id="niagara",
    name="Niagara",
    rules_version=options.RULES_VERSION,
    players=(3, 4, 5),
    house_players=(2,),
    option_type=options.Options,
    presets=options.PRESETS,
    default_preset=options.DEFAULT_PRESET,
    write_options=options.write_options,
    read_options=options.options_of,
    implied=options.IMPLIED,
    needs=options.NEEDS,
    bundles={"spirits": options.SPIRITS},
    families=options.FAMILIES,
    state=State,
    actions=actions.ACTIONS,
    max_legal=MAX_LEGAL,
    # A card, two rescues, the moose; for each of two canoes four pieces of work, a move, two thefts, a stop or Joe; two
    # arms.
    most_decisions=24,
    most_deals=0,
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
    messages=Messages(actions.Action, events.Event, view.NiagaraView, refusals.Reason, fate.NiagaraFate),
    positions=Positions(write=form.write, read=read.read),
    ahead=ahead,
)
"""Niagara with its expansions: see rules.md beside this file."""
