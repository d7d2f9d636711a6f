/** The examples of docs/saved-games.md: this reader comes to the positions to which Python's comes. */
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { begun, type KeptGame } from '../src/offline/kept';
import { entriesOf, read, written } from '../src/offline/record';
import type { GameInfo } from '../src/protocol';
import type { Match } from '../src/rules/match';
import { Rules } from '../src/rules/rules';

const FOLDER = '../tests/golden/saved-games';
const GAMES = ['niagara', 'canyon'];
const INFOS = GAMES.map((id) => ({ id, rules_version: 1 })) as GameInfo[];

interface Expected {
  readonly turns: number;
  readonly notes: number;
  readonly over: boolean;
  readonly state: string;
  /** The line of a file that is refused. */
  readonly line?: number;
}

const expected = JSON.parse(readFileSync(`${FOLDER}/expected.json`, 'utf8')) as Record<string, Expected>;
const rules = new Map<string, Rules<unknown>>();
for (const id of GAMES) {
  rules.set(id, await Rules.bare(new Uint8Array(readFileSync(`../src/eddyline/games/${id}/game.wasm`))));
}

const rulesOf = (id: string): Rules<unknown> => rules.get(id) as Rules<unknown>;

function kept(text: string): KeptGame {
  const { players, lines, ...saved } = read(text, INFOS);
  const seats = players.map((name) => ({ name, bot: null }));
  const entries = entriesOf(lines, rulesOf(saved.game).compiled.actions);
  return { ...saved, id: 'saved', seats, entries, over: false, at: 0, imported: true };
}

function played(game: KeptGame): Match {
  const { match, steps } = begun(rulesOf(game.game), game, () => {
    throw new RangeError('no word of chance is left');
  });
  Array.from(steps);
  return match;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('a saved game of the examples', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));

  test('is one of ten', () => {
    expect(names.sort()).toEqual(Object.keys(expected).sort());
    expect(names).toHaveLength(10);
  });

  test.each(names)('%s', async (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
    const { turns, notes, over, state, line } = expected[name] as Expected;
    const game = kept(text);
    if (game.position) {
      // Only a server reads positions: tests/wasm comes to the end of this one, too.
      expect(written(game, rulesOf(game.game).compiled.actions, null)).toBe(text);
      return;
    }
    if (line !== undefined) {
      expect(() => played(game)).toThrow(RangeError);
      return;
    }
    const match = played(game);
    expect(game.entries.filter((entry) => 'turn' in entry)).toHaveLength(turns);
    expect(game.notes).toHaveLength(notes);
    expect(match.over).toBe(over);
    expect(await sha256(match.record)).toBe(state);
    const ranking = match.over ? (match.given['ranking'] as readonly number[]) : null;
    const { actions } = rulesOf(game.game).compiled;
    // What proves the dealing is not kept here.
    if (!name.includes('dealing')) expect(written(game, actions, ranking)).toBe(text);
  });
});
