import { botWords } from '../bots/words';
import { root } from '../lib/root';
import { router, tableIn } from '../lib/router.svelte';
import type { TableClient } from '../lib/table.svelte';
import { paceSentence } from '../pace/presets';
import { clockTime } from '../pace/time';
import { m } from '../paraglide/messages.js';
import type { SeatInfo, TableInfo } from '../protocol';
import type { Doing } from './commands';

/** Find somebody by name, as it is said. */
const called = (seats: readonly SeatInfo[], name: string): SeatInfo | undefined =>
  seats.find((seat) => seat.kind !== 'open' && seat.name.toLowerCase() === name.trim().toLowerCase());

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
    rules: (rule: string) => {
      open(`${root}/rules/${game}${rule ? `#${rule.trim().toUpperCase()}` : ''}`, '_blank');
      return '';
    },
  }),
});

/** What can be done at a table at any time. */
const atTable = (table: TableInfo): Doing => ({
  ...anywhere(table.game),
  time: () =>
    [
      paceSentence(table.pace),
      ...table.seats.flatMap(({ name, left }) => (left ? `${name}: ${left.map(clockTime).join(' + ')}` : [])),
    ].join('\n'),
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
  const always = atTable(table);
  return {
    ...always,
    join: (where) => {
      if (where.trim()) return always.join?.(where) ?? '';
      if (own || !free) return m.chat_no_seat();
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
        const wanted = name.trim().toLowerCase();
        const bot = wanted ? bots.find((each) => [each, botWords(each).label.toLowerCase()].includes(wanted)) : bots[0];
        if (!bot) return m.chat_no_bot({ name });
        if (!free) return m.chat_no_seat();
        client.say({ type: 'add_bot', seat: free.seat, bot });
        return '';
      },
      kick: (name) => {
        const seat = called(table.seats, name);
        if (!seat || seat === own) return m.chat_nobody({ name });
        dismiss(seat);
        return '';
      },
    }),
  };
}

/** What can be done while a game runs. */
export const whilePlaying = (client: TableClient, table: TableInfo, wonder: () => void): Doing => ({
  ...atTable(table),
  ...(client.you !== null && {
    why: () => {
      wonder();
      return '';
    },
    undo: () => {
      const { draft } = client;
      if (!draft?.can_undo && !draft?.confirmed) return m.chat_nothing_to_undo();
      client.undo(draft.confirmed);
      return '';
    },
  }),
});
