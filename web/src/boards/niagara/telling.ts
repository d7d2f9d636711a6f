/** Niagara's events in words, for the log and the screen reader. */
import { list } from '../../lib/words';
import { m } from '../../paraglide/messages.js';
import type { CanoeName, NiagaraEvent as Event, GemName } from '../../protocol';
import type { Naming } from '../ui';
import { aGem, disc, letter, signed } from './naming';

/** Tell an event; null for one that need not be told. */
export function event(told: Event, name: Naming): string | null {
  switch (told.kind) {
    case 'round':
      return m.niagara_log_first({ name: name(told.first) });
    case 'rescued': {
      const who = { name: name(told.seat), canoe: letter(told.canoe) };
      if (told.gem === null) return m.niagara_log_rescued_free(who);
      return m.niagara_log_rescued({ ...who, gem: aGem(told.gem) });
    }
    case 'sits_out':
      return m.niagara_log_sits_out({ name: name(told.seat), canoe: letter(told.canoe) });
    case 'revealed':
      return m.niagara_log_revealed({ name: name(told.seat), card: told.card });
    case 'weather':
      return m.niagara_log_weather({
        name: name(told.seat),
        before: signed(told.before),
        after: signed(told.after),
      });
    case 'paddled':
      return paddled(told, name);
    case 'unloaded':
    case 'loaded': {
      const what = { name: name(told.seat), canoe: letter(told.canoe), gem: aGem(told.gem) };
      return told.kind === 'loaded' ? m.niagara_log_loaded(what) : m.niagara_log_unloaded(what);
    }
    case 'stolen':
      return m.niagara_log_stolen({ name: name(told.seat), gem: aGem(told.gem), victim: name(told.victim) });
    case 'banked':
      return m.niagara_log_banked({ name: name(told.seat), gem: aGem(told.gem) });
    case 'goal':
      return m.niagara_log_goal({ name: name(told.seat), goal: told.goal });
    case 'idle':
      return m.niagara_log_idle({ name: name(told.seat) });
    case 'river': {
      const lowest = told.lowest === 0 ? '–' : told.lowest;
      const facts = { lowest, weather: signed(told.weather) };
      return told.pushes === 0
        ? m.niagara_log_river_still(facts)
        : m.niagara_log_river({ ...facts, pushes: told.pushes });
    }
    case 'push': {
      const sentences = told.canoes.filter(({ place }) => place === 'lost').map((each) => lost(each, name));
      return sentences.length > 0 ? sentences.join(' ') : null;
    }
    case 'preserver':
      // The next round says who begins it.
      return null;
    case 'cards_back':
      return m.niagara_log_cards_back();
    case 'over':
      if (told.winners.length === 0) return m.niagara_log_nobody();
      return m.niagara_log_over({ names: told.winners.map(name).join(', ') });
    default:
      return spirit(told, name);
  }
}

type Base =
  | 'round'
  | 'rescued'
  | 'sits_out'
  | 'revealed'
  | 'weather'
  | 'paddled'
  | 'unloaded'
  | 'loaded'
  | 'stolen'
  | 'banked'
  | 'goal'
  | 'idle'
  | 'river'
  | 'push'
  | 'preserver'
  | 'cards_back'
  | 'over';

/** Tell an event of the expansion modules. */
function spirit(told: Exclude<Event, { kind: Base }>, name: Naming): string | null {
  switch (told.kind) {
    case 'tied':
      return m.niagara_log_tied({ name: name(told.seat) });
    case 'moose_taken':
      return m.niagara_log_moose_taken({ name: name(told.seat), canoe: letter(told.canoe) });
    case 'moose_free':
      return m.niagara_log_moose_free({ name: name(told.seat), canoe: letter(told.canoe) });
    case 'swirled':
    case 'swept': {
      const who = { name: name(told.seat), canoe: letter(told.canoe) };
      if (told.end === 'lost') return m.niagara_log_swept_away(who);
      return m.niagara_log_swirled({ ...who, end: disc(told.end) });
    }
    case 'beaver':
      return m.niagara_log_beaver({ disc: disc(told.place) });
    case 'beaver_fell':
      return m.niagara_log_beaver_fell();
    case 'joe_loaded':
      return m.niagara_log_joe_loaded({ gem: aGem(told.gem) });
    case 'joe_paddled':
      // His fall is told by the event after this one.
      if (told.end === 'lost') return null;
      return m.niagara_log_joe_paddled({ start: disc(told.start), end: disc(told.end) });
    case 'joe_fell':
      return told.gem ? m.niagara_log_joe_fell_with({ gem: aGem(told.gem) }) : m.niagara_log_joe_fell();
    case 'joe_restarted':
      return m.niagara_log_joe_restarted({ disc: disc(told.place) });
    case 'joe_took':
      return m.niagara_log_joe_took({ name: name(told.seat), gem: aGem(told.gem) });
    case 'joe_gave':
      return m.niagara_log_joe_gave({ name: name(told.seat), gem: aGem(told.gem) });
    case 'joe_swapped':
      return m.niagara_log_joe_swapped({ name: name(told.seat), gem: aGem(told.gem), his: aGem(told.joe_gem) });
  }
}

function paddled(told: Extract<Event, { kind: 'paddled' }>, name: Naming): string {
  const who = { name: name(told.seat), canoe: letter(told.canoe) };
  if (told.end === 'dock') return m.niagara_log_docked(who);
  const end = disc(told.end);
  if (told.end === told.start) return m.niagara_log_stayed({ ...who, end });
  if (told.start === 'dock') return m.niagara_log_launched({ ...who, end });
  return m.niagara_log_paddled({ ...who, start: disc(told.start), end });
}

function lost(
  { seat, canoe, gems }: { seat: number; canoe: CanoeName; gems: readonly GemName[] },
  name: Naming,
): string {
  const who = { name: name(seat), canoe: letter(canoe) };
  return gems.length ? m.niagara_log_lost_with({ ...who, gem: list(gems.map(aGem)) }) : m.niagara_log_lost(who);
}

/** What people watch, the most telling first. */
const TELLING: readonly Event['kind'][] = [
  'over',
  'goal',
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
  'rescued',
  'sits_out',
  'idle',
  'revealed',
  'round',
];

/** Tell the one thing that matters most in some events. */
export function headline(events: readonly Event[], name: Naming): string {
  const told = TELLING.map((kind) => events.find((each) => each.kind === kind)).find((each) => each !== undefined);
  return (told && event(told, name)) ?? '';
}
