/** Tells where the river may take canoes, counted over all cards still out. */
import { percent } from '../../fate/percent';
import { list } from '../../lib/words';
import { m } from './messages';
import type { CanoeFate, CanoeName, Landing, NiagaraFate } from '../../protocol';
import { DANGER, type Fate, type Find, type Note, type Slip, type Subject, verdictOf } from '../fate';
import { disc, placeMark } from './labels';
import { numberOf } from './places';
import { placeOf } from './reach';
import type { Setting, GameFate } from './ui';

/** Moves that end on the river, and cargo work, which leaves a canoe where it is. */
const MOVE = /^(?:paddle|swept) (a|b) (\d[LR]?)$/;
const WORK = /^(?:load|unload) (a|b) /;
/** Decisions that change the river. */
const RIVER = /^(?:card|weather|tie)\b/;

export const fate: GameFate = {
  subject(find, setting) {
    const action = find('action') ?? cardOf(find, setting);
    if (action === undefined) return canoeSubject(find, setting);
    if (RIVER.test(action)) return { action, slip: ofNiagara(riverSlip) };
    const [, mover, to] = MOVE.exec(action) ?? [];
    const [, worker] = WORK.exec(action) ?? [];
    const canoe = (mover ?? worker) as CanoeName | undefined;
    const place = to ?? (canoe && placeOf(setting.view, canoe));
    if (!canoe || !place) return null;
    return {
      action: null,
      slip: ofNiagara(({ own }) => {
        const found = own.find((afloat) => afloat.place === place);
        const called = {
          who: who(setting, setting.view.you, canoe),
          title: `${short(canoe)} · ${disc(found?.place ?? 'dock')}`,
        };
        return found ? canoeSlip(called, found.landings, '') : null;
      }),
    };
  },
  note(setting) {
    const { view, complete, confirmed } = setting;
    if (view.phase !== 'paddling' || !complete || confirmed) return null;
    return (fate) => (fate.game === 'niagara' ? warning(fate, view.you) : null);
  },
};

function cardOf(find: Find, { view }: Setting): string | undefined {
  const card = find('card');
  return card !== undefined && view.phase === 'cards' && view.hand.some((held) => held === card)
    ? `card ${card}`
    : undefined;
}

function canoeSubject(find: Find, setting: Setting): Subject | null {
  const own = find('canoe');
  const [, seat, name] = /^canoe-(\d)(a|b)$/.exec(find('guide') ?? '') ?? [];
  const owner = own === undefined ? Number(seat ?? NaN) : setting.view.you;
  const canoe = own ?? name;
  return {
    action: null,
    slip: ofNiagara(({ canoes }) => {
      const found = canoes.find((each) => each.seat === owner && each.canoe === canoe);
      if (!found) return null;
      const called = who(setting, found.seat, found.canoe);
      return canoeSlip(
        { who: called, title: called },
        found.landings,
        mayMove(found, setting) ? m.fate_if_stays() : '',
      );
    }),
  };
}

/** Narrow an answer to this game's. */
const ofNiagara =
  (tell: (fate: NiagaraFate) => Slip | null) =>
  (fate: Fate): Slip | null =>
    fate.game === 'niagara' ? tell(fate) : null;

const short = (canoe: CanoeName): string => m.fate_canoe({ canoe: numberOf(canoe) });

function who({ view, name }: Setting, seat: number | null, canoe: CanoeName): string {
  if (seat === null || seat === view.you) return short(canoe);
  return m.fate_canoe_of({ name: name(seat), canoe: numberOf(canoe) });
}

/** Tell whether a canoe's owner may still move it before the river flows. */
function mayMove({ seat }: CanoeFate, { view, complete }: Setting): boolean {
  const turn = view.turn ? view.order.indexOf(view.turn.seat) : -1;
  const own = view.order.indexOf(seat);
  return own > turn || (own === turn && !(complete && seat === view.you));
}

function canoeSlip(
  { who: called, title }: { who: string; title: string },
  landings: readonly Landing[],
  note: string,
): Slip {
  const falls = fallsOf(landings);
  const kind = verdictOf(falls);
  const says =
    kind === 'safe'
      ? m.fate_says_safe({ who: called })
      : kind === 'lost'
        ? m.fate_says_lost({ who: called })
        : saysOf(called, falls);
  const ends = landings.filter(({ to }) => to !== 'lost').map(({ to, share }) => row(disc(to), share));
  return {
    title,
    verdict: { kind, label: m.fate_verdict({ verdict: kind }) },
    rows: landings.map(({ to, share, pushes }) => ({
      look: to === 'lost' ? 'bad' : 'good',
      mark: placeMark(to),
      label: '',
      share,
      aside: pushWords(pushes),
    })),
    note,
    words: [says, ends.length > 0 ? `${list(ends)}.` : '', note].filter(Boolean).join(' '),
  };
}

/** Find in how many cases a canoe falls. */
const fallsOf = (landings: readonly Landing[]): number => landings.find(({ to }) => to === 'lost')?.share ?? 0;

/** Both shares make up the whole, also as they are rounded. */
function saysOf(who: string, falls: number): string {
  const rounded = falls < 0.01 || falls > 0.99 ? falls : Math.round(falls * 100) / 100;
  return m.fate_says({ who, stays: percent(1 - rounded), falls: percent(rounded) });
}

const row = (label: string, share: number): string => m.fate_row({ label, share: percent(share) });

/** Write speeds of the river: "2", "3–5", "0, 2". */
function pushWords(pushes: readonly number[]): string {
  const first = pushes[0] ?? 0;
  const last = pushes[pushes.length - 1] ?? 0;
  const whole = last - first === pushes.length - 1;
  const text = first === last ? `${first}` : whole ? `${first}–${last}` : pushes.join(', ');
  return m.fate_pushes({ pushes: text, count: last });
}

function riverSlip({ speeds }: NiagaraFate): Slip {
  const rows = speeds.map(({ pushes, share }) => ({
    look: 'plain' as const,
    mark: '',
    label: pushWords([pushes]),
    share,
    aside: '',
  }));
  return {
    title: m.fate_river(),
    verdict: null,
    rows,
    note: '',
    words: m.fate_river_says({ speeds: list(rows.map(({ label, share }) => row(label, share))) }),
  };
}

/** Say which own canoes will fall, or which more likely will than not; or else how likely those in danger are to fall. */
function warning({ canoes }: NiagaraFate, you: number | null): Note | null {
  const own = canoes
    .filter(({ seat }) => seat === you)
    .map(({ canoe, landings }) => ({ canoe, falls: fallsOf(landings) }))
    .filter(({ falls }) => falls >= DANGER)
    .sort((one, other) => other.falls - one.falls);
  const [first, second] = own;
  if (!first) return null;
  if (first.falls < 0.5) return { words: m.fate_note_risk({ risks: list(own.map(riskOf)) }), weight: 'danger' };
  const words =
    second?.falls === 1
      ? m.fate_note_both()
      : first.falls === 1
        ? m.fate_note_lost({ canoe: numberOf(first.canoe) })
        : saysOf(short(first.canoe), first.falls);
  return { words, weight: 'grave' };
}

const riskOf = ({ canoe, falls }: { canoe: CanoeName; falls: number }): string =>
  m.fate_risk({ share: percent(falls), canoe: numberOf(canoe) });
