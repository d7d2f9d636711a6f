// Made from src/eddyline/server/protocol.py by tools/protocol_ts.py: change the former, run the latter.

export type GemName = 'amethyst' | 'diamond' | 'amber' | 'sapphire' | 'ruby';

export type PlaceName = 'dock' | '1' | '2' | '3' | '4' | '5' | '6L' | '7L' | '6R' | '7R' | 'lost';

export type CardName = 'cloud' | '1' | '2' | '3' | '4' | '5' | '6';

export type CanoeName = 'a' | 'b';

export type Action = ChooseCard | Decline | RescueCanoe | MoveWeather | Paddle | Unload | Load | Steal | Spare | Stay;

export type Arm = 'L' | 'R';

export type GoalName = 'four_alike' | 'five_colours' | 'seven';

export type Event = RoundBegan | CanoeRescued | CanoeSitsOut | CardRevealed | WeatherMoved | CanoePaddled | GemUnloaded | GemLoaded | GemStolen | GemBanked | GoalReached | NothingToMove | RiverFlows | Pushed | PreserverPassed | CardsReturned | GameOver;

export type PhaseName = 'rescue' | 'cards' | 'paddling' | 'over';

export type OptionValue = string | number | boolean;

export type Status = 'open' | 'running' | 'over';

export type RefusalCode = 'stale' | 'not_yours' | 'illegal' | 'incomplete' | 'not_host' | 'wrong_time' | 'taken' | 'unknown' | 'bad_message' | 'too_fast';

export type ToServer = Hello | Decide | Undo | WhyNot | Confirm | Start | AddBot | RemoveSeat | StandIn | ComeBack | Rematch | Ping;

export type ToClient = Draft | Sync | TableChanged | Refused | Because | Pong;

export type View = NiagaraView;

/** Describe one option: a switch, a whole number from `least` to `most`, or a choice of `values`. */
export interface OptionInfo {
  name: string;
  kind: 'switch' | 'number' | 'choice';
  values: readonly string[];
  least: number | null;
  most: number | null;
  longest: number | null;
}

/** Say what holds for some numbers of players whatever the preset says; a single choice still wins over it. */
export interface Implied {
  players: readonly number[];
  any_of: readonly string[];
  set: Record<string, OptionValue>;
}

/** Offer a number of players only while one of some options is on. */
export interface Need {
  players: number;
  any_of: readonly string[];
  rule: string;
}

/** Describe a game that tables can be opened for. */
export interface GameInfo {
  id: string;
  players: readonly number[];
  house_players: readonly number[];
  presets: Record<string, Record<string, OptionValue>>;
  default_preset: string;
  options: readonly OptionInfo[];
  implied: readonly Implied[];
  needs: readonly Need[];
  bundles: Record<string, readonly string[]>;
  boards: Record<string, readonly string[]>;
  bots: readonly string[];
}

/** Confirm a seat; whoever holds the token is that player. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
}

/** Tell who sits on a seat, and whether they are there. */
export interface SeatInfo {
  seat: number;
  kind: 'open' | 'human' | 'bot';
  name: string;
  bot: string | null;
  online: boolean;
  thinking: boolean;
}

/** Describe a table as everybody may see it. */
export interface TableInfo {
  id: string;
  game: string;
  status: Status;
  version: number;
  created: string;
  preset: string | null;
  options: Record<string, OptionValue>;
  host: number;
  seats: readonly SeatInfo[];
  spectators: number;
  rematch: string | null;
}

/** Say why a request was refused. */
export interface Problem {
  code: string;
  message: string;
}

/** Choose the card of this round (N-ROUND-5). */
export interface ChooseCard {
  kind: 'card';
  id: number;
  text: string;
  card: CardName;
}

/** Buy no (further) canoe back (N-LOST-2). */
export interface Decline {
  kind: 'decline';
  id: number;
  text: string;
}

/** Bring a lost canoe back to the dock (N-LOST-2, N-LOST-3). */
export interface RescueCanoe {
  kind: 'rescue';
  id: number;
  text: string;
  canoe: CanoeName;
  gem: GemName | null;
}

/** Move the weather one step (N-CLOUD-1). */
export interface MoveWeather {
  kind: 'weather';
  id: number;
  text: string;
  step: -1 | 1;
}

/** Paddle a canoe to a place (N-MOVE-1). */
export interface Paddle {
  kind: 'paddle';
  id: number;
  text: string;
  canoe: CanoeName;
  to: PlaceName;
}

