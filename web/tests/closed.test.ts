import './browser';

import { render } from 'svelte/server';
import { expect, test, vi } from 'vitest';

import Closed from '../src/pages/Closed.svelte';

test.each([
  ['other_rules', 'does not have its rules', true],
  ['damaged', 'from a backup', false],
  ['deleted', 'has deleted it', false],
  ['full', 'No more people can watch', false],
  ['friends_only', 'sign in', false],
  ['closed', 'has closed it', true],
] as const)('says why nobody can come in: %s', (code, words, detail) => {
  const { body } = render(Closed, { props: { code, message: 'version 9, this server has 1', onretry: vi.fn() } });
  expect(body).toContain(words);
  expect(body.includes('version 9')).toBe(detail);
  expect(body.includes('Try again')).toBe(code === 'full');
});
