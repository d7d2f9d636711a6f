/** Writes a line of a game into the fragment of a link, and reads it there: nobody else keeps it. */
import { type KeptGame, type Line, SHARED } from '../offline/kept';
import { entriesOf, isWord, read, RecordError, written } from '../offline/record';
import type { Action, Character, GameInfo } from '../protocol';
import { CHARACTERS } from '../rivals/characters';

/** What a link carries: the record, and what no record says. */
interface Packed {
  readonly record: string;
  readonly line: Line;
  /** By seat. */
  readonly bots: readonly (string | null)[];
  /** By seat: who is drawn. Older links have none. */
  readonly portraits?: readonly (Character | null)[];
  /** Record of the game that the line leaves, if no server has it. */
  readonly left?: string;
}

/** What came with a link: a line, and the game that it leaves if that came, too. */
export interface Unpacked {
  readonly line: KeptGame & { readonly line: Line };
  readonly left: KeptGame | null;
}

/** More bytes no line has: of a link whose text grows beyond all measure nothing is read. */
const MOST = 1_000_000;
const LONGEST_NAME = 80;
const PLACE = /^(tables|offline)\/[A-Za-z0-9_-]{1,64}$/;

/** Write a line in letters that need no escape, with the game that it leaves, to be compared with; `actions` are those of
 * the game by their ids. What is on a server comes from there, to whom it may. Rejects with a RangeError what is too long to
 * be read again. */
export async function packed(
  game: KeptGame & { line: Line },
  actions: readonly Action[],
  left: KeptGame | null = null,
): Promise<string> {
  const packed: Packed = {
    record: written(game, actions, null),
    line: sent(game.line),
    bots: game.seats.map(({ bot }) => bot),
    portraits: game.seats.map(({ portrait = null }) => portrait),
    ...(left?.over && { left: written(left, actions, null) }),
  };
  const clear = new TextEncoder().encode(JSON.stringify(packed));
  if (clear.length > MOST) throw new RangeError('longer than any line');
  const bytes = await through(clear, new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Read what a link carries; rejects with a RecordError. Whether its turns are legal is not looked at. */
export async function unpacked(
  text: string,
  games: readonly GameInfo[],
  actionsOf: (game: string) => Promise<readonly Action[]>,
): Promise<Unpacked> {
  const given = await json(text);
  if (!isPacked(given)) throw new RecordError('unreadable', 1);
  const actions = await actionsOf(read(given.record, games).game);
  const game = (record: string): Omit<KeptGame, 'id' | 'over'> => {
    const { players, lines, ...saved } = read(record, games);
    const seats = players.map((name, seat) => ({
      name,
      bot: given.bots[seat] ?? null,
      ...(given.portraits?.[seat] && { portrait: given.portraits[seat] }),
    }));
    return { ...saved, seats, entries: entriesOf(lines, actions), at: Date.now() };
  };
  const { of } = given.line;
  const id = of.replace('offline/', '');
  return {
    line: { ...game(given.record), id: SHARED, over: false, line: sent(given.line) },
    // It is none of whoever got the link.
    left: given.left && id !== of ? { ...game(given.left), id, over: true, imported: true } : null,
  };
}

/** Leave out what only who began a line has use for. */
const sent = ({ name, from, of, turn, deals }: Line): Line => ({ name, ...(from && { from }), of, turn, deals });

async function json(text: string): Promise<unknown> {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const clear = await through(bytes, new DecompressionStream('deflate-raw'));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(clear));
  } catch (cause) {
    throw new RecordError('unreadable', 1, { cause });
  }
}

/** Send bytes through a stream; rejects with a RangeError what grows too long. */
async function through(bytes: Uint8Array<ArrayBuffer>, change: GenericTransformStream): Promise<Uint8Array> {
  const changed = new Blob([bytes]).stream().pipeThrough<Uint8Array>(change);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const reader = changed.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new RangeError('longer than any line');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

function isPacked(given: unknown): given is Packed {
  if (!isObject(given)) return false;
  const { record, bots, portraits = [], line, left = '' } = given;
  const drawn = Array.isArray(portraits) && portraits.every((each) => each === null || CHARACTERS.includes(each));
  return (
    drawn &&
    typeof record === 'string' &&
    typeof left === 'string' &&
    Array.isArray(bots) &&
    bots.every(isNameOrNull) &&
    isLine(line)
  );
}

function isLine(given: unknown): given is Line {
  if (!isObject(given)) return false;
  const { name, from = '', of, turn, deals } = given;
  const named = isNameOrNull(name) && isName(from);
  const placed = typeof of === 'string' && PLACE.test(of);
  return named && placed && Number.isInteger(turn) && Number(turn) >= 0 && Array.isArray(deals) && deals.every(isWord);
}

const isName = (given: unknown): given is string => typeof given === 'string' && given.length <= LONGEST_NAME;

const isNameOrNull = (given: unknown): given is string | null => given === null || isName(given);

const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null;
