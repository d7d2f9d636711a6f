import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { STATE as CANYON } from '../src/boards/canyon/state';
import { STATE as NIAGARA } from '../src/boards/niagara/state';
import { Compiled } from '../src/rules/compiled';
import { int8, layout } from '../src/rules/record';
import { Bot, CHANCE, Rules } from '../src/rules/rules';

const read = (name: string) => new Uint8Array(readFileSync(`../src/eddyline/${name}.wasm`));
const niagara = read('games/niagara/game');
const canyon = read('games/canyon/game');

async function game() {
  const rules = await Rules.load(niagara, NIAGARA);
  const position = rules.position();
  const { fields } = position;
  fields.seats = 3;
  fields.cycle = 7;
  fields.gems_per_deposit = 5;
  fields.preserver_step = 1;
  fields.max_rounds = 2;
  rules.begin(position, 7n);
  return { rules, position, fields };
}

test('a game is set up, and played to its end', async () => {
  const { rules, position, fields } = await game();
  expect([fields.first, fields.deposit(2, 2), fields.deposit(2, 3), fields.card(0)]).toEqual([1, 5, 0, -1]);
  expect(rules.toAct(position)).toBe(0b111);
  expect([...rules.legal(position, 0)]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  let decisions = 0;
  while (!rules.isOver(position)) {
    const seats = rules.toAct(position);
    if (seats === 0) {
      rules.advance(position);
      continue;
    }
    const seat = 31 - Math.clz32(seats);
    rules.decide(position, seat, rules.legal(position, seat)[0] ?? -1);
    decisions += 1;
  }
  expect(decisions).toBeGreaterThanOrEqual(6);
  expect(fields.round_number).toBe(2);
  expect(rules.outcome(position, 3)).toEqual({ ranks: Int16Array.of(1, 1, 1), winners: 0 });
});

test('a card is hidden until all are there', async () => {
  const { rules, position, fields } = await game();
  expect(rules.hidden(position)).toBe(0);
  rules.decide(position, 1, 4);
  expect(fields.card(1)).toBe(4);
  expect(rules.hidden(position)).not.toBe(0);
});

test('a copy goes its own way', async () => {
  const { rules, position } = await game();
  const copy = rules.position(rules.bytes(position));
  rules.decide(copy, 0, 3);
  expect(rules.bytes(copy)).not.toEqual(rules.bytes(position));
  expect([position.fields.card(0), copy.fields.card(0)]).toEqual([-1, 3]);
});

test('a game with chance waits for a word, and its boards can be exchanged', async () => {
  const rules = await Rules.load(canyon, CANYON);
  const position = rules.position();
  position.fields.seats = 3;
  position.fields.max_rounds = 5;
  rules.begin(position, 2n);
  expect(rules.toAct(position)).not.toBe(CHANCE);
  while (rules.toAct(position) !== CHANCE) {
    const seats = rules.toAct(position);
    if (seats === 0) rules.advance(position);
    else {
      const seat = 31 - Math.clz32(seats);
      rules.decide(position, seat, rules.legal(position, seat)[0] ?? -1);
    }
  }
  rules.deal(position, 0xffff_ffff_ffff_ffffn);
  expect(position.fields.hand(0)).toBeGreaterThan(0n);
  const each = rules.compiled.about.placed['boards'] ?? 0;
  const before = rules.bytes(position).slice();
  // A thousand kilobytes: memory grows, and everything that reads goes on.
  rules.compiled.place('boards', new Uint8Array(9 * each));
  expect(rules.bytes(position)).toEqual(before);
  expect(position.fields.seats).toBe(3);
  expect(() => rules.compiled.place('boards', new Uint8Array(each + 1))).toThrow('takes no');
  expect(() => rules.compiled.place('maps', new Uint8Array(each))).toThrow('takes no');
});

test('only what fits is loaded', async () => {
  await expect(Rules.load(canyon, NIAGARA)).rejects.toThrow('run: eddyline wasm');
  await expect(Bot.load(read('bots/canyon/voyageur'), NIAGARA)).rejects.toThrow('run: eddyline wasm');
  await expect(Compiled.load(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))).rejects.toThrow('made by');
});

test('only what a record has is read', () => {
  const memory = { view: new DataView(Uint8Array.of(9, 1, 2, 3, 4, 255, 6).buffer) };
  const fields = layout('', 6, { one: int8(0), row: int8(1, 2), square: int8(2, 2, 2) }).at(memory, 1);
  expect([fields.one, fields.row(1), fields.square(1, 0), fields.square(1, 1)]).toEqual([1, 3, -1, 6]);
  fields.one = -7;
  expect(memory.view.getUint8(1)).toBe(249);
  expect(() => fields.row(2)).toThrow('row(2, 0)');
  expect(() => fields.row(-1)).toThrow(RangeError);
  expect(() => fields.square(0, 2)).toThrow(RangeError);
});

test('a bot decides legally, and the same seed alike', async () => {
  const bot = await Bot.load(read('bots/canyon/voyageur'), CANYON);
  const rules = await Rules.load(canyon, CANYON);
  const position = rules.position();
  position.fields.seats = 4;
  position.fields.max_rounds = 5;
  rules.begin(position, 2n);
  const seat = 31 - Math.clz32(rules.toAct(position));
  const never = (): number => 0;
  const [chosen = -1] = bot.plan(rules.bytes(position), seat, 1, never);
  expect([...rules.legal(position, seat)]).toContain(chosen);
  expect(bot.plan(rules.bytes(position), seat, 1, never)).toEqual([chosen]);
});

test('a bot decides in the manner of a character, until it is told to have none', async () => {
  const bot = await Bot.load(read('bots/niagara/paddler'), NIAGARA);
  bot.prepare(3);
  const { rules, position } = await game();
  const cards = (character: number): number[] => {
    bot.takeAfter(character);
    return Array.from({ length: 30 }, (_, seed) => bot.plan(rules.bytes(position), 0, seed, () => 0)[0] ?? -1);
  };
  const [plain, hare, bear] = [-1, 6, 5].map(cards);
  expect(hare).not.toEqual(bear);
  expect(cards(-1)).toEqual(plain);
});
