import { expect, test } from 'vitest';

import { fate as canyon } from '../src/boards/canyon/fate';
import { fate as niagara } from '../src/boards/niagara/fate';
import { type Fate, type Slip, type Subject, verdictOf } from '../src/boards/fate';
import { percent } from '../src/fate/percent';
import type { CanyonAction, CanyonFate, CanyonView, NiagaraAction, NiagaraFate, NiagaraView } from '../src/protocol';
import { view } from './fixtures';

const named = (seat: number): string => ['Ann', 'Ben', 'Cleo'][seat] ?? '';
const setting = <V, A>(
  drawn: V,
  complete = false,
): {
  view: V;
  decisions: A[];
  legal: A[];
  complete: boolean;
  confirmed: boolean;
  name: typeof named;
} => ({ view: drawn, decisions: [], legal: [], complete, confirmed: false, name: named });
/** Points at something with these data attributes. */
const at =
  (data: Record<string, string>) =>
  (attribute: string): string | undefined =>
    data[attribute];

const river = (changes: Partial<NiagaraFate> = {}): NiagaraFate => ({
  game: 'niagara',
  combinations: 4,
  speeds: [
    { pushes: 1, share: 0.25 },
    { pushes: 3, share: 0.75 },
  ],
  own: [{ place: '7L', landings: [{ to: 'lost', share: 1, pushes: [1, 3] }] }],
  canoes: [
    {
      seat: 0,
      canoe: 'b',
      landings: [
        { to: '6L', share: 0.25, pushes: [1] },
        { to: '7L', share: 0.35, pushes: [2, 3] },
        { to: 'lost', share: 0.4, pushes: [4, 6] },
      ],
    },
    { seat: 1, canoe: 'a', landings: [{ to: '4', share: 1, pushes: [1, 2, 3] }] },
  ],
  ...changes,
});
const paddling = (changes: Partial<NiagaraView> = {}): NiagaraView => view({ phase: 'paddling', you: 0, ...changes });
const told = (subject: Subject | null, fate: Fate): Slip | null => subject?.slip(fate) ?? null;

test('a canoe is told where it may be, how often, at what speeds, and whether it is in danger', () => {
  const slip = told(niagara.subject(at({ canoe: 'b' }), setting<NiagaraView, NiagaraAction>(paddling())), river());
  expect(slip?.verdict).toEqual({ kind: 'danger', label: 'in danger' });
  expect(slip?.rows.map(({ look, mark, share, aside }) => [look, mark, share, aside])).toEqual([
    ['good', '6L', 0.25, '1 push'],
    ['good', '7L', 0.35, '2–3 pushes'],
    ['bad', 'lost', 0.4, '4, 6 pushes'],
  ]);
  expect(slip?.words).toContain('Canoe 2: 60% to stay on the river, 40% to fall.');
});

test('what is lost in fewer than one of twenty cases is hardly in danger', () => {
  expect([0, 0.004, 0.049, 0.05, 0.999, 1].map(verdictOf)).toEqual([
    'safe',
    'hardly',
    'hardly',
    'danger',
    'danger',
    'lost',
  ]);
  const landings = [
    { to: '7L' as const, share: 0.99, pushes: [1] },
    { to: 'lost' as const, share: 0.01, pushes: [2] },
  ];
  const slip = told(
    niagara.subject(at({ canoe: 'b' }), setting<NiagaraView, NiagaraAction>(paddling())),
    river({ canoes: [{ seat: 0, canoe: 'b', landings }] }),
  );
  expect(slip?.verdict?.label).toBe('hardly in danger');
});

test('a destination, a button and cargo work tell of the place where the canoe will lie', () => {
  const here = setting<NiagaraView, NiagaraAction>(paddling());
  const doomed = told(niagara.subject(at({ action: 'paddle a 7L' }), here), river());
  expect([doomed?.verdict?.kind, doomed?.words]).toEqual(['lost', 'Canoe 1 will definitely go over the falls.']);
  expect(niagara.subject(at({ action: 'paddle a dock' }), here)).toBeNull();
  expect(told(niagara.subject(at({ action: 'load a ruby' }), here), river())).toBeNull();
});

test('a canoe of somebody else is called by its owner', () => {
  const slip = told(
    niagara.subject(at({ guide: 'canoe-1a' }), setting<NiagaraView, NiagaraAction>(paddling())),
    river(),
  );
  expect([slip?.title, slip?.verdict?.kind, slip?.words.split('.')[0]]).toEqual([
    'Ben, canoe 1',
    'safe',
    'Ben, canoe 1 will definitely stay on the river',
  ]);
});

