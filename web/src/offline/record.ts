/** Writes and reads saved games, in the same form as `eddyline` does: one JSON object a line. */
import type { Action, GameInfo, OptionValue } from '../protocol';
import type { KeptEntry, KeptGame, KeptNote, SavedChance } from './kept';

const FORMAT = 1;
const WORD = /^0x[0-9a-f]{1,16}$/;
const LONGEST_TURN = 64;
const LONGEST_NAME = 100;

/** A file that is no saved game which can be opened here. */
export class RecordError extends Error {
  constructor(
    readonly kind: 'unreadable' | 'other_game' | 'other_rules' | 'position' | 'refused' | 'illegal',
    /** The line, from 1. */
    readonly line: number,
    options?: ErrorOptions,
  ) {
    super(`${kind} in line ${line}`, options);
  }
}

/** What a saved game says of itself. */
export interface Saved extends Omit<KeptGame, 'id' | 'at' | 'over' | 'seats' | 'entries' | 'from'> {
  readonly players: readonly string[];
  /** When it ended: milliseconds. */
  readonly ended?: number;
  /** Turns as texts, with their lines. */
  readonly lines: readonly (readonly [line: number, entry: SavedEntry])[];
}

type SavedEntry = { readonly seat: number; readonly turn: readonly string[] } | SavedChance;

/** Write a game; `actions` are those of the game by their ids, and `ranking` that of a game that is over. */
export function written(game: KeptGame, actions: readonly Action[], ranking: readonly number[] | null): string {
  const header = {
    eddyline: FORMAT,
    game: game.game,
    rules_version: game.rulesVersion,
    ...(game.preset === null ? {} : { preset: game.preset }),
    options: game.options,
    players: game.seats.map(({ name }) => name),
    ...(game.position ? { position: game.position } : { entropy: game.word }),
    ...(ranking && game.imported !== true && { ended: game.at }),
  };
  const turns = game.entries.map((entry) =>
    'turn' in entry ? { seat: entry.seat, turn: entry.turn.map((id) => actions[id]?.text) } : entry,
  );
  const lines = [header, ...turns].flatMap((line, after) => [line, ...notesAt(game, after)]);
  return [...lines, ...(ranking ? [{ ranking }] : [])].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Read a game of one of these kinds; throws a RecordError. Whether its turns are legal is not looked at. */
export function read(text: string, games: readonly GameInfo[]): Saved {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, i) => object(line, i + 1));
  const [header = {}, ...rest] = lines;
  const {
    eddyline,
    game,
    rules_version,
    preset = null,
    options,
    players,
    entropy = null,
    position = null,
    ended,
  } = header;
  if (eddyline !== FORMAT || !isTexts(players) || players.length === 0) throw new RecordError('unreadable', 1);
  if (players.some((name) => [...name].length > LONGEST_NAME)) throw new RecordError('unreadable', 1);
  const info = games.find(({ id }) => id === game);
  if (!info) throw new RecordError('other_game', 1);
  if (rules_version !== info.rules_version) throw new RecordError('other_rules', 1);
  // What a position says is for those to read who know the game.
  const begins = position === null ? isWord(entropy) : entropy === null && isObject(position);
  const known = begins && isOptions(options) && (preset === null || typeof preset === 'string');
  if (!known) throw new RecordError('unreadable', 1);
  const entries: [number, SavedEntry][] = [];
  const notes: KeptNote[] = [];
  rest.forEach((line, i) => {
    // What ends a record says nothing that the game does not.
    if ('ranking' in line || 'revealed' in line) return;
    if (isNote(line, entries.length)) notes.push({ after: entries.length, note: line });
    else entries.push([i + 2, entry(line, i + 2, players.length)]);
  });
  const { id, rules_version: rulesVersion } = info;
  const beginning = isObject(position) ? { word: null, position } : { word: entropy as string };
  const when = typeof ended === 'number' && Number.isSafeInteger(ended) && ended >= 0 ? { ended } : {};
  return { game: id, rulesVersion, preset, options, players, ...beginning, ...when, lines: entries, notes };
}

const notesAt = ({ notes = [] }: KeptGame, place: number): readonly object[] =>
  notes.filter(({ after }) => after === place).map(({ note }) => note);

/** Tell whether a line is a comment, or a variation of one of the entries before it: kept as it is, and not looked into. */
const isNote = ({ comment, variation }: Record<string, unknown>, entries: number): boolean =>
  (typeof comment === 'string' && comment !== '') || (Array.isArray(variation) && variation.length > 0 && entries > 0);

/** Put the ids of actions for their texts; throws a RecordError. */
export function entriesOf(lines: Saved['lines'], actions: readonly Action[]): KeptEntry[] {
  const ids = new Map(actions.map(({ text }, id) => [text, id]));
  return lines.map(([line, entry]) => {
    if (!('turn' in entry)) return entry;
    const turn = entry.turn.map((text) => {
      const id = ids.get(text);
      if (id === undefined) throw new RecordError('illegal', line);
      return id;
    });
    return { seat: entry.seat, turn };
  });
}

function entry(line: Record<string, unknown>, number: number, players: number): SavedEntry {
  const { seat, turn, deal, resample, word } = line;
  const isSeat = (given: unknown): given is number =>
    typeof given === 'number' && Number.isInteger(given) && given >= 0 && given < players;
  if (isWord(deal)) return { deal };
  if (isSeat(resample) && isWord(word)) return { resample, word };
  if (isSeat(seat) && isTexts(turn) && turn.length > 0 && turn.length <= LONGEST_TURN) return { seat, turn };
  throw new RecordError('unreadable', number);
}

function object(line: string, number: number): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(line);
    if (isObject(read)) return read;
  } catch {
    // Told below, like everything else that is not an object.
  }
  throw new RecordError('unreadable', number);
}

export const isWord = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isOptions = (value: unknown): value is Record<string, OptionValue> =>
  isObject(value) && Object.values(value).every((each) => ['string', 'number', 'boolean'].includes(typeof each));
