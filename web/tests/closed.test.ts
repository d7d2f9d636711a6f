import './browser';

import { render } from 'svelte/server';
import { expect, test } from 'vitest';

import Closed from '../src/pages/Closed.svelte';

test.each([
  ['other_rules', 'other rules', true],
  ['damaged', 'from a backup', false],
] as const)('says why a table stays closed: %s', (code, words, detail) => {
  const refused = {
    type: 'refused',
    code,
    message: 'version 9, this server has 1',
    rule: null,
    reason: null,
    values: {},
  } as const;
  const { body } = render(Closed, { props: { refused } });
  expect(body).toContain(words);
  expect(body.includes('version 9')).toBe(detail);
});
