import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { patched, shared } from '../src/lib/delta';

interface Case {
  old: unknown;
  patch: unknown;
  new: unknown;
}
/** The server's tests read the same cases. */
const CASES = JSON.parse(readFileSync('../tests/golden/patches.json', 'utf8')) as Case[];

test.each(CASES)('$patch makes $new', ({ old, patch, new: wanted }) => {
  const before = JSON.stringify(old);
  expect(JSON.stringify(patched(old, patch))).toBe(JSON.stringify(wanted));
  expect(JSON.stringify(old)).toBe(before);
});

test('what a patch does not name stays the same object', () => {
  const old = { seats: [{ name: 'Ann' }, { name: 'Bo' }], view: { round: 1 } };
  const made = patched(old, { seats: { 1: { name: ['Cy'] } } }) as typeof old;
  expect(made.seats[0]).toBe(old.seats[0]);
  expect(made.view).toBe(old.view);
});

test.each(CASES)('$new is the same with what it shares with $old', ({ old, new: wanted }) => {
  const fresh = JSON.stringify(wanted);
  expect(JSON.stringify(shared(structuredClone(old), structuredClone(wanted)))).toBe(fresh);
  expect(shared(wanted, structuredClone(wanted))).toBe(wanted);
});

test('what is equal stays the same object, at any depth', () => {
  const old = {
    players: [
      { hand: [1, 2], name: 'Ann' },
      { hand: [3], name: 'Bo' },
    ],
    round: 1,
    card: null,
  };
  const fresh = structuredClone(old);
  fresh.players[1] = { hand: [3], name: 'Cy' };
  const made = shared(old, fresh);
  expect(made).not.toBe(old);
  expect(made.players[0]).toBe(old.players[0]);
  expect(made.players[1]).not.toBe(old.players[1]);
  expect(made.players[1]?.hand).toBe(old.players[1]?.hand);
  expect(made.players[1]?.name).toBe('Cy');
});

test.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: 1 }, { a: 1 }],
  [[1, 2], [1]],
  [[], {}],
  [{ a: null }, { a: {} }],
  [{ b: undefined }, { a: undefined }],
])('%j is not %j', (old, fresh) => {
  expect(shared(old, fresh)).toBe(fresh);
});
