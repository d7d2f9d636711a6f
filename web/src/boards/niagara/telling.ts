/** Niagara's events in words, for the log and the screen reader. */
import { m } from './messages';
import type { CanoeAt, NiagaraEvent as Event, Pushed } from '../../protocol';
import { only } from '../part';
import type { Naming, Part } from '../ui';
import { later } from './fetched';
import { inWords, type Named } from './wording';

type Kind = Exclude<Event['kind'], 'push' | 'preserver'> | 'stayed' | 'lost';
/** What nobody at the table does. */
type Others = Extract<
  Kind,
  'river' | 'cards_back' | `beaver${string}` | 'joe_loaded' | 'joe_paddled' | 'joe_fell' | 'joe_restarted'
>;

const SENTENCES: Readonly<Record<Kind, (named: Named) => string>> = {
  round: m.niagara_log_round,
  rescued: m.niagara_log_rescued,
  sits_out: m.niagara_log_sits_out,
  revealed: m.niagara_log_revealed,
  weather: m.niagara_log_weather,
  paddled: m.niagara_log_paddled,
  stayed: m.niagara_log_stayed,
  unloaded: m.niagara_log_unloaded,
  loaded: m.niagara_log_loaded,
  stolen: m.niagara_log_stolen,
  banked: m.niagara_log_banked,
  goal: m.niagara_log_goal,
  idle: m.niagara_log_idle,
  lost: m.niagara_log_lost,
  river: m.niagara_log_river,
  cards_back: m.niagara_log_cards_back,
  tied: m.niagara_log_tied,
  moose_taken: m.niagara_log_moose_taken,
  moose_free: m.niagara_log_moose_free,
  swirled: m.niagara_log_swirled,
  swept: m.niagara_log_swept,
  beaver: m.niagara_log_beaver,
  beaver_fell: m.niagara_log_beaver_fell,
  joe_loaded: m.niagara_log_joe_loaded,
  joe_paddled: m.niagara_log_joe_paddled,
  joe_fell: m.niagara_log_joe_fell,
  joe_restarted: m.niagara_log_joe_restarted,
  joe_took: m.niagara_log_joe_took,
  joe_gave: m.niagara_log_joe_gave,
  joe_swapped: m.niagara_log_joe_swapped,
  over: m.niagara_log_over,
};

/** Tell an event; null for one that need not be told. */
export function event(told: Event, name: Naming): string | null {
  // The round that begins says whose it is.
  if (told.kind === 'preserver') return null;
  if (told.kind === 'push') {
    return (
      lostIn(told)
        .map((canoe) => sentence('lost', canoe, canoe.seat, name))
        .join(' ') || null
    );
  }
  const stayed = told.kind === 'paddled' && told.start === told.end;
  return sentence(stayed ? 'stayed' : told.kind, told, part(told)?.seat ?? null, name);
}

/** Say what happened; whoever has no name, and did it or suffers it, is “you” as soon as these words have come. */
function sentence(kind: Kind, fields: object, seat: number | null, name: Naming): string {
  const named = inWords(fields, name);
  const yours = later.part?.YOURS;
  if (yours && 'victim' in fields && name.you?.(fields.victim as number)) return yours.robbed(named);
  const mine = yours && seat !== null && name.you?.(seat);
  return (mine ? yours[kind as Exclude<Kind, Others>] : SENTENCES[kind])(named);
}

const lostIn = ({ canoes }: Pushed): readonly CanoeAt[] => canoes.filter(({ place }) => place === 'lost');

/** Tell which part of a scene an event belongs to: a player's turn, the river, or a loss. */
export function part(told: Event): Part | null {
  switch (told.kind) {
    case 'push': {
      const losers = [...new Set(lostIn(told).map(({ seat }) => seat))];
      return losers.length > 0 ? { seat: only(losers), great: true } : null;
    }
    // Both end the river's phase.
    case 'preserver':
    case 'cards_back':
      return null;
    case 'swept':
      return { seat: told.seat, great: told.end === 'lost' };
    case 'round':
      return { seat: told.first, great: false };
    case 'over':
      return { seat: only(told.winners), great: true };
    case 'stolen':
    case 'banked':
    case 'goal':
      return { seat: told.seat, great: false, close: true };
    default:
      return 'seat' in told ? { seat: told.seat, great: false } : { seat: null, great: true };
  }
}

/** What people watch, the most telling first. */
const TELLING: readonly Event['kind'][] = [
  'over',
  'goal',
  'push',
  'stolen',
  'joe_took',
  'joe_swapped',
  'joe_gave',
  'river',
  'beaver',
  'weather',
  'tied',
  'banked',
  'swept',
  'swirled',
  'moose_taken',
  'paddled',
  'loaded',
  'unloaded',
  'rescued',
  'sits_out',
  'idle',
  'revealed',
  'round',
];

/** Tell the one thing that matters most in some events. */
export function headline(events: readonly Event[], name: Naming): string {
  for (const kind of TELLING) {
    const told = events.findLast((each) => each.kind === kind && event(each, name));
    if (told) return event(told, name) ?? '';
  }
  return '';
}
