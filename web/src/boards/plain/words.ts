import { list } from '../../lib/words';
import { m } from '../../lib/messages';
import { won } from '../../lib/won';
import type { GameOver, PlainAction, PlainView, Told } from '../../protocol';
import type { Naming, Words } from '../ui';
import { setup } from './intro';

export type PlainEvent = Told | GameOver;

/** Put players' names into a sentence: {0} is the player in seat 0. */
const named = (text: string, name: Naming): string =>
  text.replace(/\{(\d)\}/g, (_, seat: string) => name(Number(seat)));

function event(told: PlainEvent, name: Naming): string {
  if (told.kind === 'told') return named(told.text, name);
  return won(told.winners.map(name));
}

export const words: Words<PlainView, PlainAction, PlainEvent> = {
  ...setup,
  prompt: ({ complete, confirmed, decisions }) => {
    if (!complete) return m.app_your_turn();
    if (confirmed) return m.plain_waits();
    return m.plain_ready({ decisions: list(decisions.map(({ text }) => text)) });
  },
  meanwhile: (view) => (view.ranking === null ? m.plain_meanwhile() : m.app_why_game_over()),
  confirm: () => m.plain_confirm(),
  action: ({ text }) => text,
  groups: ({ legal }) => (legal.length > 0 ? [{ id: 'decisions', title: m.app_your_decisions(), actions: legal }] : []),
  event,
  part: () => ({ seat: null, great: false }),
  headline: (events, name) => events.map((told) => event(told, name)).at(-1) ?? '',
  chapter: () => null,
  progress: (view) => [m.plain_round({ round: view.round })],
  askable: () => [],
  why: () => null,
  reasons: () => [],
  standing: (view, seat) => {
    const first = view.players[seat]?.rows[0];
    return first ? `${first.label}: ${first.text}` : '';
  },
  keys: () => [],
};
