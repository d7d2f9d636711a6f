/** A table without a server: it is spoken with as with one, plays its game by the rules at hand, and keeps it here. */
import { finish } from '../daily/tries';
import type { Listener, Wire } from '../lib/connection';
import type { Because, Event, Position, State, ToClient, ToServer, Update } from '../protocol';
import { list } from '../lib/words';
import type { Match } from '../rules/match';
import type { Rules } from '../rules/rules';
import { botSeed, dealer } from './drawn';
import { described } from './described';
import {
  begun,
  keep,
  type KeptGame,
  keptEntries,
  keptGame,
  newWord,
  peopleOf,
  repeatable,
  type Result,
  resultOf,
} from './kept';
import type { Players } from './players';

/** What a table needs to begin. */
interface Given {
  readonly game: KeptGame;
  readonly rules: Rules<unknown>;
  /** Whoever lets bots play; null: none does. */
  readonly players: Pick<Players, 'turn'> | null;
  /** Keeps the game after each turn, and tells whether it could; absent: this browser does. */
  readonly keep?: (game: KeptGame) => boolean;
}

/** The rules do not allow what was played. */
export class Unplayable extends Error {
  constructor(
    /** Which entry of the game; null: how it was set up. */
    readonly entry: number | null,
    cause: unknown,
  ) {
    super('the rules do not allow this game', { cause });
  }
}

export class OfflineTable {
  /** Whom the device is to be handed to; null: it is where it should be. */
  next: number | null = $state(null);
  /** The browser has no room for it: it is gone with the page. */
  unkept = $state(false);
  /** Bots did not come, or failed. */
  failed: unknown = $state(null);
  readonly rules: Rules<unknown>;
  #match: Match;
  readonly #players: Given['players'];
  readonly #keep: (game: KeptGame) => boolean;
  #updates: Update[] = [];
  #game: KeptGame;
  /** Who looks. */
  #you: number | null = null;
  #listener: Listener | null = null;
  readonly #seed: number;

  /** Take a game up where it was left; throws Unplayable if these rules do not allow it. */
  constructor({ game, rules, players, keep: keeps = keep }: Given) {
    this.#game = game;
    this.rules = rules;
    this.#players = players;
    this.#keep = keeps;
    this.#seed = game.drawn ? botSeed(game.drawn) : Number(newWord() & 0xffff_ffffn);
    this.#match = this.#fold(game);
    this.#look();
  }

  /** Go on from another place of this game; whoever is spoken with has forgotten what they were told. */
  rewind(game: KeptGame): void {
    this.#game = game;
    this.#match = this.#fold(game);
    this.unkept = !this.#keep(game);
    this.#you = this.next = null;
    this.#look();
    this.#show(0);
    this.#letPlay();
  }

