import type { Described } from './ui';

type Entry = readonly [label: () => string, help: () => string];

/** Look up what a name of the protocol is called; what we have no words for keeps its name. */
export function described(table: Readonly<Record<string, Entry>>, name: string): Described {
  const [label, help] = table[name] ?? [() => name, () => ''];
  return { label: label(), help: help() };
}
