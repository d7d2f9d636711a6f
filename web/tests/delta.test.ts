import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { patched } from '../src/lib/delta';

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
