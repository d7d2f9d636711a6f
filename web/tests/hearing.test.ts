import { describe, expect, it } from 'vitest';

import { hearing as canyon } from '../src/boards/canyon/hearing';
import { hearing as niagara } from '../src/boards/niagara/hearing';
import type { CanoeAt, NiagaraAction, NiagaraEvent } from '../src/protocol';
import { view } from './fixtures';

const at = (place: CanoeAt['place']): CanoeAt => ({ seat: 0, canoe: 'a', place, gems: [] });
const push = (...canoes: CanoeAt[]): NiagaraEvent => ({ kind: 'push', number: 1, arm: 'L', canoes, others: [] });

describe('what is heard', () => {
  it('tells a canoe that goes over the falls from a push', () => {
    expect(niagara.happens(push(at('3')), 0)).toBe('push');
    expect(niagara.happens(push(at('3'), at('lost')), 0)).toBe('plunge');
    const drift = { seat: 0, start: { column: 1, row: 1 }, end: { column: 1, row: 2 } };
    expect(canyon.happens({ kind: 'drifted', seat: 0, chain: [{ ...drift, fell: false }] }, 0)).toBe('push');
    expect(canyon.happens({ kind: 'drifted', seat: 0, chain: [{ ...drift, fell: true }] }, 0)).toBe('plunge');
  });

  it('thunders when the weather gets worse', () => {
    expect(niagara.happens({ kind: 'weather', seat: 0, before: 0, after: 2 }, 0)).toBe('thunder');
    expect(niagara.happens({ kind: 'weather', seat: 0, before: 2, after: 0 }, 0)).toBe('wind');
  });

  it('ends differently for who has won', () => {
    const over = { kind: 'over' as const, ranking: [1, 2], winners: [0] };
    for (const { happens } of [niagara, canyon]) {
      expect(happens(over, 0)).toBe('won');
      expect(happens(over, 1)).toBe('over');
      expect(happens(over, null)).toBe('over');
    }
  });

  it('grows with the river and with the nearness of the falls', () => {
    const calm = niagara.water(view({ speeds: { least: 0, most: 2 } }));
    const wild = niagara.water(view({ speeds: { least: 3, most: 9 } }));
    expect(wild.rush).toBeGreaterThan(calm.rush);
    expect(wild.rush).toBeLessThanOrEqual(1);
    const [first, ...others] = view().players;
    const near = first && { ...first, canoes: first.canoes.map((canoe) => ({ ...canoe, place: '7L' as const })) };
    expect(niagara.water(view({ players: near ? [near, ...others] : [] })).roar).toBe(1);
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
    const heard = twice.map(([action]) => niagara.decided(action));
    expect(heard).toEqual(twice.map(([, event]) => niagara.happens(event, 1)));
    expect(heard).toEqual(['paddle', 'gem', 'stolen']);
  });
});
