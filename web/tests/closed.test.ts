import './browser';

import { render } from 'svelte/server';
import { afterEach, expect, test, vi } from 'vitest';

import { prefs } from '../src/lib/prefs.svelte';
import Closed from '../src/closed/Closed.svelte';

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

afterEach(() => (prefs.locale = 'en'));

test('no sentence of the server stands on a page of another language, but what the host of the server says does', () => {
  prefs.locale = 'fr';
  const shown = (code: 'other_rules' | 'closed'): string =>
    render(Closed, { props: { code, message: 'as it was said' } }).body;
  expect(shown('other_rules')).not.toContain('as it was said');
  expect(shown('closed')).toContain('as it was said');
});
