import type { Snippet } from 'svelte';

import { capital } from '../boards/art/names';
import type { Note } from '../boards/fate';
import type { BoardExports, GameUi, Group, Naming, Setting } from '../boards/ui';
import { steady } from '../lib/delta';
import type { LogLine, TableClient } from '../lib/table.svelte';
import { called, guest } from '../lib/said';
import { list } from '../lib/words';
import { m } from '../lib/messages';
import type { Action, SeatInfo, TableInfo, View } from '../protocol';

/** What a player sees of one moment of a game, and what they can do in it; follows the table. */
export class Moment {
  readonly client: TableClient;
  readonly ui: GameUi;
  /** Tells who plays for whom, and how a game ended before the rules ended it; null until it has been fetched. */
  told: typeof import('../pace/told') | null = $state.raw(null);
  /** Somebody hastens through a game that is looked at: only the board and how all stand need be drawn. */
  hasty = $state(false);
  /** The list of what is not possible now is open. */
  wondering = $state(false);
  /** What the player should know before deciding, or before confirming; null until it has been found out. */
  note: Note | null = $state.raw(null);
  /** What there is to do once a game is over, besides what every game has; null until it has been fetched. */
  onward: Snippet | null = $state.raw(null);
  /** Where else one is waited for, once it is over. */
  elsewhere: Snippet | null = $state.raw(null);
  readonly #table: () => TableInfo;
  readonly #view: () => View;

  constructor(client: TableClient, ui: GameUi, table: () => TableInfo, view: () => View) {
    this.client = client;
    this.ui = ui;
    this.#table = table;
    this.#view = view;
  }

  /** Show on a board what happens, until the returned function is called. */
  stage(board: BoardExports): () => void {
    this.client.show.stage = {
      animate: (events, telling) => board.animate(events, telling),
      skip: () => board.skip(),
      leave: () => board.leave(),
      part: this.ui.words.part,
    };
    return () => (this.client.show.stage = null);
  }

