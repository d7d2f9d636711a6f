import './browser';

import { render } from 'svelte/server';
import { expect, test } from 'vitest';

import Filters from '../src/lobby/Filters.svelte';
import Home from '../src/home/Home.svelte';

test('home links the lobby, the rules, ratings and tournaments', () => {
  Object.assign(location, { hash: '' });
  const { body } = render(Home);
  const links = [...body.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link);
  expect(links).toEqual(expect.arrayContaining(['/lobby', '/rules/niagara', '/ratings', '/tournaments', '/me/games']));
});

test.each([null, true])('filters are folded until there is something to choose from: empty is %s', (empty) => {
  const { body } = render(Filters, { props: { question: {}, empty, onchange: () => undefined } });
  expect(body).toMatch(/<details(?![^>]* open)[^>]*>/);
});
