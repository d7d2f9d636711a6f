import type { EntrantInfo, RoundInfo, TournamentInfo } from '../protocol';

/** What made a round worth something to somebody; without a table they sat out. */
export interface Part {
  readonly round: number;
  readonly table: string | null;
  /** Null while the table is played. */
  readonly share: number | null;
  /** Part of the table won: 1, less where the first place is shared, 0 without it. */
  readonly won: number;
  readonly against: readonly EntrantInfo[];
}

type Known = Pick<TournamentInfo, 'format' | 'rounds' | 'played' | 'entrants'>;

/** What a round is worth in the Swiss system to whoever sits out. */
const SAT_OUT = 0.5;

/** List what somebody's numbers in the standings are made of, round by round. */
export function partsOf(info: Known, number: number): readonly Part[] {
  return info.played.flatMap(({ tables, out }, round): Part[] => {
    const table = tables.find(({ seats }) => seats.includes(number));
    if (!table)
      return out.includes(number) && info.format === 'swiss'
        ? [{ round, table: null, share: SAT_OUT, won: 0, against: [] }]
        : [];
    const { id, seats, ranks, shares } = table;
    const seat = seats.indexOf(number);
    const winners = ranks?.filter((rank) => rank === 1).length ?? 0;
    const against = seats.filter((other) => other !== number);
    return [
      {
        round,
        table: id,
        share: shares?.[seat] ?? null,
        won: ranks?.[seat] === 1 ? 1 / winners : 0,
        against: against.flatMap((other) => info.entrants.filter((each) => each.number === other)),
      },
    ];
  });
}

export type Reason = 'final' | 'score' | 'opponents' | 'wins' | 'lot';

/** Say what put somebody before somebody else, as the server ranks them. */
export function reason(info: Known, before: EntrantInfo, behind: EntrantInfo): Reason {
  const last = info.format === 'groups' && info.played.length === info.rounds ? info.played.at(-1) : undefined;
  if (last && worth(last, before.number) !== worth(last, behind.number)) return 'final';
  const differs = (['score', 'opponents', 'wins'] as const).find((each) => before[each] !== behind[each]);
  return differs ?? 'lot';
}

/** What the final was worth; less than nothing to who is not in it. */
function worth({ tables }: RoundInfo, number: number): number {
  const table = tables.find(({ seats }) => seats.includes(number));
  return table ? (table.shares?.[table.seats.indexOf(number)] ?? 0) : -1;
}
