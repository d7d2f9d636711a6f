import type {
  Action,
  Ahead,
  Update,
  Because,
  Delta,
  Draft,
  Event,
  Refused,
  State,
  Sync,
  TableInfo,
  ToClient,
  ToServer,
  View,
} from '../protocol';
import type { Drafting, Known } from '../rules/drafting';
import { Connection, type Link, type Listener, type Wire } from './connection';
import { patched } from './delta';
import { forgetDraft, keepDraft, keptDraft, onDraft } from './drafts';
import { lazy } from './lazy.svelte';
import { own } from './session.svelte';
import { type Scene, Show, type Viewer } from './show.svelte';

export interface LogLine {
  readonly key: string;
  readonly update: Update;
  /** Null: it tells of the update itself, that a bot played for somebody or that somebody resigned. */
  readonly event: Event | null;
}

/** All that a table says at one version, with what happened before it. */
type Whole = Omit<Sync, 'type' | 'record'>;

/** A state that has come, and what happened before it. */
interface Arrival {
  readonly version: number;
  readonly state: State;
  readonly updates: readonly Update[];
}

const rules = lazy(() => import('../rules/home'));

/** A confirmed turn whose receipt we have not had yet. */
interface Unacknowledged {
  readonly version: number;
  readonly turn: string;
  readonly decisions: readonly number[];
}

/** A decision that has been asked for and not been answered. */
interface Wish {
  readonly version: number;
  readonly step: number;
  readonly action: Action;
  /** The draft is taken back first; then it is to be made. */
  readonly anew: boolean;
}

/** What to go on with when all has been shown. */
interface Next {
  draft: Draft | null;
  /** Decision that got lost with the connection. */
  readonly lost: Action | null;
}

/** Follow one table and act at it: what the server knows, what is shown of it, and what we have asked for. */
export class TableClient implements Viewer {
  link: Link = $state('connecting');
  table: TableInfo | null = $state.raw(null);
  /** When `table` came, by performance.now(); its seconds count from then. */
  at = $state(0);
  you: number | null = $state(null);
  /** This seat's unconfirmed turn, when it owes one and all that happened before has been shown. */
  draft: Draft | null = $state.raw(null);
  /** What this turn can begin with, while it is known; deciding on one of these begins the turn anew. */
  choices: readonly Action[] = $state.raw([]);
  /** What this player may decide in advance, and has. */
  ahead: Ahead | null = $state.raw(null);
  log: readonly LogLine[] = $state.raw([]);
  readonly show = new Show(this);
  /** This player owes a decision, whether or not all that happened before it has been shown. */
  due = $state(false);
  /** The server owes us an answer. */
  waiting = $state(false);
  refused: Refused | null = $state.raw(null);
  /** Answer to the last question why something is not possible. */
  because: Because | null = $state.raw(null);
  /** What happened last, if a bot played for somebody or somebody resigned. */
  played: Update | null = $state.raw(null);
  /** What happened since bots began to play for this seat while nobody was here. */
  missed: readonly Update[] = $state.raw([]);
  /** Is a spectator, even if the account has a seat here. */
  watches = false;
  /** How many times faster than usual to show what happens; Infinity: by its result only. */
  speed: () => number = () => 1;
  /** Makes a finished turn final without asking, if it says so. */
  autoConfirm: (draft: Draft) => boolean = () => false;
  /** Says whose turn a prompt is about, where one person plays several seats; these keep their places then. */
  asks: ((name: string, prompt: string) => string) | null = null;

  /** What shows that a seat is ours. */
  readonly token: string | null;
  /** What the server was shown of whoever is signed in here. */
  #session: string | null = null;
  readonly #seen: number;
  readonly #id: string;
  readonly #connection: Wire;
  #known = 0;
  /** What the next delta changes. */
  #state: State | null = null;
  /** The next sync tells what happened while nobody was here. */
  #back = true;
  /** Null: nothing is being shown. */
  #next: Next | null = null;
  #unacknowledged: Unacknowledged | null = null;
  #decidedHere = false;
  /** What was decided here last is to be final. */
  #final = false;
  #wish: Wish | null = null;
  /** Drafts turns here; null: the server does it. */
  #home: Drafting | null = null;
  /** For which rules and board that is. */
  #homeIs = '';
  /** What waits for the rules to come. */
  #arrivals: readonly Arrival[] = [];
  /** Our rules are not to be had, or not the server's: it is to draft and to show. */
  #homeless = false;
  readonly #forgetDrafts: () => void;

