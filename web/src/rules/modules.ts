/** Where the modules are that `eddyline wasm` has compiled: the rules of each game, and its bots that decide alone. */
import { Rules } from './rules';

const RULES = import.meta.glob<string>('../../../src/eddyline/games/*/game.wasm', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Fetch the rules of a game. */
export async function fetchRules(game: string): Promise<Rules<unknown>> {
  return Rules.bare(await fetchModule(Object.entries(RULES).find(([path]) => path.split('/').at(-2) === game)?.[1]));
}

/** Fetch a module; rejects where there is none. */
export async function fetchModule(url: string | undefined): Promise<ArrayBuffer> {
  if (url === undefined) throw new TypeError('there is no such module here');
  const answer = await fetch(url);
  if (!answer.ok) throw new TypeError(`expected a module, got ${answer.status}`);
  return answer.arrayBuffer();
}
