/** Who plays a part in games without a server; apart from the bots' modules, which a worker reads that has no page. */
import { prefs } from '../lib/prefs.svelte';
import { dealt, NAMES } from '../rivals/characters';
import type { KeptSeat } from './kept';

/** Seat bots beside some people, each as another character. */
export const rivals = (count: number, bot: string, people: readonly string[]): KeptSeat[] =>
  dealt(count, people, [prefs.portrait || null]).map((portrait) => ({ name: NAMES[portrait], bot, portrait }));
