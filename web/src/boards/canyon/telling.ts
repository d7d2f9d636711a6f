/** Canyon's events in words, for the log and the screen reader. */
import { m } from './messages';
import type { CanyonEvent as Event, Drift } from '../../protocol';
import { only } from '../part';
import type { Naming, Part } from '../ui';
import { later } from './pieces';
import { inWords, type Named } from './wording';

type Kind = Exclude<Event['kind'], 'marker'>;
/** What is of nobody alone. */
type Others = Extract<Kind, 'bids' | 'settled'>;

const SENTENCES: Readonly<Record<Kind, (named: Named) => string>> = {
  jetty: m.canyon_log_jetty,
  dealt: m.canyon_log_dealt,
  bid: m.canyon_log_bid,
  bids: m.canyon_log_bids,
  played: m.canyon_log_played,
  trick: m.canyon_log_trick,
  settled: m.canyon_log_settled,
  moved: m.canyon_log_moved,
  blocked: m.canyon_log_blocked,
  stays: m.canyon_log_stays,
  drifted: m.canyon_log_drifted,
  lost_turn: m.canyon_log_lost_turn,
  arrived: m.canyon_log_arrived,
  over: m.canyon_log_over,
};

/** Tell an event; null for one that need not be told. */
export function event(told: Event, name: Naming): string | null {
  // The next round says who deals how many cards.
  if (told.kind === 'marker') return null;
  const seat = part(told)?.seat ?? null;
  const named = inWords(told, name);
  const chain = told.kind === 'drifted' ? told.chain.map((each) => drifted(each, name)).join(', ') : '';
  const yours = yoursOf(seat, name)?.[told.kind as Exclude<Kind, Others>];
  return (yours ?? SENTENCES[told.kind])({ ...named, chain });
}

/** What is said to whoever has no name: they are “you” as soon as these words have come. */
const yoursOf = (seat: number | null, name: Naming) =>
  seat !== null && name.you?.(seat) ? later.part?.YOURS : undefined;

function drifted(drift: Drift, name: Naming): string {
  const said = yoursOf(drift.seat, name)?.drifted_one ?? m.canyon_log_drifted_one;
  return said(inWords(drift, name));
}

/** Tell which part of a scene an event belongs to: a player's turn, or what the rapids and the falls do with them. */
export function part(told: Event): Part | null {
  if (told.kind === 'marker') return null;
  if (told.kind === 'dealt') return { seat: told.dealer, great: false };
  if (told.kind === 'over') return { seat: only(told.winners), great: true };
  const arrives = told.kind === 'arrived';
  return { seat: 'seat' in told ? told.seat : null, great: arrives || told.kind === 'drifted', close: arrives };
}

/** What people watch, the most telling first. */
const TELLING: readonly Event['kind'][] = [
  'over',
  'arrived',
  'drifted',
  'moved',
  'blocked',
  'settled',
  'trick',
  'dealt',
  'bids',
  'bid',
  'played',
  'jetty',
  'stays',
  'lost_turn',
];

/** Tell the one thing that matters most in some events. */
export function headline(events: readonly Event[], name: Naming): string {
  const told = TELLING.map((kind) => events.findLast((each) => each.kind === kind)).find((each) => each !== undefined);
  return (told && event(told, name)) ?? '';
}
