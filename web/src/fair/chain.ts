/** Checks the dealing of a saved game, as `eddyline verify` does; see docs/fair-dealing.md. Knows no rules. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Dealing {
  readonly table: string;
  readonly commitment: string;
  readonly length: number;
  readonly words: readonly (string | null)[];
}

/** A word of chance that is not what it should be. */
export interface Fault {
  readonly line: number;
  readonly number: number;
  readonly expected: string;
  readonly got: string;
}

export type Report =
  | { readonly kind: 'unreadable'; readonly line: number }
  | { readonly kind: 'no_dealing' | 'running' }
  | {
      readonly kind: 'checked';
      readonly dealing: Dealing;
      /** Names of the players by seat. */
      readonly names: readonly string[];
      /** Where the revealed link leads; it must be the commitment. */
      readonly start: string;
      /** Number of words of chance. */
      readonly count: number;
      /** The line of the first word beyond the end of the chain, if there is one. */
      readonly beyond: number | null;
      readonly faults: readonly Fault[];
      /** So many of the first turns and deals are those of another game, which this one goes on from. */
      readonly elsewhere: number;
    };

const LINK = /^[0-9a-f]{64}$/;
const WORD = /^0x[0-9a-f]{1,16}$/;

/** What is an entry of a game, and not a note on it. */
const ENTRIES = ['turn', 'deal', 'resample'];

/** Give word `number`, given its link. */
export function wordOf(link: Uint8Array, { table, words }: Dealing, number: number): string {
  const message = JSON.stringify(['eddyline dealing 1', table, number, words]);
  const digest = hmac(sha256, link, utf8ToBytes(message)).slice(0, 8);
  return plain(`0x${bytesToHex(digest)}`);
}

/** Write a word as a saved game does: without leading zeros. */
const plain = (word: string): string => `0x${BigInt(word).toString(16)}`;

/** Check a saved game. */
export function check(text: string): Report {
  const lines: Record<string, unknown>[] = [];
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const read = object(line);
    if (!read) return { kind: 'unreadable', line: index + 1 };
    lines.push(read);
  }
  const header = lines[0] ?? {};
  const { dealing, players } = header;
  if (!('eddyline' in header) || !strings(players)) return { kind: 'unreadable', line: 1 };
  if (dealing === undefined || !('entropy' in header)) return { kind: 'no_dealing' };
  if (!isDealing(dealing, players.length)) return { kind: 'unreadable', line: 1 };
  const revealed = lines.at(-1)?.['revealed'];
  if (revealed === undefined) return { kind: 'running' };
  if (typeof revealed !== 'string' || !LINK.test(revealed)) return { kind: 'unreadable', line: lines.length };

  const { origin } = header;
  if (origin !== undefined && !isOrigin(origin)) return { kind: 'unreadable', line: 1 };
  const dealt: { line: number; word: string; number: number }[] = [];
  // What another game goes on from was not dealt here: its first word deals anew, or is not used.
  let before = origin?.entries ?? -1;
  for (const [index, line] of lines.entries()) {
    const played = ENTRIES.some((kind) => kind in line);
    if (origin && (index === 0 || (played && before-- > 0))) continue;
    const word = index === 0 ? line['entropy'] : origin && 'resample' in line ? line['word'] : line['deal'];
    if (index > 0 && word === undefined) continue;
    if (typeof word !== 'string' || !WORD.test(word)) return { kind: 'unreadable', line: index + 1 };
    const first = origin && !('resample' in line) ? 2 : 1;
    dealt.push({ line: index + 1, word, number: (dealt.at(-1)?.number ?? first - 1) + 1 });
  }
  const faults: Fault[] = [];
  let link = hexToBytes(revealed);
  for (let number = dealt.at(-1)?.number ?? 1; number > 0; number--) {
    const found = dealt.find((each) => each.number === number);
    const expected = wordOf(link, dealing, number);
    if (found && plain(found.word) !== expected) {
      faults.unshift({ line: found.line, number, expected, got: plain(found.word) });
    }
    link = sha256(link);
  }
  return {
    kind: 'checked',
    dealing,
    names: players,
    start: bytesToHex(link),
    count: dealt.length,
    beyond: dealt.find(({ number }) => number > dealing.length)?.line ?? null,
    elsewhere: origin?.entries ?? 0,
    faults,
  };
}

function object(line: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const strings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isOrigin = (value: unknown): value is { entries: number } =>
  typeof value === 'object' && value !== null && 'entries' in value && Number.isInteger(value.entries);

function isDealing(value: unknown, players: number): value is Dealing {
  if (typeof value !== 'object' || value === null) return false;
  const { table, commitment, length, words } = value as Record<keyof Dealing, unknown>;
  return (
    typeof table === 'string' &&
    typeof commitment === 'string' &&
    LINK.test(commitment) &&
    Number.isInteger(length) &&
    Array.isArray(words) &&
    words.length === players &&
    words.every((word) => word === null || typeof word === 'string')
  );
}
