import { Connection, type Link } from '../lib/connection';
import { own } from '../lib/session.svelte';
import { load, save } from '../lib/storage';
import { lay, recall, remember, takeUp } from './visit';
import type { ChatLine, FromChat, NewReport, Refused, ToChat } from '../protocol';

/** The place that is no table. */
export const LOBBY = 'lobby';
/** Lines that are kept on a page; older ones are fetched when somebody wants them. */
const KEPT = 500;
const MUTED = 'eddyline.muted';
/** What is known of a report when the connection is gone: a second one changes nothing. */
const LOST: Refused = {
  type: 'refused',
  code: 'unsettled',
  message: 'It is not known whether this has arrived. Please try again.',
  rule: null,
  reason: null,
  values: {},
};

/** What is written at a table or in the lobby, as one browser sees it. */
export class ChatClient {
  lines: readonly ChatLine[] = $state.raw([]);
  /** Name under which one writes; null: one only reads, as far as is known. */
  you: string | null = $state(null);
  /** There are lines before these. */
  earlier = $state(false);
  /** Whether the first lines have come. */
  known = $state(false);
  link: Link = $state('connecting');
  refused: Refused | null = $state.raw(null);
  /** Learns that a report was taken, or why it was not. */
  #reporting: ((refused: Refused | null) => void) | null = null;
  /** Names whose lines are not shown here. */
  muted: readonly string[] = $state.raw(load<string[]>(MUTED, []));
  /** Names that nobody may write under here, as the host of the table knows. */
  silenced: readonly string[] = $state.raw([]);
  /** What somebody is writing; it outlasts the panel that shows it. */
  text = $state('');
  /** At a table, whether the chat is in front of the log. */
  front = $state(false);
  /** Whether somebody wants to write now: the field takes the focus as soon as it is there. */
  wanted = $state(false);
  /** Number of the last line that was read. */
  seen = $state(0);

  readonly #place: string;
  #token: string | null;
  /** What the server was shown of whoever is signed in here. */
  #session: string | null = null;
  #name: string | null;
  /** Lines that are on their way: each comes back, or is refused. */
  #sent: string[] = [];
  /** The line in the field goes out as soon as there is a connection, unless it is changed or the wait gets long. */
  #due: string | null = null;
  /** The next lines are the first of a connection: they tell what has arrived. */
  #anew = true;
  readonly #connection: Connection;

  /** `previous` is the table whose people play again here: what somebody was writing there goes on. */
  constructor(place: string, token: string | null, previous: string | null = null) {
    this.#place = place;
    this.#token = token;
    this.#name = recall(place);
    Object.assign(this, takeUp(previous === null ? [place] : [place, previous]));
    this.#connection = new Connection(`/api/chat/${place}`, {
      beside: true,
      hello: () => {
        this.#anew = true;
        return this.#hello();
      },
      heard: (message) => this.#heard(message as FromChat),
      link: (state) => {
        this.link = state;
        if (state !== 'lost') return;
        this.#due = null;
        this.#answer(LOST);
      },
    });
  }

  /** Lines of others that nobody has read here yet. */
  get unread(): number {
    return this.shown.filter(({ number, name, text }) => number > this.seen && name !== this.you && text !== null)
      .length;
  }

  /** Lines that are not of somebody muted. */
  get shown(): readonly ChatLine[] {
    return this.lines.filter(({ name }) => !this.muted.includes(name));
  }

  /** Note that everything up to now has been read. */
  read(): void {
    this.seen = Math.max(this.seen, this.lines.at(-1)?.number ?? 0);
  }

  /** Bring the chat to the front, for somebody who wants to write. */
  open(): void {
    this.front = true;
    this.wanted = true;
  }

  close(): void {
    lay(this.#place, { text: this.text, front: this.front });
    this.#connection.close();
  }

  /** Say again who one is, to read what one may read by now; a guest gives a name to write under. */
  greet(name = this.#name): void {
    this.#call(name);
    this.refused = null;
    this.#connection.send(this.#hello());
  }

  /** Go on with another seat, or with none. */
  sit(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    this.greet();
  }

  /** Send a message; between two connections it waits for the next. */
  send(message: ToChat): void {
    this.refused = null;
    this.#connection.send(message, true);
  }

  /** Write what is in the field; a line that is refused, or gets lost with the connection, is there again. */
  write(): void {
    const line = this.text.trim();
    this.refused = null;
    // Without a connection it stays in the field; until its first lines have come they would take this for one that got lost.
    const sent = !this.#anew && this.#connection.send({ type: 'write', text: line.replace(/^\/\//, '/') });
    this.#due = sent || this.link === 'lost' ? null : line;
    if (!sent) return;
    this.#sent.push(line);
    this.text = '';
  }

  #call(name: string | null): void {
    this.#name = name;
    remember(this.#place, name);
  }

  /** Put lines that have not arrived back into the field, before what has been written since. */
  #giveBack(lines: readonly (string | undefined)[]): void {
    this.text = [...lines, this.text].filter(Boolean).join(' ');
  }

  readEarlier(): void {
    const first = this.lines[0];
    if (first) this.send({ type: 'read', before: first.number });
  }

  /** Report a line; resolves once it was taken, or with why it was not. */
  report(number: number, reason: NewReport['reason'], note: string): Promise<Refused | null> {
    this.send({ type: 'report', number, reason, note });
    return new Promise((resolve) => (this.#reporting = resolve));
  }

  #answer(refused: Refused | null): void {
    this.#reporting?.(refused);
    this.#reporting = null;
  }

  /** Hide what somebody writes, here only; or show it again. */
  mute(name: string): void {
    this.muted = this.muted.includes(name) ? this.muted.filter((other) => other !== name) : [...this.muted, name];
    save(MUTED, this.muted);
  }

  #hello(): ToChat {
    this.#session = own.now?.session ?? null;
    return {
      type: 'hello',
      token: this.#token,
      session: this.#session,
      name: own.now || this.#token ? null : this.#name,
    };
  }

  #heard(message: FromChat): void {
    if (message.type === 'refused' && this.#reporting && this.#sent.length === 0) this.#answer(message);
    else if (message.type === 'refused') {
      this.#giveBack([this.#sent.shift()]);
      const over = own.heed(message.code, this.#session);
      // A name that will not do is not offered again, here or at the next connection.
      if (message.code === 'name_taken') this.#call(null);
      // Without the session or the name, one reads as everybody may.
      if (!this.known && (over || message.code === 'name_taken')) this.greet();
      this.refused = message;
    } else if (message.type === 'reported') this.#answer(null);
    else if (message.type === 'lines') {
      const last = this.lines.at(-1)?.number ?? 0;
      const arrived = message.lines.filter(({ number, name }) => number > last && name === message.you).length;
      this.#sent.splice(0, arrived);
      if (this.#anew) this.#giveBack(this.#sent.splice(0));
      this.#anew = false;
      const before = this.lines.length;
      const told = message.lines.map(({ number }) => number);
      const kept = this.lines.filter(({ number }) => !told.includes(number));
      const sorted = [...kept, ...message.lines].sort((one, other) => one.number - other.number);
      const older = before > 0 && (message.lines[0]?.number ?? Infinity) < (this.lines[0]?.number ?? 0);
      this.lines = older ? sorted : sorted.slice(-KEPT);
      this.you = message.you;
      this.silenced = message.muted;
      if (message.earlier !== null && (older || before === 0 || sorted.length === message.lines.length))
        this.earlier = message.earlier ?? false;
      if (!this.known) this.read();
      this.known = true;
      if (this.#due !== null && this.#due === this.text.trim()) this.write();
    }
  }
}