  /** Follow the table `id`; whoever was here before has seen it up to version `seen`. It is a server's, unless `open`
   * opens another way to it. */
  constructor(id: string, token: string | null, seen = 0, open?: (listener: Listener) => Wire) {
    this.token = token;
    this.#seen = seen;
    this.#id = id;
    this.#forgetDrafts = onDraft(() => this.#takeUp());
    const listener: Listener = {
      // From 0 at first: the whole story, for the log.
      hello: () => {
        this.#back = true;
        return this.#hello();
      },
      heard: (message) => this.heard(message as ToClient),
      link: (state) => {
        if (this.link === 'refused' && state === 'live') this.refused = null;
        this.link = state;
        if (state !== 'live') this.waiting = false;
      },
    };
    this.#connection = open?.(listener) ?? new Connection(`/ws/tables/${id}`, listener);
  }

  /** Position shown, all turns in it confirmed. */
  get view(): View | null {
    return this.show.view;
  }

  close(): void {
    this.#forgetDrafts();
    this.#connection.close();
    this.show.close();
  }

  retry(): void {
    this.#connection.retry();
  }

  /** Forget what has been told after a version: what is told next is another place in the game. */
  leap(version: number): void {
    this.log = this.log.filter(({ update }) => update.version <= version);
    // What was still to be shown has not been told.
    this.#known = this.log.at(-1)?.update.version ?? 0;
    this.show.leap();
  }

  /** Add a decision to the draft; one that the draft does not offer any more begins it anew.
   * `final`: the turn that it completes is not asked about. */
  decide(action: Action, final = false): void {
    if (!this.draft || this.waiting) return;
    this.#decidedHere = true;
    this.#final = final;
    const { version, step } = this.draft;
    const anew = !offers(this.draft.legal, action);
    if (this.#home) {
      if (anew) this.#home.undo(true);
      this.#home.decide(action.id);
      this.#redraft(this.#home, version);
      return;
    }
    this.#wish = { version, step, action, anew };
    this.#ask(anew ? { type: 'undo', version, all: true } : { type: 'decide', version, step, action: action.id });
  }

