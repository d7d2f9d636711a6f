import { expect, test } from 'vitest';

import { freeCounts, opponents, remember } from '../src/home/opponents';
import { takeAgain, wantAgain } from '../src/home/again';
import {
  bundleState,
  choose,
  counts,
  differing,
  effective,
  lacking,
  switches,
  type Wish,
  wishOf,
} from '../src/home/wish';
import type { GameInfo, OptionInfo, TableInfo } from '../src/protocol';

const option = (name: string, kind: OptionInfo['kind'], longest: number | null = null): OptionInfo => ({
  name,
  kind,
  values: [],
  least: null,
  most: null,
  longest,
});

const SPIRITS = ['whirlpool', 'beaver'];
const game: GameInfo = {
  id: 'niagara',
  rules_version: 1,
  name: 'Niagara',
  players: [3, 4, 5],
  house_players: [2],
  presets: { rulebook: { gems: 7, whirlpool: false, beaver: false, joe: false }, other: { gems: 8, whirlpool: false } },
  default_preset: 'rulebook',
  options: [option('gems', 'number'), ...['whirlpool', 'beaver', 'joe'].map((name) => option(name, 'switch'))],
  seatings: [
    { players: 2, while_on: [], set: { gems: 7 }, lacks: [] },
    { players: 3, while_on: [], set: {}, lacks: [] },
    { players: 3, while_on: [SPIRITS], set: { gems: 6 }, lacks: [] },
    { players: 3, while_on: [SPIRITS, ['joe']], set: { gems: 5 }, lacks: [] },
    { players: 6, while_on: [], set: {}, lacks: SPIRITS },
    { players: 6, while_on: [SPIRITS], set: {}, lacks: [] },
  ],
  bundles: { spirits: ['whirlpool', 'beaver'] },
  boards: {},
  bots: ['paddler'],
  levels: [],
  stand_in: 'paddler',
  thinkers: [],
  board_bound: [],
};
const wish: Wish = { preset: 'rulebook', players: 3, chosen: {} };

test('what a number of players brings with it wins over the preset, and a single choice over both', () => {
  expect(effective(game, wish)['gems']).toBe(7);
  expect(effective(game, { ...wish, preset: 'other' })['gems']).toBe(8);
  expect(effective(game, { ...wish, preset: 'other', players: 2 })['gems']).toBe(7);
  expect(effective(game, { ...wish, chosen: { beaver: true } })['gems']).toBe(6);
  expect(effective(game, { ...wish, chosen: { beaver: true, joe: true } })['gems']).toBe(5);
  expect(effective(game, { ...wish, chosen: { joe: true } })['gems']).toBe(7);
  expect(effective(game, { ...wish, chosen: { beaver: true, gems: 9 } })['gems']).toBe(9);
});

test('choosing what would hold anyway is no choice', () => {
  const beaver = choose(game, wish, { beaver: true });
  expect(beaver.chosen).toEqual({ beaver: true });
  expect(choose(game, beaver, { gems: 6 }).chosen).toEqual({ beaver: true });
  expect(choose(game, beaver, { gems: 7 }).chosen).toEqual({ beaver: true, gems: 7 });
  expect(choose(game, beaver, { beaver: false }).chosen).toEqual({});
});

test('a form that begins as a table was has what held there, and chooses no more than it must', () => {
  const held = { gems: 6, whirlpool: true, beaver: true, joe: false };
  expect(wishOf(game, { preset: 'rulebook', options: held }, 3).chosen).toEqual({ whirlpool: true, beaver: true });
  for (const options of [held, { ...held, gems: 7 }, { ...held, joe: true }, { ...held, gems: 9, beaver: false }]) {
    for (const preset of ['rulebook', 'other', 'unknown', null]) {
      expect(effective(game, wishOf(game, { preset, options }, 3))).toEqual(options);
    }
  }
});

test('what a form begins with is taken once, and by that game only', () => {
  const seats = [
    { kind: 'human', name: 'Ann', bot: 'paddler' },
    { kind: 'bot', name: 'Bo', bot: 'paddler' },
    { kind: 'human', name: 'Cy', bot: null },
  ];
  const table = {
    game: 'niagara',
    preset: 'rulebook',
    options: {},
    seats,
    unrated: 'practice',
  } as unknown as TableInfo;
  wantAgain(game, table);
  expect(takeAgain('niagara')).toMatchObject({ bots: 1, bot: 'paddler', names: ['Ann', 'Cy'], rated: false });
  expect(takeAgain('niagara')).toBeNull();
  wantAgain(game, table);
  expect([takeAgain('canyon'), takeAgain('niagara')]).toEqual([null, null]);
});

test('six players can be chosen, and lack something until a module is on', () => {
  expect(counts(game)).toEqual([2, 3, 6]);
  const six = { ...wish, players: 6 };
  expect(lacking(game, wish)).toEqual([]);
  expect(lacking(game, six)).toEqual(SPIRITS);
  expect(lacking(game, choose(game, six, { joe: true }))).toEqual(SPIRITS);
  expect(lacking(game, choose(game, six, { beaver: true }))).toEqual([]);
});

test('a bundle is on when all of it is', () => {
  expect(switches(game)).toEqual({ bundles: [['spirits', ['whirlpool', 'beaver']]], others: ['joe'] });
  expect(bundleState(game, 'spirits', { whirlpool: false, beaver: false })).toBe('off');
  expect(bundleState(game, 'spirits', { whirlpool: true, beaver: false })).toBe('some');
  expect(bundleState(game, 'spirits', { whirlpool: true, beaver: true })).toBe('on');
});

test('a lobby tells what differs from the preset', () => {
  expect(differing(game, 'rulebook', { gems: 7, whirlpool: true })).toEqual([]);
  expect(differing(game, 'rulebook', { gems: 8, whirlpool: true })).toEqual(['gems']);
  expect(differing(game, null, { gems: 8 })).toEqual(['gems']);
});

test('who plays at once may choose a number of players that needs nothing else', () => {
  expect(freeCounts(game)).toEqual([2, 3]);
});

test('opponents chosen are remembered, game by game, for as long as the game has them', () => {
  const two = { ...game, bots: ['paddler', 'guide'] };
  expect(opponents(two)).toEqual({ bot: 'paddler', players: 4 });
  remember(two, { bot: 'guide', players: 2 });
  remember({ ...two, id: 'other' }, { bot: 'paddler', players: 3 });
  expect(opponents(two)).toEqual({ bot: 'guide', players: 2 });
  expect(opponents({ ...two, bots: ['paddler'], seatings: [] })).toEqual({ bot: 'paddler', players: 4 });
});
