/** A game that was played, told as a table tells one that is being played: up to any place, as any seat could see it. */
import type { Listener, Wire } from '../lib/connection';
import { steady } from '../lib/delta';
import type { State, TableInfo, ToServer, Update, View } from '../protocol';
import type { Position } from '../rules/rules';
import { redacted } from '../rules/setup';
import { openPlayers, type Place, type Story, viewAt } from './story';

/** Who looks: a seat, with open cards everybody, or with null a spectator while the game was played. */
export type Look = number | 'open' | null;

export class ReplayTable {
  /** The place that is shown: so many turns were played. */
  at = $state(0);
  /** The last place that has been shown, here or before. */
  furthest = $state(0);
  look: Look = $state('open');
  /** Whose cards are wanted with open cards; null: of who plays next. */
  opened: number | null = $state(null);
  /** The turn whose scene somebody came to see. */
  sought: number | null = $state(null);
  readonly #story: Story;
  readonly #table: (at: number) => TableInfo;
  /** Room for a position that is looked at. */
  readonly #room: Position<unknown>;
  #listener: Listener | null = null;
  /** What was told of the table last, and of the hand: what stays as it is, is not looked at anew. */
  readonly #described = steady<TableInfo>();
  readonly #held = steady<View>();

  /** The seat of whoever looks, if they played. */
  readonly #own: number | null;

  /** `table` describes the table at a place. */
  constructor(story: Story, table: (at: number) => TableInfo, own: number | null = null) {
    this.#story = story;
    this.#table = table;
    this.#own = own;
    this.#room = story.rules.position();
  }

  /** Speak with a client, as a server does: what it passes to `TableClient`. */
  readonly open = (listener: Listener): Wire => {
    this.#listener = listener;
    listener.link('live');
    listener.hello();
    // As from elsewhere: whoever opens it has it by then.
    queueMicrotask(() => this.#tell(0));
    return {
      // Nobody plays, and there is nothing to ask but to be told again.
      send: (message) => {
        if ((message as ToServer).type === 'hello') queueMicrotask(() => this.#tell(0));
        return true;
      },
      close: () => (this.#listener = null),
      retry: () => undefined,
    };
  };

  get last(): number {
    return this.#story.places.length - 1;
  }

  /** Show another place; the client has forgotten what it was told. */
  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, Math.round(at)));
    this.#tell(0);
  }

  /** Go on by a turn, and show what happens in it. */
  step(): void {
    if (this.at === this.last) return;
    this.at += 1;
    this.#tell(this.at);
  }

  /** Whose cards are shown: those of who looks, or with open cards of who is wanted or plays next; where several do, one's own
   * first. */
  get hand(): { seat: number; view: View } | null {
    const { waiting } = this.#place;
    const next = this.#story.places[this.at + 1]?.seat ?? waiting[0] ?? null;
    const mine = waiting.find((seat) => seat === this.#own) ?? next;
    const seat = this.look === 'open' ? (this.opened ?? mine) : this.look;
    return seat === null ? null : { seat, view: this.#held(viewAt(this.#story, this.#place, seat)) };
  }

  /** The turn that was sought, as long as what is shown is how it was just before it, or what came of it. */
  get scene(): number | null {
    const { sought, at } = this;
    return sought === at || sought === at + 1 ? sought : null;
  }

  /** Whose turns matter most: those of who looks, or with open cards one's own, if one has played. */
  get first(): number {
    return typeof this.look === 'number' ? this.look : (this.#own ?? this.hand?.seat ?? 0);
  }

  get #place(): Place {
    return this.#story.places[this.at] as Place;
  }

  /** Tell the state, and what happened from a place on. */
  #tell(from: number): void {
    this.furthest = Math.max(this.furthest, this.at);
    const { rules, board, places } = this.#story;
    const { record, pending, given } = this.#place;
    const you = this.look === 'open' ? null : this.look;
    rules.put(this.#room, record);
    const seen = this.look === 'open' ? record : redacted(rules, this.#room, you);
    const state: State = {
      you,
      table: this.#described(this.#table(this.at)),
      view: null,
      draft: null,
      ahead: null,
      position: {
        rules: rules.compiled.about.sources,
        record: [btoa(String.fromCharCode(...seen))],
        board,
        given:
          this.look === 'open' && pending.some(Boolean)
            ? { ...given, players: openPlayers(this.#story, this.#place) }
            : given,
        turn: you === null ? null : (pending[you] ?? null),
        asked: false,
      },
    };
    const updates = places
      .slice(from, this.at + 1)
      .map(({ seat, events }, i): Update => ({ version: from + i + 1, seat, events }));
    this.#listener?.heard({ type: 'delta', version: this.at + 1, since: null, patch: [state], updates });
  }
}
