import {
  type Announcement,
  type FriendsChanged,
  type FromChat,
  type FromLobby,
  type FromTournament,
  type TablesChanged,
  type ToChat,
  type ToClient,
  type ToLobby,
  type ToServer,
  WIRE,
} from '../protocol';
import { outdated } from './outdated.svelte';
import { files } from './root';

export type Link = 'connecting' | 'live' | 'lost' | 'refused' | 'elsewhere';

export interface Listener {
  /** It is never the page's only connection: when another one is lost, it asks at once, and else more seldom. */
  readonly beside?: boolean;
  /** Say how to introduce ourselves; asked at each new connection. */
  hello(): ToServer | ToLobby | ToChat;
  heard(message: ToClient | FromLobby | FromChat | FromTournament): void;
  link(state: Link): void;
}

/** Whatever messages go through: a connection to a server, or a table in this browser. */
export interface Wire {
  /** Send a message; false when nobody is there to hear it. One that `waits` goes out as soon as somebody is, while
   * nobody has been told that the connection is gone. */
  send(message: ToServer | ToLobby | ToChat, waits?: boolean): boolean;
  close(): void;
  retry(): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** So long nobody is told that the connection is gone: a server that makes way for the next one is back by then. */
const SILENT = 4_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
/** The server closes with a code from here on when asking again would not help: no such table, one that cannot be opened. */
const FINAL_CODES = new Set([4404, 4410, 4411, 4412, 4414, 4415, 1008]);
/** The server closes the oldest of too many windows with this code; connecting again would close another one. */
const OPENED_ELSEWHERE = 4409;
/** The server speaks another version of the protocol. */
const OTHER_VERSION = 4415;
/** As many people are watching as can; one of them may leave. */
const FULL = 4413;
const FULL_WAIT = 30_000;

/** What shows that the server has let us in. */
const WELCOMES: readonly string[] = ['delta', 'listed', 'lines'];

/** Keep one WebSocket, to a table, a chat, a tournament or the lobby, alive through sleep, tunnels and restarts of the server. */
export class Connection implements Wire {
  #socket: WebSocket | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #missing: ReturnType<typeof setTimeout> | undefined;
  #lost = false;
  #ping: ReturnType<typeof setInterval> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** The server has closed for good; only the player connects again. */
  #ended = false;
  /** Nobody more can watch; trying again shows nothing until we are let in. */
  #full = false;
  /** What goes out when we have introduced ourselves. */
  #waiting: (ToServer | ToLobby | ToChat)[] = [];
  readonly #url: string;
  readonly #listener: Listener;

  constructor(path: string, listener: Listener) {
    this.#url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${files}${path}?wire=${WIRE}`;
    this.#listener = listener;
    document.addEventListener('visibilitychange', this.#woken);
    addEventListener('online', this.#woken);
    addEventListener('offline', this.#offline);
    addEventListener('doubt', this.#doubt);
    this.#connect();
  }

  send(message: ToServer | ToLobby | ToChat, waits = false): boolean {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    else if (waits && !(this.#lost || this.#full || this.#ended)) this.#waiting.push(message);
    else return false;
    return true;
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener('visibilitychange', this.#woken);
    removeEventListener('online', this.#woken);
    removeEventListener('offline', this.#offline);
    removeEventListener('doubt', this.#doubt);
    this.#quiet();
    this.#found();
    this.#forgetSocket();
  }

  /** Connect at once, whatever the backoff says. */
  retry(): void {
    this.#failures = 0;
    this.#connect();
  }

  #connect(): void {
    this.#quiet();
    this.#forgetSocket();
    this.#ended = false;
    if (!this.#full) this.#listener.link(this.#lost ? 'lost' : 'connecting');
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      for (const message of [this.#listener.hello(), ...this.#waiting.splice(0)]) socket.send(JSON.stringify(message));
      this.#ping = setInterval(() => this.#probe(), this.#listener.beside ? 2 * PING_EVERY : PING_EVERY);
      this.#expectAnswer();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#overdue);
      this.#overdue = undefined;
      const message = JSON.parse(event.data) as
        ToClient | FromLobby | FromChat | FromTournament | Announcement | FriendsChanged | TablesChanged;
      // Shown on every page, whatever the connection is for (`news/`, `notice/`).
      if (message.type === 'news' || message.type === 'friends' || message.type === 'tables') {
        dispatchEvent(new CustomEvent(message.type, { detail: message }));
        return;
      }
      const turnedAway = message.type === 'refused' && message.code === 'full';
      if (turnedAway) this.#full = true;
      // A refusal may come just before the server closes the connection.
      else if (WELCOMES.includes(message.type) && (this.#failures > 0 || this.#fresh)) {
        // Nobody has told what changed meanwhile.
        dispatchEvent(new Event('tables'));
        if (this.#failures > 0) dispatchEvent(new Event('friends'));
        this.#failures = 0;
        this.#fresh = this.#full = false;
        this.#found();
        this.#listener.link('live');
      }
      if (message.type !== 'pong') this.#listener.heard(message);
    };
    socket.onclose = (event) => {
      outdated.is ||= event.code === OTHER_VERSION;
      if (event.code === FULL) {
        this.#quiet();
        this.#found();
        this.#retry = setTimeout(() => this.#connect(), FULL_WAIT);
        this.#listener.link('refused');
      } else if (FINAL_CODES.has(event.code) || event.code === OPENED_ELSEWHERE) {
        this.#quiet();
        this.#found();
        this.#ended = true;
        this.#listener.link(event.code === OPENED_ELSEWHERE ? 'elsewhere' : 'refused');
      } else this.#drop();
    };
    this.#fresh = true;
  }
  #fresh = true;

  /** Ask whether anybody is there: a sleeping laptop's socket looks open for minutes. */
  #probe(): void {
    if (this.send({ type: 'ping' })) this.#expectAnswer();
    else this.#drop();
  }

  #expectAnswer(): void {
    this.#overdue ??= setTimeout(this.#drop, PONG_WITHIN);
  }

  #doubt = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#probe();
  };

  #woken = (): void => {
    if (document.visibilityState !== 'visible' || this.#closed) return;
    this.#doubt();
    if (this.#retry !== undefined) this.retry();
  };

  #drop = (): void => {
    this.#quiet();
    this.#forgetSocket();
    if (this.#closed) return;
    dispatchEvent(new Event('doubt'));
    this.#failures += 1;
    this.#full = false;
    this.#missing ??= setTimeout(this.#miss, SILENT);
    this.#listener.link(this.#lost ? 'lost' : 'connecting');
    // Half of the wait is random, so that a restarted server is not met by everybody in the same instant.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 1.7 ** (this.#failures - 1));
    this.#retry = setTimeout(() => this.#connect(), wait / 2 + (Math.random() * wait) / 2);
  };

  /** Say that the connection is gone. */
  #miss = (): void => {
    this.#lost = true;
    this.#waiting = [];
    this.#listener.link('lost');
  };

  #found(): void {
    clearTimeout(this.#missing);
    this.#missing = undefined;
    this.#lost = false;
  }

  #offline = (): void => {
    // After a final refusal there is nothing to lose.
    if (this.#ended) return;
    this.#drop();
    this.#miss();
  };

  #quiet(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#overdue);
    clearInterval(this.#ping);
    this.#retry = this.#overdue = this.#ping = undefined;
  }

  #forgetSocket(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // Of a socket that is closed before it is open, a browser warns; one that may hang must not be waited for.
    if (this.#closed && socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
    this.#socket = null;
  }
}
