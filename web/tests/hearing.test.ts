import { describe, expect, it } from 'vitest';

import { hearing as canyon } from '../src/boards/canyon/hearing';
import { hearing as niagara } from '../src/boards/niagara/hearing';
import { PLANS } from '../src/boards/niagara/layouts';
import { LIP_MS, PLUNGE_MS, PUSH_MS } from '../src/boards/niagara/falling';
import type { Layout } from '../src/boards/ui';
import type { CanoeAt, CanyonEvent, CanyonView, NiagaraAction, NiagaraEvent, NiagaraView } from '../src/protocol';
import { view } from './fixtures';

const at = (place: CanoeAt['place'], seat = 0): CanoeAt => ({ seat, canoe: 'a', place, gems: [] });
const push = (...canoes: CanoeAt[]): NiagaraEvent => ({ kind: 'push', number: 1, arm: 'R', canoes, others: [] });

/** Put the first canoe of each seat somewhere. */
function afloat(...places: CanoeAt['place'][]): NiagaraView {
  const { players } = view();
  return view({
    players: players.map((player, seat) => ({
      ...player,
      canoes: player.canoes.map((canoe, i) => ({ ...canoe, place: i === 0 ? (places[seat] ?? 'dock') : 'dock' })),
    })),
  });
}

/** Hear events of Niagara one after the other; tell what is heard of the last. */
function heard(shown: NiagaraView, events: readonly NiagaraEvent[], you: number | null = 0, layout: Layout = 'wide') {
  const last = events.at(-1);
  return last ? niagara.happens(last, { view: shown, happened: events, you, layout }) : null;
}
const listening = (shown: NiagaraView, you: number | null = 0, happened: readonly NiagaraEvent[] = []) =>
  ({ view: shown, happened, you, layout: 'wide' }) as const;

const ROWS = ['S........', '.........', '....>>>>W'];
function gorge(cells: readonly (readonly [number, number])[], phase: CanyonView['phase'] = 'moving'): CanyonView {
  const players = cells.map(([column, row], seat) => ({ seat, cell: { column, row } }));
  return { phase, board: { name: null, rows: ROWS }, players, risk: [] } as unknown as CanyonView;
}
const below = (shown: CanyonView, event: CanyonEvent, you: number | null = 0) =>
  canyon.happens(event, { view: shown, happened: [event], you, layout: 'wide' });
const drifted = (fell: boolean): CanyonEvent => {
  const [start, end] = [
    { column: 7, row: 2 },
    { column: 8, row: 2 },
  ];
  return { kind: 'drifted', seat: 0, chain: [{ seat: 0, start, end, fell }] };
};

