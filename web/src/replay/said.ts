import type { Words } from '../boards/ui';
import type { Action, View } from '../protocol';
import type { Rules } from '../rules/rules';
import { type Place, roomOf } from './story';

/** Say what a turn decides, in the words of the game's buttons; `before`: where its seat decides it. */
export function said(
  rules: Rules<unknown>,
  before: Pick<Place, 'record' | 'given'>,
  seat: number,
  decisions: readonly number[],
  words: Pick<Words, 'action' | 'groups'>,
  name: (seat: number) => string,
): string {
  const room = roomOf(rules);
  rules.put(room, before.record);
  const decided: Action[] = [];
  const steps = decisions.flatMap((id): string[] => {
    const action = { ...(rules.compiled.actions[id] as Action), id };
    const seen = new TextDecoder().decode(rules.view(room, seat));
    const view = { ...(JSON.parse(seen) as View), ...before.given };
    const setting = { view, decisions: decided, legal: [action], complete: false, confirmed: false, name };
    const [group] = words.groups(setting);
    const label = words.action(action, setting);
    rules.decide(room, seat, id);
    decided.push(action);
    return [group && group.id.length === 1 ? `${group.title}: ${label}` : label];
  });
  return steps.join(' · ');
}
