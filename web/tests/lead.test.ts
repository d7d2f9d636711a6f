import './browser';

import { expect, test } from 'vitest';

import { lead as canyonLead } from '../src/boards/canyon/lead';
import { lead as niagaraLead } from '../src/boards/niagara/lead';
import type {
  CanyonEvent,
  CanyonPlayerView,
  CanyonView,
  NiagaraEvent,
  NiagaraPlayerView,
  NiagaraView,
  View,
} from '../src/protocol';
import type { Place, Story } from '../src/replay/story';
import { redacted } from '../src/rules/setup';
import { played } from './played';

/** What a spectator sees. */
function viewAt({ rules }: Story, { record, given }: Place): View {
  const room = rules.position();
  rules.put(room, record);
  rules.put(room, redacted(rules, room, null));
  return { ...(JSON.parse(new TextDecoder().decode(rules.view(room, null))) as View), ...given };
}

/** Lead every position of a game on to the next, and compare what is said of both. */
async function follow<V extends View, E>(
  file: string,
  lead: (view: V, happened: readonly E[]) => V,
  said: (view: V) => unknown,
): Promise<void> {
  const { story } = await played(file);
  const views = story.places.map((place) => viewAt(story, place) as V);
  for (const [i, place] of story.places.entries()) {
    const before = views[i - 1];
    const now = views[i];
    if (!before || !now) continue;
    expect(said(lead(before, place.events as readonly E[])), `${file}, turn ${i}`).toEqual(said(now));
  }
  expect(story.places.length).toBeGreaterThan(20);
}

test.each([
  'niagara-brettspielwelt-all_modules_6',
  'niagara-boardgamearena-five_colours',
  'niagara-rulebook-max_rounds',
  'niagara-italian-seven',
])('what is shown of %s leads the bar and the panels on to where it ends', (file) =>
  follow<NiagaraView, NiagaraEvent>(file, niagaraLead, ({ round, cycle_round, first, weather, players }) => ({
    round,
    cycle_round,
    first,
    weather,
    players: players.map(
      ({ stash, goals: { alike, colours, total }, card, played: out, canoes }: NiagaraPlayerView) => ({
        stash: Object.fromEntries(Object.entries(stash).filter(([, gems]) => gems > 0)),
        goals: [alike, colours, total],
        // Of who has chosen a card no event tells.
        card: card === 'hidden' ? null : card,
        out,
        moose: canoes.map(({ moose }) => moose),
      }),
    ),
  })),
);

test.each([
  'canyon-classic-points_left',
  'canyon-no_brown-higher_bid',
  'canyon-secret-single',
  'canyon-secret-max_rounds',
])('what is shown of %s leads the bar and the panels on to where it ends', (file) =>
  follow<CanyonView, CanyonEvent>(file, canyonLead, ({ round, cards, trump, space, dealer, players }) => ({
    round,
    cards,
    trump,
    space,
    dealer,
    players: players.map(
      ({ bid, tricks, hope, points, bonus, moved, arrived, points_left, on, distance, cell }: CanyonPlayerView) => ({
        // Of who has bid in secret no event tells.
        bid: bid === 'hidden' ? null : bid,
        tricks,
        hope,
        points,
        bonus,
        moved,
        arrived,
        points_left,
        on,
        distance,
        cell,
      }),
    ),
  })),
);
