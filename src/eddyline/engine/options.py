"""Combine a preset, options implied by the number of players, and single choices; describe options to clients."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, get_args, get_type_hints

import msgspec

from eddyline.engine.messages import convert, shown
from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

OptionValue: TypeAlias = str | int | bool


class OptionError(ValueError):
    """Report invalid options, naming the option, what was expected and what was given."""


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Describe one option: a switch, a whole number from `least` to `most`, or a choice of `values`."""

    name: str
    kind: Literal["switch", "number", "choice"]
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    """Set if a custom text, such as a map, may be given instead of one of `values`: its maximum length."""


class Implied(msgspec.Struct, frozen=True, kw_only=True):
    """Set options for some numbers of players; they override the preset, and single choices override them."""

    players: tuple[int, ...]
    any_of: tuple[str, ...] = ()
    """Apply only if one of these options is on, by the preset or by choice; empty: always."""
    set: dict[str, OptionValue]


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Offer a number of players only if one of these options is on."""

    players: int
    any_of: tuple[str, ...]
    rule: str


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """List the effects of a number of players, so that clients can look them up (see `seatings`)."""

    players: int
    while_on: tuple[tuple[str, ...], ...]
    """Applies while an option of each of these groups is on; if several entries apply, only the last one is used."""
    set: dict[str, OptionValue]
    """Options that override the preset; single choices still override them."""
    lacks: tuple[str, ...]
    """One of these must be on, too, for this number of players."""


class Offering(Protocol):
    """Declare a game's options; see `Game`."""

    name: str
    option_type: type[Any]
    presets: Mapping[str, Any]
    default_preset: str
    implied: tuple[Implied, ...]
    needs: tuple[Need, ...]
    bundles: Mapping[str, tuple[str, ...]]

    @property
    def boards(self) -> Mapping[str, tuple[str, ...]]:
        """Return the built-in boards by name."""

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Return every supported number of players."""


def combine(game: Offering, preset: str | None, overrides: Mapping[str, object], players: int | None) -> Any:
    """Combine a preset, options implied by the number of players, and single options; see `Game.parse_options`."""
    name = game.default_preset if preset is None else preset
    _check_name(game, "preset", name, game.presets)
    chosen = _unbundled(game, overrides)
    # Checked first, because implied options may depend on it.
    _convert(game, chosen)
    combined = msgspec.to_builtins(game.presets[name]) | chosen
    on = {option for option, value in combined.items() if value is True}
    return _convert(game, combined | _implied(game, players, on) | chosen)


def _implied(game: Offering, players: int | None, on: set[str]) -> dict[str, OptionValue]:
    """Collect the options set by a number of players while these are on; later entries override earlier ones."""
    implied: dict[str, OptionValue] = {}
    for each in game.implied:
        if players in each.players and not (each.any_of and on.isdisjoint(each.any_of)):
            implied |= each.set
    return implied


def seatings(game: Offering) -> tuple[Seating, ...]:
    """Tabulate the effects of every number of players, by the groups of options of which one is on."""
    found = []
    for players in game.player_counts:
        needed = [need.any_of for need in game.needs if need.players == players]
        asked = [implied.any_of for implied in game.implied if players in implied.players and implied.any_of]
        groups = tuple(dict.fromkeys(needed + asked))
        # Fewest groups first, so the last entry that applies is the one with all groups of which an option is on.
        for met in (some for number in range(len(groups) + 1) for some in combinations(groups, number)):
            off = {option for group in groups if group not in met for option in group}
            on = {option for group in met for option in group} - off
            lacks = next((group for group in needed if group not in met), ())
            found.append(Seating(players=players, while_on=met, set=_implied(game, players, on), lacks=lacks))
    return tuple(found)


def _unbundled(game: Offering, overrides: Mapping[str, object]) -> dict[str, object]:
    """Replace each bundle by its options; an option named explicitly overrides its bundle."""
    if not isinstance(overrides, Mapping):
        raise TypeError(f"expected options as a mapping, got {shown(overrides)}")
    chosen: dict[str, object] = {}
    known = (*game.option_type.__struct_fields__, *game.bundles)
    for name, value in overrides.items():
        _check_name(game, "option", name, known)
        if name in game.bundles:
            if not isinstance(value, bool):
                raise OptionError(f"option refused: expected true or false, got {shown(value)} - at `$.{name}`")
            chosen |= dict.fromkeys(game.bundles[name], value)
    return chosen | {name: value for name, value in overrides.items() if name not in game.bundles}


def _check_name(game: Offering, what: str, name: object, names: Collection[str]) -> None:
    if not isinstance(name, str) or name not in names:
        expected = f"expected one of: {', '.join(names)}{suggest(name, names)}"
        raise OptionError(f"{game.name} has no {what} {shown(name)}; {expected}")


def _convert(game: Offering, chosen: Mapping[str, object]) -> Any:
    return convert(chosen, game.option_type, lambda why: OptionError(f"option refused: {why}"))


def check_players(game: Offering, players: object, options: Any) -> None:
    """Reject a number of players that the game does not support; see `Game.check_players`."""
    offered = game.player_counts
    # 4.0 and True compare equal to integers, but are not valid numbers of players.
    if not isinstance(players, Integral) or int.__index__(index(players)) not in offered:
        raise OptionError(f"{game.name} is for {', '.join(map(str, offered))} players, got {shown(players)}")
    check_needs(game.needs, int(players), options)


def check_needs(needs: Iterable[Need], players: int, options: Any) -> None:
    """Check that the options required by a number of players are on; raises OptionError."""
    for need in needs:
        if need.players == players and not any(getattr(options, option) for option in need.any_of):
            raise OptionError(f"{players} players need one of the options {', '.join(need.any_of)} ({need.rule})")


def describe(game: Offering) -> tuple[OptionInfo, ...]:
    """Describe every option of a game, in the order of the fields."""
    hints = get_type_hints(game.option_type)
    infos = []
    for field in msgspec.inspect.type_info(game.option_type).fields:  # type: ignore[attr-defined]
        match field.type:
            case msgspec.inspect.BoolType():
                infos.append(OptionInfo(name=field.name, kind="switch"))
            case msgspec.inspect.LiteralType():
                infos.append(OptionInfo(name=field.name, kind="choice", values=get_args(hints[field.name])))
            case msgspec.inspect.StrType():
                longest = field.type.max_length
                infos.append(OptionInfo(name=field.name, kind="choice", values=tuple(game.boards), longest=longest))
            case _:
                infos.append(OptionInfo(name=field.name, kind="number", least=field.type.ge, most=field.type.le))
    return tuple(infos)
