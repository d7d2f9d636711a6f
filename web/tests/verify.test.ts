import { beforeEach, describe, expect, test } from 'vitest';

import { attend, mix } from '../src/fair/attend';
import { check, type Dealing, wordOf } from '../src/fair/chain';
import { type Note, noted, write } from '../src/fair/notes';
import { steps } from '../src/fair/steps';
import type { TableInfo, ToServer } from '../src/protocol';
import { table } from './fixtures';

/** As in docs/fair-dealing.md and tests/records/test_dealing.py. */
const LINKS = [
  '4e05063392f42b5180353ef82da86c714042155044d91ab3253f1bab08120a0a',
  '2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e',
  '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
] as const;
const WORDS = ['0xec3cc389087ac223', '0xa1e3ee2a998e6a34', '0x8e87ccb4e8ffc913'] as const;
const DEALING: Dealing = {
  table: 'abcdefgh2345',
  commitment: LINKS[0],
  length: 3,
  words: ['river', null, 'a "b" \\ ü'],
};
const HEADER = { eddyline: 1, game: 'toy', players: ['Ann', 'Bo', 'Cy'], entropy: WORDS[0], dealing: DEALING };

const saved = (header: object = {}, lines: object[] = []): string =>
  [{ ...HEADER, ...header }, { seat: 0, turn: ['x'] }, { deal: WORDS[1] }, { seat: 1, turn: ['y'] }, ...lines]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
const OVER = [{ ranking: [1, 2, 3] }, { revealed: LINKS[2] }];
const GOOD = saved({}, OVER);

describe('the chain', () => {
  test('gives the words of the documentation', () => {
    WORDS.forEach((word, index) => {
      const link = Uint8Array.from(Buffer.from(LINKS[index + 1] ?? '', 'hex'));
      expect(wordOf(link, DEALING, index + 1)).toBe(word);
    });
  });

  test('is followed from the revealed link to the commitment', () => {
    expect(check(GOOD)).toMatchObject({ kind: 'checked', start: LINKS[0], count: 2, faults: [], beyond: null });
  });

  test('names a word that was changed with its line', () => {
    const report = check(GOOD.replace(WORDS[1], '0x2a'));
    expect(report).toMatchObject({ faults: [{ line: 3, number: 2, expected: WORDS[1], got: '0x2a' }] });
    expect(check(GOOD.replace(WORDS[0], '0x2a'))).toMatchObject({ faults: [{ line: 1, number: 1 }] });
  });

  test('does not fit another table, other own words or another link', () => {
    for (const changed of [{ table: 'abcdefgh2346' }, { words: ['river', null, null] }]) {
      const report = check(saved({ dealing: { ...DEALING, ...changed } }, OVER));
      expect(report).toMatchObject({ start: LINKS[0], faults: [{ number: 1 }, { number: 2 }] });
    }
    expect(check(GOOD.replace(LINKS[2], LINKS[1]))).toMatchObject({ faults: [{ number: 1 }, { number: 2 }] });
  });

  test('is not longer than was promised', () => {
    const report = check(saved({ dealing: { ...DEALING, length: 1 } }, OVER));
    expect(report).toMatchObject({ beyond: 3, faults: [] });
  });

  test('is no matter of games that do not tell of one, or are not over', () => {
    expect(check(saved({ dealing: undefined }))).toEqual({ kind: 'no_dealing' });
    expect(check(saved())).toEqual({ kind: 'running' });
  });

  test.each([
    ['', 1],
    ['Dear diary', 1],
    ['[]', 1],
    [GOOD.replace('"length":3', '"length":"3"'), 1],
    [GOOD.replace(LINKS[0], 'x'), 1],
    [GOOD.replace('"Bo",', ''), 1],
    [GOOD.replace(`"${WORDS[1]}"`, '7'), 3],
    [GOOD.replace('{"ranking"', '"ranking"'), 5],
    [GOOD.replace(LINKS[2], 'x'), 6],
  ])('is not looked for in what is no saved game: %#', (text, line) => {
    expect(check(text)).toEqual({ kind: 'unreadable', line });
  });
});

