/** The board in words, for labels and screen readers. */
import type {
  Arm,
  CardName,
  GemName,
  JoeView,
  Load,
  Move,
  NiagaraView,
  Paddle,
  PlaceName,
  RescueCanoe,
  SeatInfo,
  Steal,
  Sweep,
  TakeMoose,
  Unload,
} from '../../protocol';
import { m } from './messages';
import { dotted } from '../../lib/words';
import { nameOf } from '../art/names';
import type { Leaving } from './choices';
import { GEMS, numberOf } from './places';
import { moveOf } from './reach';
import type { SceneCanoe } from './scene';

export const disc = (place: PlaceName): string => m.niagara_disc({ place });
/** Write a place as it is written on its disc. */
export const placeMark = (place: PlaceName): string => m.niagara_place({ place });
export const gemWord = (gem: GemName): string => m.niagara_gem({ gem });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const placeWords = (place: PlaceName): string =>
  place === 'dock' ? m.board_at_dock() : place === 'lost' ? m.board_at_lost() : m.board_at_disc({ disc: disc(place) });

const cargoWords = (cargo: readonly GemName[]): string =>
  cargo.length ? m.board_cargo({ gem: cargo.map(gemWord).join(', ') }) : m.board_cargo_none();

export function canoeWords(canoe: SceneCanoe, seats: readonly SeatInfo[], you: number | null, moose = false): string {
  const more = [
    canoe.places > 1 ? m.niagara_canoe_double() : '',
    moose ? m.niagara_canoe_moose() : '',
    canoe.tied ? m.niagara_canoe_tied() : '',
  ];
  const words = {
    canoe: numberOf(canoe.name),
    place: placeWords(canoe.place),
    cargo: [cargoWords(canoe.cargo), ...more].filter(Boolean).join(', '),
  };
  return canoe.seat === you
    ? m.board_canoe_yours(words)
    : m.board_canoe_other({ ...words, name: nameOf(seats, canoe.seat) });
}

/** Say where a canoe is and what it carries, where it is known whose it is. */
export const holdWords = ({ name, place, cargo }: Pick<SceneCanoe, 'name' | 'place' | 'cargo'>): string =>
  dotted([m.niagara_canoe({ canoe: numberOf(name) }), placeWords(place), cargoWords(cargo)]);

export function depositWords(site: number, gems: Partial<Record<GemName, number>>): string {
  const list = GEMS.filter((gem) => gems[gem]).map((gem) => `${gems[gem] ?? 0} × ${gemWord(gem)}`);
  return m.board_deposit({ disc: `${site + 3}`, gems: list.join(', ') || m.board_deposit_empty() });
}

export const joeWords = ({ place, cargo }: JoeView): string =>
  m.niagara_joe_canoe({ place: placeWords(place), cargo: cargoWords(cargo ? [cargo] : []) });

/** Say where the whirlpool is and what it does there. */
export function whirlpoolWords(place: PlaceName): string {
  return place === 'lost' ? m.niagara_whirlpool_away() : m.niagara_whirlpool_on({ disc: disc(place) });
}

export const beaverWords = (place: PlaceName): string => m.niagara_beaver_on({ disc: disc(place) });

export function paddleWords({ to }: Paddle, told: Move | null): string {
  if (to === 'dock') return m.board_paddle_dock();
  if (told?.swirl === 'surely') return m.niagara_do_swirl({ disc: disc(to) });
  return told?.left
    ? m.board_paddle_left({ disc: disc(to), points: `${told.left}` })
    : m.board_paddle({ disc: disc(to) });
}

/** Name a move; `whose`: with its canoe, while none is in hand. */
export function goalWords(move: Paddle | Sweep, view: NiagaraView, whose: boolean): string {
  const words = move.kind === 'swept' ? sweepWords(move) : paddleWords(move, moveOf(view, move));
  return whose ? `${m.niagara_canoe({ canoe: numberOf(move.canoe) })} · ${words}` : words;
}

export const workWords = (work: Load | Unload): string =>
  capital(
    (work.kind === 'load' ? m.niagara_do_load : m.niagara_do_unload)({ gem: m.niagara_a_gem({ gem: work.gem }) }),
  );

export const stealWords = (steal: Steal, seats: readonly SeatInfo[]): string =>
  capital(
    m.board_steal({
      gem: m.niagara_a_gem({ gem: steal.gem }),
      name: nameOf(seats, steal.victim),
      canoe: numberOf(steal.canoe),
    }),
  );

export const rescueWords = (rescue: RescueCanoe): string =>
  rescue.gem ? m.board_rescue({ gem: m.niagara_a_gem({ gem: rescue.gem }) }) : m.board_rescue_free();

const sweepWords = ({ to }: Sweep): string => capital(m.niagara_do_sweep({ disc: disc(to) }));

export const mooseWords = ({ canoe }: TakeMoose): string => m.niagara_do_moose({ canoe: numberOf(canoe) });

export const tieWords = (): string => m.niagara_do_tie();

/** Name doing no more; `joe`: with him one could deal. */
export const leaveWords = (leaving: Leaving, joe = false): string =>
  leaving.kind === 'spare'
    ? m.niagara_do_spare()
    : leaving.kind === 'stay'
      ? m.niagara_do_leave()
      : joe
        ? m.niagara_do_joe_leave()
        : m.niagara_do_stop();

export const signWords = (arm: Arm): string => (arm === 'L' ? m.board_sign_left() : m.board_sign_right());

const weatherWord = [m.board_weather_sun, m.board_weather_cloud, m.board_weather_rain, m.board_weather_storm] as const;

/** Name a weather, −1 to +2. */
export const weatherWords = (weather: number): string => (weatherWord[weather + 1] ?? m.board_weather_cloud)();

function special(card: CardName): string {
  return card === '123' || card === 'rope' ? m.niagara_card_name({ card }) : m.board_card({ card });
}

export const cardWords = (card: CardName | 'hidden'): string =>
  card === 'hidden' ? m.board_card_hidden() : card === 'cloud' ? m.board_card_cloud() : special(card);