  #fold(game: KeptGame): Match {
    const { match, steps } = tried(null, () => begun(this.rules, game, dealer(game) ?? newWord));
    this.#updates = [update(1, null, match.began)];
    game.entries.forEach((entry, number) => {
      const events = tried(number, () => steps.next().value);
      if ('turn' in entry && events) this.#note(entry.seat, events);
    });
    return match;
  }

  /** Speak with a client, as a server does: what it passes to `TableClient`. */
  readonly open = (listener: Listener): Wire => {
    this.#listener = listener;
    listener.link('live');
    this.#hear(listener.hello() as ToServer);
    return {
      send: (message) => {
        this.#hear(message as ToServer);
        return true;
      },
      close: () => (this.#listener = null),
      retry: () => this.#letPlay(),
    };
  };

  /** The game as it is kept. */
  get game(): KeptGame {
    return this.#game;
  }

  get result(): Result | null {
    return resultOf(this.#match);
  }

  /** The device is with whom it was to be handed to. */
  take(): void {
    if (this.next === null) return;
    this.#you = this.next;
    this.next = null;
    this.#show(this.#version);
  }

  /** Let bots that failed try again. */
  retry(): void {
    this.failed = null;
    this.#letPlay();
  }

  get #board(): string | null {
    return this.#game.from?.board ?? null;
  }

  get #version(): number {
    return this.#updates.length;
  }

  #hear(message: ToServer): void {
    switch (message.type) {
      case 'hello':
        this.#show(message.since ?? this.#version);
        this.#letPlay();
        break;
      case 'confirm':
        if (this.#you !== null && !this.#play(this.#you, message.decisions)) this.#refuse();
        break;
      case 'why':
        this.#tell(this.#notYours(message.action));
        break;
      default:
        break;
    }
  }

  /** Say that nothing is to be decided; whoever is to decide knows by the rules why something is not possible. */
  #notYours(action: string): Because {
    const names = list(this.#match.waiting.map((seat) => this.#game.seats[seat]?.name ?? ''));
    const why: Pick<Because, 'reason' | 'values'> = this.#match.over
      ? { reason: 'game_over', values: {} }
      : { reason: 'not_your_turn', values: { names } };
    return { type: 'because', action, message: '', rule: null, ...why };
  }

  /** Take a turn, keep it, and show what came of it; false: the rules do not allow it. */
  #play(seat: number, turn: readonly number[]): boolean {
    const shown = this.#version;
    try {
      this.#note(seat, this.#match.commit(seat, turn));
    } catch {
      return false;
    }
    // A line may have been renamed meanwhile.
    const line = keptGame(this.#game.id)?.line ?? this.#game.line;
    this.#game = {
      ...this.#game,
      ...(line && { line }),
      entries: keptEntries(this.#match.log),
      over: this.#match.over,
      result: this.result,
      at: Date.now(),
    };
    if (this.#game.daily) finish(this.#game, this.#match);
    this.unkept = !this.#keep(this.#game);
    this.#look();
    this.#show(shown);
    this.#letPlay();
    return true;
  }

  #note(seat: number, events: readonly Event[]): void {
    this.#updates.push(update(this.#version + 1, seat, events));
  }

  /** Find out who is to look: the only person, or who of several owes a turn. */
  #look(): void {
    const people = this.#people;
    if (people.length === 1) [this.#you = null] = people;
    const waiting = this.#match.waiting.filter((seat) => people.includes(seat));
    const [next = null] = waiting;
    if (people.length < 2 || next === null || (this.#you !== null && waiting.includes(this.#you))) return;
    if (this.#game.line) {
      // Whoever tries a line sees all hands of those for whom they play.
      this.#you = next;
      return;
    }
    // Meanwhile everybody sees the table, and nobody's cards.
    this.#you = null;
    this.next = next;
  }

  get #people(): readonly number[] {
    return peopleOf(this.#game);
  }

  /** Have every bot that owes a turn play it. */
  #letPlay(): void {
    const version = this.#version;
    const match = this.#match;
    const seat = match.waiting.find((each) => this.#game.seats[each]?.bot !== null);
    const { bot = null, portrait: character = null } = (seat !== undefined && this.#game.seats[seat]) || {};
    if (seat === undefined || !bot || !this.#listener) return;
    const repeated = repeatable(this.#game, seat);
    if (repeated && this.#play(seat, repeated)) return;
    const { game, seats } = this.#game;
    const record = this.#match.redacted(seat);
    const position = { game, players: seats.length, board: this.#board, record, seat };
    const { rollouts } = this.#game.drawn ?? {};
    this.#players?.turn({ ...position, bot, character, seed: this.#seed, seconds: SECONDS, rollouts }).then(
      (turn) => {
        const asks = this.#match === match && this.#version === version;
        if (asks && this.#listener && !this.#play(seat, turn)) this.#refuse();
      },
      (error: unknown) => (this.failed = error),
    );
  }

  #refuse(): void {
    this.#tell({ type: 'refused', code: 'illegal', message: ILLEGAL, rule: null, reason: null, values: {} });
  }

  #tell(message: ToClient): void {
    // As from elsewhere: whoever asks has their answer after that.
    queueMicrotask(() => this.#listener?.heard(message));
  }

  /** Show everything, and what happened after a version. */
  #show(since: number): void {
    const you = this.#you;
    const state: State = {
      you,
      table: described(this.#game, this.#match, this.#version),
      view: null,
      draft: null,
      ahead: null,
      position: this.#position(you),
    };
    const updates = this.#updates.filter(({ version }) => version > since);
    this.#tell({ type: 'delta', version: this.#version, since: null, patch: [state], updates });
  }

  #position(you: number | null): Position {
    const match = this.#match;
    return {
      rules: match.rules.compiled.about.sources,
      record: [btoa(String.fromCharCode(...match.redacted(you)))],
      board: this.#board,
      given: match.given,
      turn: you === null ? null : match.pending(you),
      asked: you !== null && match.asks(you),
    };
  }
}

/** How long bots that search think about a turn: as long as on a server, unless its host asks for more. */
const SECONDS = 1;

const ILLEGAL = 'The rules do not allow this turn.';

const update = (version: number, seat: number | null, events: readonly Event[]): Update => ({
  version,
  seat,
  events,
});

/** Do what the rules may refuse. */
function tried<T>(entry: number | null, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof RangeError ? new Unplayable(entry, error) : error;
  }
}
