import { type Lazy, lazyAll } from '../lib/lazy.svelte';
import { byGame } from './game';

/** What a thing on the table is, in a title and a sentence, and the rule about it. */
export interface Tip {
  readonly title: () => string;
  readonly text: () => string;
  readonly rule: string;
}

/** Tips by what the things on the table are called. */
export type Tips = Readonly<Record<string, Tip>>;

const TIPS = byGame(lazyAll(import.meta.glob<Tips>('../boards/*/learn/tips.ts', { import: 'tips' })));

/** Find a game's tips, if it has any. */
export const tipsOf = (game: string): Lazy<Tips> | undefined => TIPS[game];

/** Find the tip for a name: its own, or that of its kind, "card" for "card-3". */
export function tipFor(tips: Tips, name: string): Tip | null {
  return tips[name] ?? tips[name.replace(/-.*/, '')] ?? null;
}