/** Lay a gem on the deposit beside the canoe (N-GEM-2). */
export interface Unload {
  kind: 'unload';
  id: number;
  text: string;
  canoe: CanoeName;
  gem: GemName;
}

/** Take a gem from the deposit beside the canoe (N-GEM-2). */
export interface Load {
  kind: 'load';
  id: number;
  text: string;
  canoe: CanoeName;
  gem: GemName;
}

/** Take a gem from an opposing canoe on the same disc (N-STEAL-1). */
export interface Steal {
  kind: 'steal';
  id: number;
  text: string;
  victim: number;
  canoe: CanoeName;
  gem: GemName;
}

/** Steal nothing, though one could (N-STEAL-1). */
export interface Spare {
  kind: 'spare';
  id: number;
  text: string;
}

/** Leave the canoe that is ashore where it is (N-MOVE-3). */
export interface Stay {
  kind: 'stay';
  id: number;
  text: string;
}

/** Fix everything about a game that is not its players. */
export interface Options {
  gems_per_deposit: number;
  preserver_passes: 'left' | 'right';
  rescue: 'optional' | 'forced' | 'sit_out';
  tie_break: 'shared' | 'gem_value';
  show_played: 'all' | 'newest';
  max_rounds: number;
}

/** Show one canoe. */
export interface CanoeView {
  name: CanoeName;
  place: PlaceName;
  cargo: readonly GemName[];
  sits_out: boolean;
}

/** Measure a stash against the three goals (N-END-1). */
export interface Goals {
  alike: number;
  colours: number;
  total: number;
  reached: readonly GoalName[];
}

/** Show one player. */
export interface PlayerView {
  seat: number;
  canoes: readonly CanoeView[];
  stash: Partial<Record<GemName, number>>;
  value: number;
  goals: Goals;
  card: CardName | 'hidden' | null;
  played: readonly CardName[];
}

/** Describe the turn that is being played in phase 2. */
export interface TurnView {
  seat: number;
  card: CardName;
  canoe: CanoeName | null;
  points: number;
  done: readonly CanoeName[];
}

/** Bound the pushes of this round by what this seat knows (N-FLOW-1). */
export interface Speeds {
  least: number;
  most: number;
}

