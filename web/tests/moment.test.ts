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

it('a warning before a turn is confirmed comes first, and what to do after it', () => {
  const draft = { complete: true, confirmed: false, legal: [], decisions: [], view: view() };
  const show = { playing: false, happened: [], told: [] };
  const client = { draft, choices: [], show, you: 0, asks: null } as unknown as TableClient;
  const ui = { words: { prompt: () => 'Confirm.' } } as unknown as GameUi;
  const moment = new Moment(client, ui, () => table(0), view);
  const said = (): unknown[] => [moment.warns, moment.sentence, moment.detail];
  expect(said()).toEqual([false, 'Confirm.', '']);
  moment.note = { words: 'Canoe 2 is lost.', weight: 'grave' };
  expect(said()).toEqual([true, 'Canoe 2 is lost.', 'Confirm.']);
  moment.note = { words: 'Canoe 2 may fall.', weight: 'danger' };
  expect([...said(), moment.risks]).toEqual([false, 'Confirm.', 'Canoe 2 may fall.', true]);
  moment.note = { words: 'Canoe 2 is lost.', weight: 'grave' };
  expect(moment.risks).toBe(false);
  // Before anything is chosen, what is known is no warning.
  draft.complete = false;
  expect(said()).not.toContain(true);
});