describe('what is heard', () => {
  it('tells a canoe that goes over the falls from a push', () => {
    expect(heard(afloat('2'), [push(at('3'))])?.sound).toBe('push');
    expect(heard(afloat('7R'), [push(at('lost'))])).toMatchObject({
      sound: 'plunge',
      after: (PUSH_MS + LIP_MS + PLUNGE_MS) / 1000,
    });
    const boats = gorge([[7, 2]]);
    expect(below(boats, drifted(false))).toMatchObject({ sound: 'rapids' });
    expect(below(boats, drifted(true))).toMatchObject({ sound: 'plunge', theme: 'swept' });
  });

  it('thunders when the weather gets worse', () => {
    const weather = (before: number, after: number): NiagaraEvent => ({ kind: 'weather', seat: 0, before, after });
    expect(heard(view(), [weather(0, 2)])).toEqual({ sound: 'thunder', theme: 'storm' });
    expect(heard(view(), [weather(2, 0)])).toEqual({ sound: 'wind' });
  });

  it('ends differently for who has won, in notes of its own for each game', () => {
    const over = { kind: 'over' as const, ranking: [1, 2], winners: [0] };
    for (const you of [0, 1, null]) {
      const theme = you === 0 ? 'won' : 'over';
      expect(heard(view(), [over], you)).toEqual({ theme });
      expect(below(gorge([]), over, you)).toEqual({ theme });
      expect(niagara.themes[theme]).not.toEqual(canyon.themes[theme]);
    }
  });

  it('plays the theme of a theft to those who took or lost something', () => {
    const canoes = { canoe: 'a', victim_canoe: 'a' } as const;
    const theft: NiagaraEvent = { kind: 'stolen', seat: 0, victim: 1, gem: 'ruby', ...canoes };
    const shown = afloat('4', '4');
    for (const you of [0, 1]) expect(heard(shown, [theft], you)?.theme).toBe('theft');
    for (const you of [2, null]) {
      expect(heard(shown, [theft], you)?.theme).toBeUndefined();
      expect(heard(shown, [theft], you)?.sound).toBe('stolen');
    }
  });

  it('has themes of two to five seconds', () => {
    for (const { themes } of [niagara, canyon])
      for (const voices of Object.values(themes)) {
        const notes = voices.flatMap(({ notes }) => notes);
        const ends = notes.map(([start, , seconds]) => start + Math.max(0.4, seconds));
        expect(Math.max(...ends)).toBeGreaterThan(2);
        expect(Math.max(...ends)).toBeLessThan(5);
      }
  });

  it('comes from where it is drawn, in both layouts', () => {
    const paddled: NiagaraEvent = { kind: 'paddled', seat: 1, canoe: 'a', start: 'dock', end: '6R' };
    const drawn = (layout: Layout) => heard(view(), [paddled], 0, layout)?.at ?? { x: 0, y: 0 };
    const share = (layout: Layout) => ({
      x: drawn(layout).x / PLANS[layout].box[0],
      y: drawn(layout).y / PLANS[layout].box[1],
    });
    // Down the river is to the right in one picture, down in the other.
    expect(share('wide').x).toBeGreaterThan(0.6);
    expect(share('tall').x).toBeGreaterThan(0.6);
    expect(share('tall').y).toBeGreaterThan(0.6);
    const left: NiagaraEvent = { ...paddled, end: '6L' };
    expect((heard(view(), [left], 0, 'tall')?.at?.x ?? 0) / PLANS.tall.box[0]).toBeLessThan(0.4);
    expect(heard(afloat('7R'), [push(at('lost'))])?.at).toEqual(PLANS.wide.courses.R.at(10));
  });

  it('hears a canoe where it is by then', () => {
    const events: NiagaraEvent[] = [
      { kind: 'paddled', seat: 1, canoe: 'a', start: '1', end: '4' },
      { kind: 'stolen', seat: 1, canoe: 'a', victim: 2, victim_canoe: 'a', gem: 'ruby' },
    ];
    const shown = afloat('dock', '1', '4');
    const [, theft] = [heard(shown, events.slice(0, 1)), heard(shown, events)];
    expect(theft?.at?.x).toBeGreaterThan(500);
  });

  it('is far from who is far away', () => {
    const paddled: NiagaraEvent = { kind: 'paddled', seat: 1, canoe: 'a', start: '6L', end: '7L' };
    const from = (...places: CanoeAt['place'][]): number => heard(afloat(...places), [paddled])?.far ?? 0;
    expect(from('7L')).toBeLessThan(from('4'));
    expect(from('4')).toBeLessThan(from('dock'));
    expect(from('dock')).toBeLessThanOrEqual(1);
    const moved: CanyonEvent = { kind: 'moved', seat: 1, path: [{ column: 8, row: 0 }], used: 1, left: 0 };
    const far = (column: number): number =>
      below(
        gorge([
          [column, 0],
          [8, 0],
        ]),
        moved,
      )?.far ?? 0;
    expect(far(8)).toBe(0);
    expect(far(0)).toBeGreaterThan(far(5));
  });

  it('grows with the river and with how near one’s own canoe is to the falls', () => {
    const calm = niagara.water(listening(view({ speeds: { least: 0, most: 2 } })));
    const wild = niagara.water(listening(view({ speeds: { least: 3, most: 9 } })));
    expect(wild.rush).toBeGreaterThan(calm.rush);
    expect(wild.rush).toBeLessThanOrEqual(1);
    expect(niagara.water(listening(afloat('7L'))).roar).toBe(1);
    // Others may be as near as they like; a spectator stands where it is loudest.
    expect(niagara.water(listening(afloat('3', '7L'))).roar).toBeLessThan(0.5);
    expect(niagara.water(listening(afloat('3', '7L'), null)).roar).toBe(1);
    // It swells push by push, and the falls are heard where the canoe would go over.
    const pushed = niagara.water(listening(afloat('5'), 0, [push(at('6R')), push(at('7R'))]));
    expect(pushed.roar).toBe(1);
    expect(pushed.falls).toEqual(PLANS.wide.courses.R.at(10));
    const roar = (column: number): number =>
      canyon.water({ view: gorge([[column, 2]]), happened: [], you: 0, layout: 'wide' }).roar;
    expect(roar(7)).toBeGreaterThan(roar(4));
    expect(canyon.water({ view: gorge([[7, 2]], 'tricks'), happened: [], you: 0, layout: 'wide' }).roar).toBeLessThan(
      roar(7),
    );
  });

  it('tells a bid that was made from one that was missed', () => {
    const player = (seat: number, bid: number, tricks: number) => ({ seat, bid, tricks, bonus: 0, points: tricks });
    const settled: CanyonEvent = { kind: 'settled', players: [player(0, 2, 2), player(1, 1, 3)] };
    expect(below(gorge([]), settled, 0)).toEqual({ sound: 'met' });
    expect(below(gorge([]), settled, 1)).toEqual({ sound: 'missed' });
    expect(below(gorge([]), settled, null)).toEqual({ sound: 'met' });
  });

  it('lays cards down on both sides of the table', () => {
    const boats = gorge([[0, 0], [1, 0], [2, 0], [3, 0]], 'tricks'); // prettier-ignore
    const aside = (seat: number): number =>
      below(boats, { kind: 'played', seat, card: 'fir 3' }, 0)?.aside ?? Number.NaN;
    expect(aside(1)).toBeCloseTo(-aside(3));
    expect(Math.abs(aside(1))).toBeGreaterThan(0.5);
    expect(aside(0)).toBeCloseTo(0);
  });

  it("sounds alike in one's own turn and in what others see of it", () => {
    const told = { id: 0, text: '' };
    const aboard = { canoe: 'a', gem: 'amethyst' } as const;
    const twice: [NiagaraAction, NiagaraEvent][] = [
      [
        { ...told, kind: 'paddle', canoe: 'a', to: '2' },
        { kind: 'paddled', seat: 0, canoe: 'a', start: '1', end: '2' },
      ],
      [
        { ...told, ...aboard, kind: 'load' },
        { ...aboard, kind: 'loaded', seat: 0, site: 1 },
      ],
      [
        { ...told, ...aboard, kind: 'steal', victim: 1 },
        { ...aboard, kind: 'stolen', seat: 0, victim: 1, victim_canoe: 'a' },
      ],
    ];
    const own = twice.map(([action]) => niagara.decided(action, listening(afloat('4', '4')))?.sound);
    expect(own).toEqual(twice.map(([, event]) => heard(afloat('4', '4'), [event], 2)?.sound));
    expect(own).toEqual(['paddle', 'gem', 'stolen']);
  });
});