/** Show the whole table to one seat, or to a spectator. */
export interface NiagaraView {
  game: 'niagara';
  options: Options;
  round: number;
  cycle_round: number;
  phase: PhaseName;
  first: number;
  order: readonly number[];
  weather: number;
  next_arm: Arm;
  deposits: readonly Partial<Record<GemName, number>>[];
  players: readonly PlayerView[];
  you: number | null;
  hand: readonly CardName[];
  turn: TurnView | null;
  speeds: Speeds;
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Show this seat its own unconfirmed turn; nobody else ever gets it. */
export interface Draft {
  type: 'draft';
  version: number;
  seat: number;
  step: number;
  decisions: readonly Action[];
  legal: readonly Action[];
  complete: boolean;
  confirmed: boolean;
  can_undo: boolean;
  view: NiagaraView;
}

/** A round begins (N-ROUND-1). */
export interface RoundBegan {
  kind: 'round';
  number: number;
  first: number;
}

/** A lost canoe is back at the dock (N-LOST-2). */
export interface CanoeRescued {
  kind: 'rescued';
  seat: number;
  canoe: CanoeName;
  gem: GemName | null;
}

/** A lost canoe misses this round (N-LOST-5). */
export interface CanoeSitsOut {
  kind: 'sits_out';
  seat: number;
  canoe: CanoeName;
}

/** A turn begins; its card becomes public (N-ROUND-5). */
export interface CardRevealed {
  kind: 'revealed';
  seat: number;
  card: CardName;
}

/** A cloud moved the weather (N-CLOUD-1). */
export interface WeatherMoved {
  kind: 'weather';
  seat: number;
  before: number;
  after: number;
}

/** A canoe moved (N-MOVE-1). */
export interface CanoePaddled {
  kind: 'paddled';
  seat: number;
  canoe: CanoeName;
  start: PlaceName;
  end: PlaceName;
}

/** A gem was laid on a deposit (N-GEM-2). */
export interface GemUnloaded {
  kind: 'unloaded';
  seat: number;
  canoe: CanoeName;
  gem: GemName;
  site: number;
}

/** A gem was taken from a deposit (N-GEM-2). */
export interface GemLoaded {
  kind: 'loaded';
  seat: number;
  canoe: CanoeName;
  gem: GemName;
  site: number;
}

/** A gem changed canoes (N-STEAL-1). */
export interface GemStolen {
  kind: 'stolen';
  seat: number;
  canoe: CanoeName;
  victim: number;
  victim_canoe: CanoeName;
  gem: GemName;
}

/** A gem came ashore for good (N-GEM-7). */
export interface GemBanked {
  kind: 'banked';
  seat: number;
  canoe: CanoeName;
  gem: GemName;
}

/** A stash reaches a goal (N-END-1). */
export interface GoalReached {
  kind: 'goal';
  seat: number;
  goal: GoalName;
}

/** A paddle card moves nothing (N-LOST-6). */
export interface NothingToMove {
  kind: 'idle';
  seat: number;
}

/** The river is about to flow (N-FLOW-1). */
export interface RiverFlows {
  kind: 'river';
  pushes: number;
  lowest: number;
  weather: number;
}

/** Say where a canoe is after a push. */
export interface CanoeAt {
  seat: number;
  canoe: CanoeName;
  place: PlaceName;
  gem: GemName | null;
}

/** The river made one push (N-FLOW-2). */
export interface Pushed {
  kind: 'push';
  number: number;
  arm: Arm;
  canoes: readonly CanoeAt[];
}

/** The life preserver moved on (N-ROUND-3). */
export interface PreserverPassed {
  kind: 'preserver';
  seat: number;
}

/** All take all cards back (N-ROUND-4). */
export interface CardsReturned {
  kind: 'cards_back';
}

/** The game has ended (N-END-2, N-END-5, C-END-1). */
export interface GameOver {
  kind: 'over';
  ranking: readonly number[];
  winners: readonly number[];
}

/** Tell what one version changed. */
export interface Batch {
  version: number;
  seat: number | null;
  events: readonly Event[];
}

/** Bring a client to `version`: everything it may know, and the events since the version it named or had. */
export interface Sync {
  type: 'sync';
  version: number;
  you: number | null;
  table: TableInfo;
  view: NiagaraView | null;
  draft: Draft | null;
  batches: readonly Batch[];
}

/** Tell who is there and who is thinking, when no version changed. */
export interface TableChanged {
  type: 'table';
  table: TableInfo;
}

/** Say why nothing happened. After `stale` a Sync follows; the connection goes on in any case. */
export interface Refused {
  type: 'refused';
  code: RefusalCode;
  message: string;
  rule: string | null;
  reason: string | null;
  values: Record<string, string | number>;
}

/** Say why an action may not come next, or that it may (`reason` "legal"). */
export interface Because {
  type: 'because';
  action: string;
  message: string;
  rule: string | null;
  reason: string;
  values: Record<string, string | number>;
}

/** Answer a ping. */
export interface Pong {
  type: 'pong';
}

/** Open a table; the sender sits down on seat 0 and is its host. */
export interface NewTable {
  game: string;
  name: string;
  seats: number;
  preset?: string | null;
  options?: Record<string, OptionValue>;
  bots?: readonly string[];
  start?: boolean;
}

/** Sit down at a table that has not started. */
export interface Join {
  name: string;
  seat?: number | null;
}

/** Open the conversation; always the first message. */
export interface Hello {
  type: 'hello';
  token?: string | null;
  since?: number | null;
}

/** Add one decision to the draft of this seat. */
export interface Decide {
  type: 'decide';
  version: number;
  step: number;
  action: number;
}

/** Take the last free decision back (and the forced ones after it); with `all`, the whole draft. */
export interface Undo {
  type: 'undo';
  version: number;
  all?: boolean;
}

/** Ask why an action may not come next; `because` answers, to this connection only. */
export interface WhyNot {
  type: 'why';
  version: number;
  step: number;
  action: string;
}

/** Make the finished draft final. */
export interface Confirm {
  type: 'confirm';
  version: number;
  turn: string;
}

/** Begin the game; for the host, once every seat is taken. */
export interface Start {
  type: 'start';
}

/** Put a bot on a free seat, or another one on a bot's; for the host, before the start. */
export interface AddBot {
  type: 'add_bot';
  seat: number;
  bot: string;
}

/** Free a seat before the start; the host may free any, a player their own. */
export interface RemoveSeat {
  type: 'remove_seat';
  seat: number;
}

/** Let a bot play for a human who is not there (or for oneself); it hands back when they return. */
export interface StandIn {
  type: 'stand_in';
  seat: number;
  bot: string;
}

/** Take one's own seat back from the bot standing in. */
export interface ComeBack {
  type: 'come_back';
}

/** Open a new table with the same options, people and bots; everybody here is told its id. */
export interface Rematch {
  type: 'rematch';
}

/** Ask whether the connection is alive. */
export interface Ping {
  type: 'ping';
}
