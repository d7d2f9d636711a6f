/** The board in words, for labels and screen readers. */
import type {
  Arm,
  CardName,
  GemName,
  Load,
  Paddle,
  PlaceName,
  RescueCanoe,
  SeatInfo,
  Steal,
  Unload,
} from '../../protocol';
import { m } from '../../paraglide/messages';
import { nameOf } from '../art/names';
import { GEMS } from './places';
import type { SceneCanoe } from './scene';

export const gemWord = (gem: GemName): string => m.niagara_gem({ gem });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const placeWords = (place: PlaceName): string =>
  place === 'dock' ? m.board_at_dock() : place === 'lost' ? m.board_at_lost() : m.board_at_disc({ disc: place });

export function canoeWords(canoe: SceneCanoe, seats: readonly SeatInfo[], you: number | null): string {
  const gem = canoe.cargo[0];
  const words = {
    canoe: canoe.name.toUpperCase(),
    place: placeWords(canoe.place),
    cargo: gem ? m.board_cargo({ gem: canoe.cargo.map((each) => gemWord(each)).join(', ') }) : m.board_cargo_none(),
  };
  return canoe.seat === you
    ? m.board_canoe_yours(words)
    : m.board_canoe_other({ ...words, name: nameOf(seats, canoe.seat) });
}

export function depositWords(site: number, gems: Partial<Record<GemName, number>>): string {
  const list = GEMS.filter((gem) => gems[gem]).map((gem) => `${gems[gem] ?? 0} × ${gemWord(gem)}`);
  return m.board_deposit({ disc: `${site + 3}`, gems: list.join(', ') || m.board_deposit_empty() });
}

export function paddleWords(paddle: Paddle, from: PlaceName | null, left: number | null): string {
  if (paddle.to === 'dock') return m.board_paddle_dock();
  if (left === null) return m.board_paddle({ disc: paddle.to });
  const words = { disc: paddle.to, points: `${left}` };
  return paddle.to === from ? m.board_paddle_here(words) : m.board_paddle_left(words);
}

export const workWords = (work: Load | Unload): string =>
  capital((work.kind === 'load' ? m.board_load : m.board_unload)({ gem: m.niagara_a_gem({ gem: work.gem }) }));

export const stealWords = (steal: Steal, seats: readonly SeatInfo[]): string =>
  capital(
    m.board_steal({
      gem: m.niagara_a_gem({ gem: steal.gem }),
      name: nameOf(seats, steal.victim),
      canoe: steal.canoe.toUpperCase(),
    }),
  );

export const rescueWords = (rescue: RescueCanoe): string =>
  rescue.gem ? m.board_rescue({ gem: m.niagara_a_gem({ gem: rescue.gem }) }) : m.board_rescue_free();

export const signWords = (arm: Arm): string => (arm === 'L' ? m.board_sign_left() : m.board_sign_right());

const weatherWord = [m.board_weather_sun, m.board_weather_cloud, m.board_weather_rain, m.board_weather_storm] as const;

/** Name a weather, −1 to +2. */
export const weatherWords = (weather: number): string => (weatherWord[weather + 1] ?? m.board_weather_cloud)();

export const cardWords = (card: CardName | 'hidden'): string =>
  card === 'hidden' ? m.board_card_hidden() : card === 'cloud' ? m.board_card_cloud() : m.board_card({ card });