describe('what is said of it', () => {
  const note: Note = { table: DEALING.table, commitment: LINKS[0], early: true, own: { seat: 0, word: 'river' } };
  const said = (text: string, known: Note | undefined): [boolean | null, string][] => {
    const report = check(text);
    if (report.kind !== 'checked') throw new Error(report.kind);
    return steps(report, known).map((step) => [step.holds, step.text]);
  };

  test('all is well', () => {
    expect(said(GOOD, note)).toEqual([
      [true, 'The revealed link leads back to the commitment.'],
      [true, 'It is the commitment that this browser noted before the start.'],
      [true, 'Your word “river” was mixed in.'],
      [true, 'All 2 random numbers follow from their links, the table and the players’ words.'],
    ]);
  });

  test('a browser that was not there cannot know everything', () => {
    expect(said(GOOD, undefined).map(([holds]) => holds)).toEqual([true, null, null, true]);
    expect(said(GOOD, { ...note, early: false })[1]).toEqual([
      true,
      'It is the commitment that this browser noted, but only after the start.',
    ]);
  });

  test('a server that exchanged its commitment or left a word out is found out', () => {
    expect(said(GOOD, { ...note, commitment: LINKS[1] })[1]).toEqual([
      false,
      `This browser noted another commitment at this table: ${LINKS[1]}.`,
    ]);
    expect(said(GOOD, { ...note, own: { seat: 1, word: 'lake' } })[2]).toEqual([
      false,
      'This browser gave the word “lake”, but it was not mixed in: it came too late, or the server left it out.',
    ]);
  });

  test('every word that does not fit has its line', () => {
    expect(said(GOOD.replace(WORDS[1], '0x2a'), note).slice(3)).toEqual([
      [false, `Line 3: random number 2 should be ${WORDS[1]}, but is 0x2a.`],
    ]);
  });
});

describe('at the table', () => {
  let id = '';
  let sent: ToServer[] = [];
  const player = { you: 0 as number | null, waiting: false, say: (message: ToServer): void => void sent.push(message) };
  const open = (changes: Partial<TableInfo> = {}, words: (string | null)[] = [null, null, null]): TableInfo => ({
    ...table(1),
    id,
    status: 'open',
    dealing: { commitment: LINKS[0], length: 3, words, revealed: null },
    ...changes,
  });
  let tables = 0;
  beforeEach(() => {
    id = `table-${tables++}`;
    sent = [];
    Object.assign(player, { you: 0, waiting: false });
  });

  test('the commitment is noted first, then a random word is given, then the game starts', () => {
    attend(player, open(), true);
    expect(noted(id)).toEqual({ table: id, commitment: LINKS[0], early: true, own: null });
    expect(sent).toHaveLength(1);
    const [mixed] = sent;
    const word = mixed?.type === 'mix' ? mixed.word : '';
    expect(word).toMatch(/^[0-9a-f]{32}$/);
    player.waiting = true;
    attend(player, open(), true);
    expect(sent).toHaveLength(1);
    player.waiting = false;
    attend(player, open({}, [word, null, null]), true);
    expect(noted(id)?.own).toEqual({ seat: 0, word });
    expect(sent[1]).toEqual({ type: 'start' });
  });

  test('nobody else starts the game, and it starts by itself only when that was wished', () => {
    attend(player, open({}, ['x', null, null]), false);
    attend(player, open({ host: 1 }, ['x', null, null]), true);
    expect(sent).toEqual([]);
  });

  test('a word is given again when it got lost', () => {
    attend(player, open(), false);
    attend(player, open(), false);
    expect(sent.map(({ type }) => type)).toEqual(['mix', 'mix']);
    expect(noted(id)?.own).toBeNull();
  });

  test('another commitment of the same table does not replace the one noted', () => {
    attend(player, open(), false);
    attend(player, open({ dealing: { commitment: LINKS[1], length: 3, words: ['x'], revealed: null } }), false);
    expect(noted(id)?.commitment).toBe(LINKS[0]);
  });

  test('who watches notes the commitment and says nothing; who gives their seat up has no word any more', () => {
    player.you = null;
    attend(player, open({ status: 'running' }), true);
    expect(noted(id)).toMatchObject({ early: false, own: null });
    write({ table: id, commitment: LINKS[0], early: true, own: { seat: 0, word: 'x' } });
    attend(player, open(), false);
    expect(noted(id)?.own).toBeNull();
    expect(sent).toEqual([]);
  });

  test('a word typed in, here or elsewhere, is noted when the server shows it, and only before the start', () => {
    attend(player, open({}, ['x', null, null]), false);
    mix(player, 'river');
    expect(sent).toEqual([{ type: 'mix', word: 'river' }]);
    expect(noted(id)?.own).toEqual({ seat: 0, word: 'x' });
    attend(player, open({}, ['river', null, null]), false);
    expect(noted(id)?.own).toEqual({ seat: 0, word: 'river' });
    attend(player, open({ status: 'running' }, ['another', null, null]), false);
    expect(noted(id)?.own).toEqual({ seat: 0, word: 'river' });
  });

  test('tables from before have nothing to note', () => {
    attend(player, open({ dealing: null }), true);
    expect(noted(id)).toBeUndefined();
    expect(sent).toEqual([]);
  });
});
