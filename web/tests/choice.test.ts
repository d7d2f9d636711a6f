import './browser';

import { expect, test } from 'vitest';

import { mark } from '../src/boards/niagara/ending/marks';
import { mark as canyonMark } from '../src/boards/canyon/ending/marks';
import type { CanyonEvent, CanyonView, Event, NiagaraEvent, NiagaraView, View } from '../src/protocol';
import { choicesBefore, playsOn } from '../src/replay/choice';
import { moments, type Place, type Story, viewAt } from '../src/replay/story';
import { played } from './played';

const cards = (view: View): boolean => (view as NiagaraView).phase === 'cards';
const hand = (view: View): boolean => ['bids', 'tricks'].includes((view as CanyonView).phase);
const at = ({ places }: Story, turn: number): Place => places[turn] as Place;

test('a loss is looked into from the last choice before it, and from the card of its round', async () => {
  const { story } = await played('niagara-rulebook-five_colours');
  const { rules } = story;
  const found = moments(story, (event: Event) => mark(event as NiagaraEvent)).filter(({ seat }) => seat !== null);
  const phases: string[][] = [];
  for (const { at: turn, seat } of found) {
    const choices = choicesBefore(story, turn, seat ?? 0, cards);
    expect(choices.length).toBeGreaterThan(0);
    expect(choices).toEqual(choices.toSorted((one, other) => other - one));
    phases.push(
      choices.map((choice) => {
        expect(choice).toBeLessThan(turn);
        const view = viewAt(story, at(story, choice), seat) as NiagaraView;
        // The last card that is left is no choice; what one does with it is.
        const free = rules.legal(rules.position(at(story, choice).record), seat ?? 0).length > 1;
        expect(free).toBe(true);
        // Nobody has chosen yet, and it is the round in which it happened.
        expect(at(story, choice).pending.every((each) => each === null)).toBe(true);
        const between = story.places.slice(choice + 1, turn).flatMap(({ events }) => events);
        expect(between.filter(({ kind }) => kind === 'round')).toEqual([]);
        return view.phase;
      }),
    );
  }
  // Most have paddled as they chose, too; each of both may be tried otherwise.
  expect(phases.some(([nearest, card]) => nearest !== 'cards' && card === 'cards')).toBe(true);
  expect(phases.some((each) => each.length === 1)).toBe(true);
});

test('where only one card was left, the choice was before it', async () => {
  const { story } = await played('canyon-classic-single');
  for (const { at: turn } of moments(story, (event: Event) => canyonMark(event as CanyonEvent))) {
    for (const seat of [0, 1, 2]) {
      for (const choice of choicesBefore(story, turn, seat, hand)) {
        const { rules } = story;
        expect(rules.legal(rules.position(at(story, choice).record), seat).length).toBeGreaterThan(1);
      }
    }
  }
  expect(choicesBefore(story, 0, 0, hand)).toEqual([]);
});

test('who looks plays their own seat, as long as it has a turn to come', async () => {
  const { story, seats } = await played('niagara-rulebook-five_colours');
  const last = story.places.length - 1;
  for (let seat = 0; seat < seats; seat += 1) {
    const own = story.places.findLastIndex((place) => place.seat === seat);
    expect(playsOn(story, own - 1, seat)).toBe(seat);
    expect(playsOn(story, own, seat)).toBe(at(story, own).waiting[0] ?? null);
    expect(playsOn(story, 5, seat)).toBe(seat);
  }
  expect(playsOn(story, 5, null)).toBe(at(story, 5).waiting[0]);
  expect(playsOn(story, last, 0)).toBeNull();
  // A line that is still played has turns to come.
  const line = { places: story.places.slice(0, 6) };
  expect(playsOn(line, 5, 1)).toBe(1);
});
