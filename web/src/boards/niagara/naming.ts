/** Niagara's decisions in words: what each is called, and which belong together. */
import { list } from '../../lib/words';
import { m } from './messages';
import type { NiagaraAction as Action, CanoeName, GemName, NiagaraView, Paddle, PlaceName } from '../../protocol';
import { disc } from './labels';
import { numberOf } from './places';
import { alike } from './choices';
import { canoeOf, moveOf } from './reach';
import type { Group, Setting } from './ui';

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');
export const aGem = (gem: GemName): string => m.niagara_a_gem({ gem });
export const theGem = (gem: GemName): string => m.niagara_the_gem({ gem });

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Tell whether Diamond Joe is among what can be dealt with. */
export const withJoe = (legal: readonly Action[]): boolean => legal.some(({ kind }) => kind.startsWith('joe_'));

/** Name a decision, within its group. */
export function action(decision: Action, { view, legal, name }: Setting): string {
  switch (decision.kind) {
    case 'card':
      return m.niagara_card_name({ card: decision.card });
    case 'decline':
      return m.niagara_do_decline();
    case 'rescue':
      return decision.gem === null
        ? m.niagara_do_rescue_free()
        : capital(m.niagara_do_rescue({ gem: aGem(decision.gem) }));
    case 'weather':
      return m.niagara_do_weather({ step: String(decision.step), value: signed(view.weather + decision.step) });
    case 'paddle':
      return paddle(decision, view);
    case 'unload':
      return capital(m.niagara_do_unload({ gem: theGem(decision.gem) }));
    case 'load':
      return capital(m.niagara_do_load({ gem: aGem(decision.gem) }));
    case 'steal':
      return m.niagara_do_steal({
        gem: theGem(decision.gem),
        name: name(decision.victim),
        canoe: numberOf(decision.canoe),
      });
    case 'spare':
      return m.niagara_do_spare();
    case 'stay':
      return m.niagara_do_leave();
    case 'moose':
      return m.niagara_do_moose({ canoe: numberOf(decision.canoe) });
    case 'tie':
      return m.niagara_do_tie();
    case 'swept':
      return capital(m.niagara_do_sweep({ disc: disc(decision.to) }));
    case 'stop':
      return withJoe(legal) ? m.niagara_do_joe_leave() : m.niagara_do_stop();
    case 'joe_take':
    case 'joe_give':
    case 'joe_swap':
      return dealing(decision, view.joe?.cargo ?? null);
  }
}

/** Name what can be done with Joe; `his` is the gem in his canoe. */
export function dealing(
  deal: Extract<Action, { kind: 'joe_take' | 'joe_give' | 'joe_swap' }>,
  his: GemName | null,
): string {
  const joes = his ? theGem(his) : '';
  if (deal.kind === 'joe_take') return capital(m.niagara_do_joe_take({ gem: joes }));
  const gem = theGem(deal.gem);
  return capital(deal.kind === 'joe_give' ? m.niagara_do_joe_give({ gem }) : m.niagara_do_joe_swap({ gem, his: joes }));
}

/** Name a move, and the cargo work that the points left over are for. */
function paddle(move: Paddle, view: NiagaraView): string {
  const canoe = canoeOf(view, move.canoe);
  const from = canoe?.place ?? 'dock';
  const cargo = canoe?.cargo ?? [];
  if (move.to === 'dock')
    return cargo.length ? capital(m.niagara_do_dock_with({ gem: list(cargo.map(theGem)) })) : m.niagara_do_dock();
  const told = moveOf(view, move);
  if (told?.swirl === 'surely') return m.niagara_do_swirl({ disc: disc(move.to) });
  return work(went(from, move.to), told?.left ?? 0, cargo.length, canoe?.places ?? 1);
}

function went(from: PlaceName, to: PlaceName): string {
  return from === 'dock' ? m.niagara_do_launch({ disc: disc(to) }) : m.niagara_do_paddle({ disc: disc(to) });
}

function work(move: string, left: number, gems: number, places: number): string {
  if (left === 0) return move;
  if (gems === 0) return m.niagara_then_load({ move });
  if (gems < places) return m.niagara_then_work({ move });
  return left >= 4 ? m.niagara_then_swap({ move }) : m.niagara_then_unload({ move });
}

/** Put decisions that belong together under a heading; doing nothing is offered last, but for what is offered already. */
export function groups({ view, legal }: Setting): Group[] {
  const found = new Map<string, { title: string; actions: Action[] }>();
  for (const decision of legal) {
    const [id, title] = group(decision, view, withJoe(legal));
    const there = found.get(id);
    if (there) there.actions.push(decision);
    else found.set(id, { title, actions: [decision] });
  }
  const twin = isTwin(view, found.get('a')?.actions, found.get('b')?.actions);
  const last = ({ id, same }: Group): number => (same ? 2 : Number(id === 'else'));
  return [...found]
    .map(([id, { title, actions }]) => ({ id, title, actions, same: twin && id === 'b' }))
    .sort((a, b) => last(a) - last(b));
}

/** Tell whether canoe 2 is where canoe 1 is, with the same points, and so can do the same, to the same end. */
function isTwin(view: NiagaraView, one: readonly Action[] = [], other: readonly Action[] = []): boolean {
  const points = view.turn?.points;
  const done = (actions: readonly Action[]): string => actions.map(({ text }) => text.replace(/ [ab]\b/, '')).join();
  return one.length > 0 && points?.a === points?.b && done(one) === done(other) && alike(view);
}

function group(decision: Action, view: NiagaraView, joe: boolean): [string, string] {
  switch (decision.kind) {
    case 'card':
      return ['cards', m.niagara_group_cards()];
    case 'rescue':
      return [decision.canoe, m.niagara_group_rescue({ canoe: numberOf(decision.canoe) })];
    case 'weather':
      return ['weather', m.niagara_group_weather()];
    case 'tie':
      return ['rope', m.niagara_group_rope()];
    case 'paddle':
    case 'unload':
    case 'load':
    case 'moose':
    case 'swept':
      return ofCanoe(decision.canoe);
    case 'steal':
    case 'spare':
      return ['steal', m.niagara_group_steal()];
    case 'joe_take':
    case 'joe_give':
    case 'joe_swap':
      return ['joe', m.niagara_group_joe()];
    case 'stop':
      if (joe) return ['joe', m.niagara_group_joe()];
      return view.turn?.canoe ? ofCanoe(view.turn.canoe) : ['else', m.niagara_group_else()];
    case 'stay': {
      const own = view.players.find(({ seat }) => seat === view.you);
      const ashore = own?.canoes.find(({ name, place }) => place === 'dock' && !view.turn?.done.includes(name));
      return ashore ? ofCanoe(ashore.name) : ['else', m.niagara_group_else()];
    }
    case 'decline':
      return ['else', m.niagara_group_else()];
  }
}

const ofCanoe = (canoe: CanoeName): [string, string] => [canoe, m.niagara_canoe({ canoe: numberOf(canoe) })];
