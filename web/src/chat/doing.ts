import { botWords } from '../bots/words';
import { root } from '../lib/root';
import { router, tableIn } from '../lib/router.svelte';
import { isolated } from '../lib/said';
import type { TableClient } from '../lib/table.svelte';
import { paceSentence } from '../pace/presets';
import { since } from '../pace/now';
import { clockTime, left } from '../pace/time';
import { m } from '../lib/messages';
import type { SeatInfo, TableInfo } from '../protocol';
import { type Doing, meant } from './commands';
import { ruleIds } from './ruleIds.svelte';

/** Find somebody by name, as it is said. */
const called = (seats: readonly SeatInfo[], typed: string): SeatInfo | undefined =>
  meant(
    seats.filter(({ kind }) => kind !== 'open'),
    typed,
    ({ name }) => name,
  );

/** What everybody can do anywhere. */
export const anywhere = (game?: string): Doing => ({
  join: (where) => {
    const table = tableIn(where);
    if (!table) return m.chat_join_where();
    router.go(`/t/${table}`);
    return '';
  },
  leave: () => {
    router.go('/');
    return '';
  },
  ...(game && {
    rules: (wanted: string) => {
      const rule = wanted.trim().toUpperCase();
      const ids = ruleIds(game);
      if (rule && ids.length > 0 && !ids.includes(rule)) return m.chat_no_rule({ rule: wanted });
      open(`${root}/rules/${game}${rule ? `#${rule}` : ''}`, '_blank');
      return '';
    },
  }),
});

/** Write what is left of a seat's time, so many seconds after the server told; null without a clock. */
function clock(seat: SeatInfo, passed: number): string | null {
  const now = left(seat, passed);
  const parts = now ? [now.seconds, ...(now.total > now.seconds ? [now.total - now.seconds] : [])] : seat.left;
  return parts && `${isolated(seat.name)}: ${parts.map(clockTime).join(' + ')}`;
}

/** What can be done at a table at any time. */
const atTable = ({ at }: Pick<TableClient, 'at'>, table: TableInfo): Doing => ({
  ...anywhere(table.game),
  time: () => [paceSentence(table.pace), ...table.seats.flatMap((seat) => clock(seat, since(at)) ?? [])].join('\n'),
});

interface BeforeStart {
  readonly client: TableClient;
  readonly table: TableInfo;
  /** The bots that can sit here, the recommended one first. */
  readonly bots: readonly string[];
  join(): void;
  dismiss(seat: SeatInfo): void;
}

/** What can be done at a table before its game begins. */
export function beforeStart({ client, table, bots, join, dismiss }: BeforeStart): Doing {
  const own = client.you === null ? undefined : table.seats[client.you];
  const hosts = client.you === table.host;
  const free = table.seats.find(({ kind }) => kind === 'open');
  const always = atTable(client, table);
  return {
    ...always,
    join: (where) => {
      if (where.trim()) return always.join?.(where) ?? '';
      if (own) return m.chat_seated();
      if (!free) return m.chat_no_seat();
      join();
      return '';
    },
    ...(own && {
      spectate: () => {
        dismiss(own);
        return '';
      },
      leave: () => {
        dismiss(own);
        router.go('/');
        return '';
      },
    }),
    ...(hosts && {
      start: () => {
        if (free) return m.chat_not_full();
        client.say({ type: 'start' });
        return '';
      },
      bot: (name) => {
        const bot = name ? (meant(bots, name, (each) => botWords(each).label) ?? meant(bots, name, String)) : bots[0];
        if (!bot) return m.chat_no_bot({ name });
        if (!free) return m.chat_no_seat();
        client.say({ type: 'add_bot', seat: free.seat, bot });
        return '';
      },
      kick: (name) => {
        const seat = called(table.seats, name);
        if (!seat) return m.chat_nobody({ name });
        if (seat === own) return m.chat_yourself();
        dismiss(seat);
        return '';
      },
    }),
  };
}

/** What can be done while a game runs; `wonder` shows what may be asked about, or tells that there is nothing. */
export const whilePlaying = (client: TableClient, table: TableInfo, wonder: () => boolean): Doing => ({
  ...atTable(client, table),
  ...(client.you !== null && {
    why: () => (wonder() ? '' : m.chat_nothing_to_ask()),
    undo: () => {
      const { draft } = client;
      if (!draft?.can_undo && !draft?.confirmed) return m.chat_nothing_to_undo();
      client.undo(draft.confirmed);
      return '';
    },
  }),
});