  /** Tell whether a seat is its reader's; several who share one device are told by their names. */
  readonly #own = (seat: number): boolean => seat === this.client.you && !this.client.asks;
  readonly #steady = steady<readonly string[]>();
  /** What all are called: what is said of them is not said anew when somebody else is to decide. */
  readonly #names: readonly string[] = $derived.by(() => this.#steady(this.#table().seats.map(({ name }) => name)));
  readonly #named = (seat: number): string => called(this.#names[seat] ?? '');
  /** Whoever never gave a name need not know that they are the guest. */
  readonly #nameless = (seat: number): boolean => this.#own(seat) && this.#named(seat) === guest();
  /** The name of a seat. */
  readonly name: Naming = Object.assign(
    (seat: number): string => (this.#nameless(seat) ? `${this.#named(seat)} (${m.app_seat_you()})` : this.#named(seat)),
    { you: this.#nameless },
  );
  /** What a seat is called where it stands alone: its reader is “you”, unless several share one device. */
  readonly called = (seat: number): string => (this.#own(seat) ? capital(m.app_seat_you()) : this.name(seat));

  /** Position drawn: the preview while a turn is drafted. */
  readonly drawn: View = $derived.by(() => this.client.draft?.view ?? this.#view());
  /** What the bar on top and the panels tell of: the position drawn, led on to what is being shown. */
  readonly headed: View = $derived.by(() => {
    const { happened } = this.client.show;
    return (happened.length > 0 && this.ui.lead?.(this.drawn, happened)) || this.drawn;
  });
  /** The game was ended before its rules end it. */
  readonly stopped: boolean = $derived.by(() => (this.#table().ended ?? 'finished') !== 'finished');
  readonly over: boolean = $derived.by(() => this.stopped || this.#view().ranking !== null);

  readonly legal: readonly Action[] = $derived.by(() => {
    const { draft, show } = this.client;
    return draft && !show.playing ? draft.legal : [];
  });

  readonly setting: Setting = $derived.by(() => ({
    view: this.drawn,
    decisions: this.client.draft?.decisions ?? [],
    legal: this.legal,
    complete: this.client.draft?.complete ?? false,
    confirmed: this.client.draft?.confirmed ?? false,
    name: this.name,
  }));

  readonly groups: readonly Group[] = $derived.by(() => this.ui.words.groups(this.setting));
  readonly handMatters: boolean = $derived.by(() => this.ui.handMatters(this.drawn));

  /** What the hand offers: another card may be tapped while one is chosen already, and the only one that can be chosen is
   * tapped as well to play it. */
  readonly handLegal: readonly Action[] = $derived.by(() => {
    const { draft, choices } = this.client;
    if (!this.handMatters || !draft?.complete || draft.confirmed) return this.legal;
    return choices.length > 0 ? choices : draft.decisions;
  });

  /** A list of decisions takes the place of the hand. */
  readonly listed: boolean = $derived.by(() => {
    const { draft } = this.client;
    return draft !== null && !draft.complete && (!this.handMatters || !this.ui.Hand);
  });

  readonly acting: boolean = $derived.by(() => {
    const { draft } = this.client;
    return draft !== null && !draft.confirmed && !this.over;
  });

  /** The turn is complete and waits to be confirmed. */
  readonly ready: boolean = $derived.by(() => this.acting && (this.client.draft?.complete ?? false));

  /** What the player is about to confirm ends badly: that is said first. */
  readonly warns: boolean = $derived.by(() => this.ready && !this.standingIn && this.note?.weight === 'grave');

  /** What they are about to confirm is a risk: that is said beside what is to be done. */
  readonly risks: boolean = $derived.by(() => this.ready && this.note?.weight === 'danger');

  /** Decide; what a complete turn ends with already is thereby confirmed: a card, say, that is tapped again. */
  readonly choose = (action: Action): void => {
    const { client } = this;
    if (this.ready && client.draft?.decisions.at(-1)?.id === action.id) client.confirm();
    else client.decide(action);
  };

  readonly me: SeatInfo | undefined = $derived.by(() =>
    this.client.you === null ? undefined : this.#table().seats[this.client.you],
  );
  readonly standingIn: boolean = $derived.by(() => this.me?.kind === 'human' && this.me.bot !== null && !this.over);
  readonly #late: readonly SeatInfo[] = $derived.by(() =>
    this.#table().seats.filter((seat) => seat.thinking && seat.seat !== this.client.you),
  );
  /** Somebody whom the others wait for and who is not there. */
  readonly away: SeatInfo | undefined = $derived.by(() =>
    this.#late.find(({ kind, online, bot }) => kind === 'human' && !online && bot === null),
  );

  /** Whom all look at: whose doing is being shown, else who is awaited. */
  readonly active = ({ seat, thinking }: SeatInfo): boolean =>
    this.client.show.playing ? this.client.show.seat === seat : thinking && !this.over;

  /** Who need not decide now: where all decide at once, they have. */
  readonly settled = ({ thinking }: SeatInfo): boolean => !thinking && !this.client.show.playing && !this.over;

  /** Everybody, in turn order around the table, this player first, unless they play several seats; nobody is seen to think
   * while something is shown. */
  readonly around: readonly SeatInfo[] = $derived.by(() => {
    const { you, show } = this.client;
    const seats = this.#table().seats.map((seat) => (show.playing ? { ...seat, thinking: false } : seat));
    const first = this.client.asks ? 0 : (you ?? 0);
    return [...seats.slice(first), ...seats.slice(0, first)];
  });

  /** Tell a line of the log; null for one that need not be told. */
  readonly tell = ({ event, update }: LogLine): string | null =>
    event ? this.ui.words.event(event, this.name) : (this.told?.played(update, this.client.you, this.name) ?? null);

  /** What to do, to whom that is said by name where several share one device. */
  #prompt(): string {
    const prompt = this.ui.words.prompt(this.setting);
    return this.client.asks?.(this.me?.name ?? '', prompt) ?? prompt;
  }

  /** The one sentence that says what happens, or what to do. */
  readonly sentence: string = $derived.by(() => {
    const { words } = this.ui;
    const { told } = this.client.show;
    if (told.length > 0) return words.headline(told, this.name);
    if (this.stopped) return this.told?.ending(this.#table(), this.client.you) ?? '';
    if (this.standingIn) return m.app_why_bot_plays();
    if (this.warns && this.note) return this.note.words;
    if (this.client.draft && !this.over) return this.#prompt();
    return words.meanwhile(this.#view(), this.name);
  });

  readonly detail: string = $derived.by(() => {
    const { played } = this.client;
    if (this.client.show.again) return m.show_again_detail();
    if (played && !this.over) return this.told?.played(played, this.client.you, this.name) ?? '';
    if (this.over || this.client.show.told.length > 0) return '';
    if (this.acting) return this.warns ? this.#prompt() : (this.note?.words ?? '');
    if (this.client.you === null) return m.app_watching();
    if (this.away) return m.app_is_away({ name: this.away.name });
    const preparing = this.#late.filter((seat) => seat.preparing);
    if (preparing.length > 0) return m.app_preparing({ names: list(preparing.map((seat) => seat.name)) });
    const names = list(this.#late.map((seat) => seat.name));
    // Quicker thoughts are over before anybody has read this.
    const long = this.#table().bot_seconds > 1 && this.#late.every(({ bot }) => bot);
    if (names && long) return m.app_thinking({ names });
    if (names && this.handMatters) return m.app_waiting_for({ names });
    return '';
  });
}
