/** Words for what is chosen ahead: the decisions themselves are named by the game. */
import type { Group } from '../boards/ui';
import { list } from '../lib/words';
import { m } from '../lib/messages';
import type { Action } from '../protocol';
import type { Moment } from '../table/moment.svelte';

const CARDS = ['card', 'play'];
const isRescue = ({ kind }: Action): boolean => kind === 'rescue';

/** Put what may be chosen ahead for one decision under a heading. */
export function offered(choices: readonly Action[], moment: Moment): Group {
  const { words } = moment.ui;
  const [group] = words.groups({ ...moment.setting, legal: choices });
  const [first] = choices;
  const title = group?.title ?? '';
  if (first && isRescue(first)) return { id: first.text, title: m.pace_ahead_lost({ canoe: title }), actions: choices };
  const card = first !== undefined && CARDS.includes(first.kind);
  return { id: first?.text ?? '', title: card ? m.pace_ahead_card() : title, actions: choices };
}

/** Name one decision, without a heading above it. */
function named(action: Action, moment: Moment): string {
  const setting = { ...moment.setting, legal: [action] };
  const name = moment.ui.words.action(action, setting);
  const [group] = moment.ui.words.groups(setting);
  return isRescue(action) && group ? `${group.title}: ${name}` : name;
}

export const naming = (actions: readonly Action[], moment: Moment): string =>
  list(actions.map((action) => named(action, moment)));