test('a card and the weather are asked about as decisions, and tell the speeds of the river', () => {
  const choosing = setting<NiagaraView, NiagaraAction>(view({ phase: 'cards', you: 0, hand: ['5', 'cloud'] }));
  const card = niagara.subject(at({ card: '5' }), choosing);
  expect(card?.action).toBe('card 5');
  expect(niagara.subject(at({ action: 'weather up' }), choosing)?.action).toBe('weather up');
  const slip = told(card, river());
  expect(slip?.rows.map(({ label, share }) => [label, share])).toEqual([
    ['1 push', 0.25],
    ['3 pushes', 0.75],
  ]);
  // A card that was played, and a hand that is only looked at.
  expect(told(niagara.subject(at({ card: '4' }), choosing), river())).toBeNull();
});

test('before it is confirmed a turn says which canoes will fall, surely or more likely than not', () => {
  const lost = [{ to: 'lost' as const, share: 1, pushes: [2] }];
  const mine = (canoe: 'a' | 'b') => ({ seat: 0, canoe, landings: lost });
  const note = niagara.note(setting<NiagaraView, NiagaraAction>(paddling(), true));
  expect(note?.(river({ canoes: [] }))).toBeNull();
  expect(note?.(river({ canoes: [mine('b'), { ...mine('a'), seat: 1 }] }))?.words).toBe(
    'Canoe 2 will definitely go over the falls.',
  );
  expect(note?.(river({ canoes: [mine('a'), mine('b')] }))?.words).toBe(
    'Both canoes will definitely go over the falls.',
  );
  const likely = (canoe: 'a' | 'b', share: number) => ({
    ...mine(canoe),
    landings: [
      { to: 'lost' as const, share, pushes: [] },
      { to: '7L' as const, share: 1 - share, pushes: [] },
    ],
  });
  expect(note?.(river({ canoes: [likely('a', 0.2), likely('b', 0.49)] }))).toEqual({
    words: 'Risk of falling: 49% for canoe 2 and 20% for canoe 1.',
    weight: 'danger',
  });
  expect(note?.(river({ canoes: [likely('a', 0.3), likely('b', 0.04)] }))?.words).toBe(
    'Risk of falling: 30% for canoe 1.',
  );
  expect(note?.(river({ canoes: [likely('a', 0.04)] }))).toBeNull();
  expect(note?.(river({ canoes: [likely('a', 0.5), likely('b', 0.83)] }))).toEqual({
    words: 'Canoe 2: 17% to stay on the river, 83% to fall.',
    weight: 'grave',
  });
  // Five of eight cases and three of eight are not 101 in a hundred.
  expect(note?.(river({ canoes: [likely('a', 0.625)] }))?.words).toBe(
    'Canoe 1: 37% to stay on the river, 63% to fall.',
  );
  expect(niagara.note(setting<NiagaraView, NiagaraAction>(paddling()))).toBeNull();
});

const tricks: CanyonFate = {
  game: 'canyon',
  deals: 400,
  bids: [
    { seat: 0, needs: 2, open: 3, points: 5 },
    { seat: 1, needs: -1, open: 3, points: 3 },
  ],
  leading: { seat: 1, card: 'fir 9', because: 'trump', share: 0.5 },
  cards: [{ card: 'sun 7', share: 0.25 }],
};
const atCards = (changes: Partial<CanyonView> = {}) =>
  setting<CanyonView, CanyonAction>({
    phase: 'tricks',
    you: 0,
    trick: [{ seat: 1, card: 'fir 9' }],
    ...changes,
  } as CanyonView);

test('in Canyon a player is told what the bid needs, and a card how often nobody can beat it', () => {
  expect(told(canyon.subject(at({ player: '0' }), atCards()), tricks)?.note).toBe(
    'Needs 2 of the 3 tricks still to come. Then 5 points.',
  );
  expect(told(canyon.subject(at({ player: '1' }), atCards()), tricks)?.note).toBe('The bid can no longer be made.');
  const card = canyon.subject(at({ card: 'sun 7' }), atCards());
  expect(told(card, tricks)?.rows.map(({ share }) => share)).toEqual([0.25]);
  expect(told(card, { ...tricks, deals: 1, cards: [{ card: 'sun 7', share: 0 }] })?.note).toBe(
    '7 of suns does not win the trick.',
  );
  expect(canyon.subject(at({ bid: '2' }), atCards({ phase: 'bids' }))?.action).toBe('bid 2');
});

test('in Canyon the prompt says who is winning the trick, and why', () => {
  expect(canyon.note(atCards())?.(tricks)?.words).toContain('Ben is winning the trick with');
  expect(canyon.note(atCards())?.(tricks)?.words).toContain('the highest trump so far');
  expect(canyon.note(atCards({ trick: [] }))).toBeNull();
});

test('an answer of one game means nothing to another', () => {
  expect(told(canyon.subject(at({ player: '0' }), atCards()), river())).toBeNull();
});

test('shares are rounded, but nothing that may happen is never or always', () => {
  expect([0, 0.001, 0.126, 0.999, 1].map(percent)).toEqual(['0%', '< 1%', '13%', '> 99%', '100%']);
});
