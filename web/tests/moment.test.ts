import { expect, it, vi } from 'vitest';

import type { GameUi } from '../src/boards/ui';
import type { TableClient } from '../src/lib/table.svelte';
import { Moment } from '../src/table/moment.svelte';
import { card, table, view } from './fixtures';

it('the only card that can be played is played by pressing it, as one that has been chosen', () => {
  const [only, confirm, decide] = [card('3'), vi.fn(), vi.fn()];
  const draft = { complete: true, confirmed: false, can_undo: false, legal: [], decisions: [only], view: view() };
  const show = { playing: false, happened: [], told: [] };
  const client = { draft, choices: [], show, you: 0, confirm, decide } as unknown as TableClient;
  const moment = new Moment(client, { handMatters: () => true } as unknown as GameUi, () => table(0), view);
  expect(moment.handLegal).toEqual([only]);
  moment.choose(only);
  expect([confirm.mock.calls.length, decide.mock.calls.length]).toEqual([1, 0]);
});