  /** Take the last decision back, or all of them; a secret turn already confirmed is opened again by taking all back. */
  undo(all = false): void {
    if (!this.draft || this.waiting) return;
    this.#decidedHere = false;
    const { version } = this.draft;
    if (!this.#home) this.#ask({ type: 'undo', version, all });
    else {
      this.#home.undo(all);
      this.#redraft(this.#home, version);
    }
  }

  /** Make the finished draft final. */
  confirm(): void {
    const draft = this.draft;
    if (!draft?.complete || draft.confirmed || this.waiting) return;
    const decisions = draft.decisions.map((action) => action.id);
    this.#unacknowledged = { version: draft.version, turn: newTurnId(), decisions };
    this.#ask({ type: 'confirm', ...this.#unacknowledged });
  }

  /** Ask why an action, in its text form, is not possible now. */
  ask(action: string): void {
    this.dismiss();
    this.because = this.#home?.whyNot(action) ?? null;
    if (this.because) return;
    this.#connection.send({
      type: 'why',
      version: this.draft?.version ?? this.#known,
      step: this.draft?.step ?? 0,
      action,
      decisions: this.#own,
    });
  }

  /** What one may know here of the turn so far, perhaps after an action in its text form; null: our rules are not here, or
   * the action is not possible. */
  known(action: string | null): Known | null {
    return this.#home?.known(action) ?? null;
  }

  /** Put away what was said about something that is not possible. */
  dismiss(): void {
    this.refused = null;
    this.because = null;
  }

  /** Say something that is no part of a turn. */
  say(message: ToServer): void {
    // An emote changes nothing, so the server owes no answer to it.
    if (message.type === 'emote') this.#connection.send(message);
    else this.#ask(message, true);
  }

  heard(message: ToClient): void {
    switch (message.type) {
      case 'delta':
        this.#follow(message);
        break;
      case 'draft':
        this.#drafted(message);
        break;
      case 'table':
        this.#describe(message.table);
        break;
      case 'refused': {
        this.waiting = false;
        this.#wish = null;
        // An unsettled turn goes on its way again, with its id, if the table then shows that it was not saved.
        const turn = this.#unacknowledged;
        if (message.code !== 'unsettled') this.#unacknowledged = null;
        // What our rules call a whole turn, the server's do not.
        if (turn && this.#home && (message.code === 'illegal' || message.code === 'incomplete')) this.#leaveHome();
        this.refused = message;
        own.heed(message.code, this.#session);
        break;
      }
      case 'because':
        this.because = message;
        break;
      case 'fate':
      case 'pong':
        break;
    }
  }

  #hello(): ToServer {
    this.#session = own.now?.session ?? null;
    return {
      type: 'hello',
      token: this.token,
      session: this.#session,
      watch: this.watches,
      since: this.#known,
      deltas: true,
      record: !this.#homeless,
      check: import.meta.env.DEV,
    };
  }

  #follow({ version, since, patch, updates, whole }: Delta): void {
    if (since !== null && since !== this.#state?.table.version) {
      this.#connection.send(this.#hello());
      return;
    }
    const state = (this.#state = patched(this.#state, patch) as State);
    if (import.meta.env.DEV && whole && JSON.stringify(state) !== JSON.stringify(whole))
      throw new Error(`what has changed does not lead to the state of version ${version}`);
    const waits = this.#arrivals.length > 0;
    const arrival = { version, state, updates };
    if (waits || !this.#isHome(state)) this.#arrivals = [...this.#arrivals, arrival];
    else this.#take(arrival);
    if (!waits && this.#arrivals.length > 0) void this.#bringHome();
  }

  /** Tell whether the rules that a state needs are here. */
  #isHome({ position }: State): boolean {
    return !position || this.#homeIs === `${position.rules} ${position.board}`;
  }

  /** Fetch the rules, then take in what has waited for them; without them the server is to draft and to show. */
  async #bringHome(): Promise<void> {
    const { state } = this.#arrivals[0] ?? {};
    if (!state?.position) return;
    const { position } = state;
    try {
      this.#home = await (await rules.get()).bringHome(state.table.game, position);
      this.#homeIs = `${position.rules} ${position.board}`;
    } catch {
      this.#leaveHome();
      return;
    }
    while (this.#arrivals[0] && this.#isHome(this.#arrivals[0].state)) {
      const [next] = this.#arrivals;
      this.#arrivals = this.#arrivals.slice(1);
      this.#take(next);
    }
    if (this.#arrivals.length > 0) await this.#bringHome();
  }

  /** Let the server draft and show from now on. */
  #leaveHome(): void {
    forgetDraft(this.#id);
    this.#home = this.#state = null;
    this.#homeIs = '';
    this.#arrivals = [];
    this.#homeless = true;
    this.#connection.send(this.#hello());
  }

  #take({ version, state, updates }: Arrival): void {
    const { position, you } = state;
    if (!position || !this.#home) {
      this.#synchronise({ ...state, version, updates });
      return;
    }
    if (this.#home.take(position, you)) {
      const kept = keptDraft(this.#id, you, position);
      if (!kept || !this.#home.takeUp(kept)) forgetDraft(this.#id);
    }
    this.#synchronise({ ...state, view: this.#home.view(), draft: this.#home.draft(version), version, updates });
  }

  /** What was decided here of a turn that is not confirmed. */
  get #own(): readonly number[] | null {
    return this.#home && this.draft && !this.draft.confirmed ? this.draft.decisions.map(({ id }) => id) : null;
  }

  /** Show what was decided here, and keep it. */
  #redraft(home: Drafting, version: number): void {
    this.dismiss();
    const { position, you = null } = this.#state ?? {};
    if (position && home.begun) keepDraft(this.#id, you, position, home.begun);
    else forgetDraft(this.#id);
    const draft = home.draft(version);
    this.due = owes(draft);
    this.#offer(draft, null);
  }

  /** Go on with what another tab has decided. */
  #takeUp(): void {
    const { draft } = this;
    const { position, you = null } = this.#state ?? {};
    if (!this.#home || !position || !draft || this.waiting) return;
    const kept = keptDraft(this.#id, you, position) ?? (draft.confirmed ? null : []);
    if (`${kept}` === `${draft.decisions.map(({ id }) => id)}` || !kept || !this.#home.takeUp(kept)) return;
    this.#decidedHere = false;
    const now = this.#home.draft(draft.version);
    this.due = owes(now);
    this.#offer(now, null);
  }

  #synchronise(sync: Whole): void {
    this.waiting = false;
    this.because = null;
    this.#describe(sync.table);
    this.you = sync.you;
    this.ahead = sync.ahead;
    const updates = sync.updates.filter((update) => update.version > this.#known);
    this.#known = sync.version;
    // Another state is no answer to a decision, unless the connection is a new one.
    const lost = this.#back ? this.#forgetWish() : null;
    const again = lost?.version === sync.version && lost.step === sync.draft?.step ? lost.action : null;
    if (this.#back) this.#catchUp(updates);
    if (this.#unacknowledged && !this.#stillOwed(sync, this.#unacknowledged)) this.#unacknowledged = null;
    this.due = owes(sync.draft);
    this.#next = { draft: sync.draft, lost: again };
    this.show.add({ updates, view: sync.view });
  }

  #describe(table: TableInfo): void {
    this.table = table;
    this.at = performance.now();
  }

  /** Find what bots played for this seat since it was last played by its owner, as far as that is news. */
  #catchUp(updates: readonly Update[]): void {
    this.#back = false;
    const own = updates.findLastIndex(({ seat, bot }) => seat === this.you && !bot);
    const news = updates.slice(own + 1).filter(({ version }) => version > this.#seen);
    const first = news.findIndex(({ seat, bot }) => seat === this.you && bot);
    if (this.you !== null && first >= 0) this.missed = news.slice(first);
  }

  #drafted(draft: Draft): void {
    this.waiting = false;
    if (draft.version < this.#known) return;
    this.due = owes(draft);
    if (this.#next) {
      this.#next.draft = draft;
      return;
    }
    const wish = this.#forgetWish();
    this.#offer(draft, wish?.anew ? wish.action : null);
  }

  #forgetWish(): Wish | null {
    const wish = this.#wish;
    this.#wish = null;
    return wish;
  }

  /** Let the player go on with a draft, or make the decision that they have asked for already. */
  #offer(draft: Draft | null, wanted: Action | null): void {
    this.draft = draft;
    if (!draft) {
      this.choices = [];
      return;
    }
    // A confirmed draft offers what it could begin with, too.
    if (this.#home) this.choices = this.#home.choices;
    else if (!draft.can_undo || draft.confirmed) this.choices = draft.legal;
    if (wanted && (offers(draft.legal, wanted) || offers(this.choices, wanted))) this.decide(wanted, this.#final);
    // Its receipt got lost, and perhaps the turn itself.
    else if (this.#unacknowledged) this.#ask({ type: 'confirm', ...this.#unacknowledged });
    else if (draft.complete && this.#decidedHere && (this.#final || this.autoConfirm(draft))) this.confirm();
  }

  /** Tell whether a turn we confirmed may not have arrived: at its own version, or where the same draft still waits. */
  #stillOwed({ version, draft }: Whole, turn: Unacknowledged): boolean {
    if (!draft || (draft.confirmed && begins(draft, turn))) return false;
    return version === turn.version || (draft.complete && !draft.confirmed && begins(draft, turn));
  }

  /** What was offered before comes back when all has been shown, unless there is something newer by then. */
  putAway(): View | null {
    const { draft } = this;
    this.#next ??= { draft, lost: null };
    this.draft = null;
    return draft?.complete ? draft.view : null;
  }

  shown(scene: Scene): void {
    if (!scene.again) this.#tell(scene);
    const last = scene.updates.at(-1);
    if (last) this.played = last.bot || last.resigned ? last : null;
  }

  rest(): void {
    const next = this.#next;
    this.#next = null;
    if (next) this.#offer(next.draft, next.lost);
  }

  /** Write a scene's events into the log. */
  #tell(scene: Scene): void {
    const lines = linesOf(scene);
    if (lines.length > 0) this.log = [...this.log, ...lines];
  }

  /** Send what the server owes an answer to; decisions do not wait for a connection: they are made anew on what it tells. */
  #ask(message: ToServer, waits = false): void {
    this.dismiss();
    this.waiting = this.#connection.send(message, waits);
  }
}

/** Put into lines what a scene tells; given what has been shown of it, no further than that. */
export function linesOf(scene: Scene, happened?: readonly Event[]): LogLine[] {
  const lines = scene.updates.flatMap((update): LogLine[] => [
    ...(update.bot || update.resigned ? [{ key: `${update.version}.bot`, update, event: null }] : []),
    ...update.events.map((event, index) => ({ key: `${update.version}.${index}`, update, event })),
  ]);
  return happened ? lines.slice(0, lines.findIndex(({ event }) => event && event === happened.at(-1)) + 1) : lines;
}

const offers = (legal: readonly Action[], action: Action): boolean => legal.some(({ id }) => id === action.id);

const owes = (draft: Draft | null): boolean => draft !== null && !draft.confirmed;

/** Tell whether a draft is the beginning of a turn, or all of it. */
function begins(draft: Draft, turn: Unacknowledged): boolean {
  return draft.decisions.every((action, i) => action.id === turn.decisions[i]);
}

/** Make up an id for a turn; randomUUID would need https, which a table in the local network has not. */
function newTurnId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
