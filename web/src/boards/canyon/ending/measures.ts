import { list } from '../../../lib/words';
import type { Measure, Naming, Stood } from '../../ui';
import { event } from '../telling';
import { mark } from './marks';
import { m } from './messages';
import type { CanyonEvent as Event, CanyonView as View, Settled } from '../../../protocol';

/** How the standing is measured: by the way that is left, and by the points of all rounds. */
export const measures: readonly Measure<View, Event>[] = [
  { label: m.ending_distance, best: 'least', of: ({ players }) => players.map(({ distance }) => distance) },
  {
    label: m.ending_points,
    best: 'most',
    of: ({ players }, events, before) => {
      const settled = events.flatMap((event) => (event.kind === 'settled' ? event.players : []));
      return players.map(({ seat }) =>
        settled.reduce((sum, each) => sum + (each.seat === seat ? each.points : 0), before[seat] ?? 0),
      );
    },
  },
];

/** Tell whether an event changes the way that is left to a seat. */
export const moves = (told: Event, seat: number): boolean =>
  told.kind === 'drifted'
    ? told.chain.some((each) => each.seat === seat)
    : (told.kind === 'moved' || told.kind === 'arrived') && told.seat === seat;

/** List who took as many tricks as bid. */
const met = (told: Event): readonly Settled[] =>
  told.kind === 'settled' ? told.players.filter(({ bid, tricks }) => bid === tricks) : [];

/** The log tells the points of all. */
export const turned = (told: Event, name: Naming): string | null => {
  const [one, ...more] = met(told);
  if (!one) return null;
  return more.length > 0
    ? m.ending_met({ names: list([one, ...more].map(({ seat }) => name(seat))) })
    : m.ending_only({ name: name(one.seat), bid: one.bid });
};

/** Find what a seat bid in a round, as far as that is known; null: it is not. */
function bidOf(seat: number, round: readonly Event[]): number | null {
  for (const told of round) {
    if (told.kind === 'bid' && told.seat === seat) return told.tricks;
    if (told.kind === 'bids') return told.bids[seat] ?? null;
  }
  return null;
}

/** List what stands out: of a trick that it is one too many, of a round who took the tricks they bid, and who did not. */
export function stood(told: Event, name: Naming, before: readonly Event[]): readonly Stood[] {
  if (told.kind === 'trick') {
    const bid = bidOf(told.seat, before);
    if (bid === null || told.tricks !== bid + 1) return [];
    return [
      { seats: [told.seat], text: m.ending_too_many({ name: name(told.seat), bid }), kind: m.ending_bids_missed() },
    ];
  }
  if (told.kind !== 'settled') {
    const seat = mark(told)?.seat ?? null;
    const kind = told.kind === 'drifted' ? m.ending_swept() : m.ending_arrivals();
    return seat === null ? [] : [{ seats: [seat], text: event(told, name) ?? '', kind }];
  }
  const [made, missed] = [met(told), told.players.filter(({ bid, tricks }) => bid !== tricks)];
  const seats = (of: readonly Settled[]): number[] => of.map(({ seat }) => seat);
  const players = list(missed.map(({ seat, bid, tricks }) => m.ending_missed_one({ name: name(seat), bid, tricks })));
  return [
    ...(made.length > 0 ? [{ seats: seats(made), text: turned(told, name) ?? '', kind: m.ending_bids() }] : []),
    ...(missed.length > 0
      ? [{ seats: seats(missed), text: m.ending_missed({ players }), kind: m.ending_bids_missed() }]
      : []),
  ];
}

/** Say how many tricks somebody bid and took in a round, or has taken so far. */
export function tally(view: View, round: readonly Event[], seat: number): string | null {
  const settled = round.flatMap((told) => (told.kind === 'settled' ? told.players : []));
  const own = (settled.length > 0 ? settled : view.players).find((each) => each.seat === seat);
  return typeof own?.bid === 'number' ? m.ending_tally({ bid: own.bid, tricks: own.tricks }) : null;
}

/** Tell how much an event may have turned the game. */
export function weight(told: Event): number {
  switch (told.kind) {
    case 'arrived':
      return 4;
    case 'drifted':
      return told.chain.reduce((sum, { fell }) => sum + (fell ? 2 : 0.5), 0);
    case 'settled':
      return met(told).length === 1 ? 1.5 : 0;
    default:
      return 0;
  }
}
