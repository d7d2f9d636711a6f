import './browser';

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { type Asked, type Weighed } from '../src/offline/asked';
import { weighedOf } from '../src/offline/deciding';
import { keptEntries, type KeptGame } from '../src/offline/kept';
import type { GameInfo } from '../src/protocol';
import { coachOf, isGood, type Opinion, opinion, turnsOf } from '../src/replay/coach';
import { storyOf } from '../src/replay/story';
import { Match } from '../src/rules/match';
import { Bot, Rules } from '../src/rules/rules';
import { redacted } from '../src/rules/setup';

const read = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`../src/eddyline/${path}.wasm`));
const rules = await Rules.bare(read('games/canyon/game'));
const seats = ['Ann', 'Bo', 'Cy'].map((name) => ({ name, bot: null }));

/** Play what is legal first for so many turns. */
const game = ((): KeptGame => {
  let word = 40n;
  const match = new Match(rules, { players: 3, options: {}, word: 7n }, () => (word += 1n));
  const room = rules.position();
  for (let turns = 0; turns < 60; turns += 1) {
    const [seat = 0] = match.waiting;
    rules.put(room, match.redacted(seat));
    const turn: number[] = [];
    while (rules.toAct(room) & (1 << seat)) {
      turn.push(rules.legal(room, seat)[0] ?? -1);
      rules.decide(room, seat, turn.at(-1) ?? -1);
    }
    match.commit(seat, turn);
  }
  const kept = { id: 'played', game: 'canyon', rulesVersion: 1, preset: null, options: {}, seats, word: '0x7' };
  return { ...kept, entries: keptEntries(match.log), over: false, at: 1 };
})();
const story = storyOf(rules, game);
const bot = await Bot.bare(read('bots/canyon/guide'));

/** A bot that thinks as long on every machine, and what it was shown. */
function coach(): { asked: Omit<Asked, 'number'>[]; weigh(asked: Omit<Asked, 'number'>): Promise<Weighed> } {
  const asked: Omit<Asked, 'number'>[] = [];
  const weigh = (one: Omit<Asked, 'number'>): Promise<Weighed> => {
    asked.push(one);
    return Promise.resolve(weighedOf({ rules, position: rules.position(), bot }, { ...one, rollouts: 2000 }));
  };
  return { asked, weigh };
}

test('the coach is the strongest bot that plays on the board of a game', () => {
  const info = { id: 'canyon', bots: ['voyageur', 'guide', 'scout', 'unknown'], board_bound: ['guide'] };
  expect(coachOf(game, info as unknown as GameInfo)).toBe('guide');
  const map = { ...game, from: { record: '', board: 'AA==', given: {} } as unknown as NonNullable<KeptGame['from']> };
  expect(coachOf(map, info as unknown as GameInfo)).toBe('scout');
  expect(coachOf(game, undefined)).toBeUndefined();
});

test('the coach knows what the player knew, and says what it would have played and expects', async () => {
  const { asked, weigh } = coach();
  const turns = turnsOf(story, 1, 40);
  expect(turns.length).toBeGreaterThan(8);
  expect(turns.every((turn) => turn <= 40 && story.places[turn]?.seat === 1)).toBe(true);
  const said: Opinion[] = [];
  for (const turn of turns) {
    const found = await opinion(game, story, turn, 'guide', { weigh });
    if (found) said.push(found);
  }
  expect(said.length).toBeGreaterThan(5);
  const room = rules.position();
  asked.forEach(({ record, seat }, i) => {
    rules.put(room, story.places[(turns[i] ?? 0) - 1]?.record as Uint8Array);
    expect([seat, record.join()]).toEqual([1, redacted(rules, room, 1).join()]);
  });
  for (const { turn, hoped, wanted, played } of said) {
    expect(hoped).toBeGreaterThan(0);
    expect(hoped).toBeLessThan(1);
    // Both may be played in that place.
    for (const [first = -1] of [wanted, played]) {
      rules.put(room, story.places[turn - 1]?.record as Uint8Array);
      expect([...rules.legal(room, 1)]).toContain(first);
    }
  }
  // Whoever plays what is legal first does not play like it.
  expect(said.some((each) => !isGood(each))).toBe(true);
});

test('a turn is as good as the coach’s if it expects nearly as much of it', () => {
  const one = { turn: 1, seat: 0, played: [4], wanted: [5], hoped: 0.3, rough: false };
  expect([0.29, 0.25, null].map((got) => isGood({ ...one, got }))).toEqual([true, false, false]);
  expect(isGood({ ...one, played: [5, 7], got: null })).toBe(true);
});

test('the coach says what it found out of a turn it has hardly tried, and that this is little', async () => {
  const [turn = 0] = turnsOf(story, 1, 40);
  const { turn: played = [] } = game.entries.filter((each) => 'turn' in each)[turn - 1] ?? {};
  const best = { decisions: [-1], visits: 400, share: 0.5 };
  const said = (visits: number): Promise<Opinion | null> => {
    const tried = [best, { decisions: played, visits, share: 0.125 }];
    return opinion(game, story, turn, 'guide', { weigh: () => Promise.resolve({ plan: best.decisions, tried }) });
  };
  expect(await said(16)).toMatchObject({ hoped: 0.5, got: 0.125, rough: false });
  expect(await said(15)).toMatchObject({ hoped: 0.5, got: 0.125, rough: true });
  expect(await said(0)).toMatchObject({ hoped: 0.5, got: null, rough: true });
});
