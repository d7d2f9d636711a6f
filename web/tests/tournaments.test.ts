import './browser';

import { render } from 'svelte/server';
import { expect, test } from 'vitest';

import { speak } from '../src/lib/messages';
import type { EntrantInfo, TournamentInfo } from '../src/protocol';
import Podium from '../src/tournaments/Podium.svelte';
import Standings from '../src/tournaments/Standings.svelte';
import { partsOf, reason } from '../src/tournaments/origin';

await speak('en');

function entrant(number: number, changes: Partial<EntrantInfo> = {}): EntrantInfo {
  const nobody = { account: null, owner: null, owner_name: null, bot: null, portrait: null };
  const standing = { gone: false, place: number + 1, score: 0, opponents: 0, wins: 0 };
  return { number, name: 'ABCDE'.charAt(number), ...nobody, ...standing, ...changes };
}

/** Five play two rounds at tables of three: two sit out in the first, and the second one is played. */
const INFO: TournamentInfo = {
  id: 'cup',
  name: 'Autumn cup',
  game: 'niagara',
  preset: null,
  options: {},
  format: 'swiss',
  rounds: 2,
  size: 3,
  pace: { clock: null, absence: 60, silence: 180, stand_in: 'paddler' },
  rated: true,
  outside_bots: false,
  description: '',
  limit: null,
  door: 'open',
  watching: 'everybody',
  break_minutes: 0,
  organiser: 'mika',
  organiser_name: 'Mika',
  status: 'running',
  closed: false,
  since: 0,
  starts: null,
  missed: null,
  break_ends: null,
  ended: null,
  seed: 'ab',
  entrants: [
    entrant(0, { score: 1, opponents: 0.5, wins: 0.5 }),
    entrant(1, { score: 1, opponents: 0.5, wins: 0.5 }),
    entrant(2, { score: 1, opponents: 0.5 }),
    entrant(3, { score: 1, opponents: 0.25 }),
    entrant(4, { score: 0.5, opponents: 1 }),
  ],
  played: [
    {
      tables: [{ id: 'one', seats: [2, 0, 1], over: true, ranks: [3, 1, 1], shares: [0, 0.75, 0.75] }],
      out: [3, 4],
    },
    { tables: [{ id: 'two', seats: [3, 4, 0], over: false, ranks: null, shares: null }], out: [1, 2] },
  ],
};

test('what somebody’s numbers are made of, round by round', () => {
  const parts = partsOf(INFO, 0).map(({ against, ...part }) => ({ ...part, against: against.map(({ name }) => name) }));
  expect(parts).toEqual([
    { round: 0, table: 'one', share: 0.75, won: 0.5, against: ['C', 'B'] },
    { round: 1, table: 'two', share: null, won: 0, against: ['D', 'E'] },
  ]);
  expect(partsOf(INFO, 3)[0]).toEqual({ round: 0, table: null, share: 0.5, won: 0, against: [] });
  // Of groups, who is not in the final has nothing there.
  expect(partsOf({ ...INFO, format: 'groups' }, 3).map(({ table }) => table)).toEqual(['two']);
});

test('what put somebody before somebody else', () => {
  const [a, b, c, d, e] = INFO.entrants as [EntrantInfo, EntrantInfo, EntrantInfo, EntrantInfo, EntrantInfo];
  const decided = (info: TournamentInfo) =>
    [
      [a, b],
      [b, c],
      [c, d],
      [d, e],
    ].map(([before, behind]) => reason(info, before as EntrantInfo, behind as EntrantInfo));
  expect(decided(INFO)).toEqual(['lot', 'wins', 'opponents', 'score']);
  const finals = {
    tables: [{ id: 'two', seats: [0, 1, 3], over: true, ranks: [1, 2, 3], shares: [1, 0.5, 0] }],
    out: [],
  };
  const groups: TournamentInfo = { ...INFO, format: 'groups', played: [...INFO.played.slice(0, 1), finals] };
  expect(decided(groups)).toEqual(['final', 'final', 'final', 'final']);
  // Before the last round there is no final.
  expect(decided({ ...groups, rounds: 3 })).toEqual(['lot', 'wins', 'opponents', 'score']);
});

test('every place in the standings says that it opens, and names whose it is', () => {
  const { body } = render(Standings, { props: { info: INFO, own: null } });
  expect(body.match(/aria-expanded="false"/g)).toHaveLength(5);
  expect(body).toContain('aria-label="How the points of D came about"');
});

test.each([
  [1, ['A']],
  [2, ['A', 'B']],
  [5, ['A', 'B', 'C']],
])('of %s the podium names who came first', (count, names) => {
  const { body } = render(Podium, { props: { info: { ...INFO, entrants: INFO.entrants.slice(0, count) } } });
  expect([...body.matchAll(/<li value="(\d)"[^>]*><b><bdi>(\w)<\/bdi>/g)].map(([, , name]) => name)).toEqual(names);
  expect(body).toContain('aria-label="Podium"');
  // What the picture shows is said below it.
  expect(body).toMatch(/<svg viewBox="0 0 640 300" aria-hidden="true"/);
});
