/** Begins a line from where somebody looks, without asking anything: whatever else one wants is said there. */
import { games } from '../lib/games.svelte';
import { router } from '../lib/router.svelte';
import { botsHere } from '../offline/bots';
import type { KeptGame } from '../offline/kept';
import type { Rules } from '../rules/rules';
import { begin, type Branch, usualSeats } from './line';

/** Where it begins, and who plays on there. */
type From = Pick<Branch, 'of' | 'turn' | 'shown' | 'look' | 'repeat'> & { readonly next: number | null };

/** Begin a line, and go there. */
export async function start(rules: Rules<unknown>, game: KeptGame, { next, ...from }: From): Promise<void> {
  await games.load();
  const info = games.here.find(({ id }) => id === game.game);
  const bots = info ? botsHere(info, Boolean(game.from?.board)) : [];
  const seats = usualSeats(game, next, bots);
  router.go(`/offline/${begin(rules, game, { ...from, name: null, seats })}`);
}
