// Made from src/eddyline/protocol/ by tools/protocol_ts.py: change the former, run the latter.

export type OptionValue = string | number | boolean;

export type CommonReason = 'legal' | 'not_your_turn' | 'turn_complete' | 'turn_incomplete' | 'deal_due' | 'game_over' | 'unknown_action' | 'not_legal' | 'bot_plays';

export type Status = 'open' | 'running' | 'over';

export type Access = 'open' | 'link' | 'friends';

export type Unrated = 'practice' | 'house_rules' | 'unmeasured_bot' | 'nobody' | 'guest' | 'twice' | 'same_address' | 'stopped' | 'short';

export type Emote = 'cheer' | 'laugh' | 'wow' | 'oops' | 'grr' | 'wait' | 'thanks';

export type Matter = 'stand_in' | 'stop';

export type Ending = 'finished' | 'agreed' | 'resigned' | 'closed';

export type Action = CanyonAction | NiagaraAction | PlainAction;

export type Event = CanyonEvent | NiagaraEvent | Told;

export type Reason = CanyonReason | NiagaraReason | CommonReason;

export type View = PlainView | CanyonView | NiagaraView;

export type RefusalCode = 'stale' | 'not_yours' | 'illegal' | 'incomplete' | 'not_host' | 'wrong_time' | 'taken' | 'name_taken' | 'nameless' | 'reserved' | 'many_accounts' | 'muted' | 'too_few' | 'unknown' | 'bad_message' | 'too_fast' | 'store' | 'unsettled' | 'full' | 'friends_only' | 'deleted' | 'signed_out' | 'wrong_password' | 'damaged' | 'other_rules' | 'error';

export type ToServer = Hello | Decide | Undo | WhyNot | AskFate | Confirm | Play | PlanAhead | Mix | PaintCanoes | SetRules | Start | AddBot | LimitBots | RemoveSeat | StandIn | ComeBack | Vote | Resign | SetPace | Admit | Rematch | Say | Ping;

export type ToClient = Draft | DraftChanged | Sync | Delta | TableChanged | Refused | Because | Foretold | Pong;

export type ClockKind = 'none' | 'live' | 'days';

export type Order = 'oldest' | 'newest' | 'fullest';

export type ToLobby = Watch | Ping;

export type FromLobby = Listed | ListChanged | Refused | Pong;

export type ToChat = ChatHello | Write | ReadBefore | RemoveLine | MuteName | Report | Ping;

export type FromChat = Lines | ReportTaken | Refused | Pong;

export type Format = 'swiss' | 'groups';

export type FromTournament = TournamentDelta | Refused | Pong;

export type SuitName = 'fir' | 'fish' | 'flame' | 'sun' | 'feather';

export type CanyonAction = PlayCard | Bid | Go;

export type CanyonEvent = JettyChosen | Dealt | BidMade | BidsShown | CardPlayed | TrickWon | RoundSettled | CanoeMoved | CanoeBlocked | CanoeStays | CanoesDrifted | TurnLost | CanoeArrived | MarkerMoved | GameOver;

export type CanyonShowPlayed = 'all' | 'last_trick';

export type CanyonPhaseName = 'jetties' | 'deal' | 'bids' | 'tricks' | 'moving' | 'over';

export type SpaceName = 'none' | 'start' | 'calm' | 'rapids' | 'gangway' | 'village';

export type Hope = 'made' | 'open' | 'missed';

export type WonBy = 'trump' | 'led';

export type CanyonReason = 'jetty_first' | 'no_jetty' | 'jetty_taken' | 'bid_first' | 'bid_too_high' | 'play_now' | 'not_in_hand' | 'follow_suit' | 'move_now' | 'closed_space' | 'start_or_gangway' | 'space_taken' | 'already_there' | 'out_of_reach' | 'not_nearest';

export type PlaceName = 'dock' | '1' | '2' | '3' | '4' | '5' | '6L' | '7L' | '6R' | '7R' | 'lost';

export type GemName = 'amethyst' | 'diamond' | 'amber' | 'sapphire' | 'ruby';

export type Arm = 'L' | 'R';

export type CardName = 'cloud' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '123' | 'rope';

export type CanoeName = 'a' | 'b';

export type ArmStart = '6L' | '6R';

export type NiagaraAction = ChooseCard | Decline | RescueCanoe | MoveWeather | TieUp | TakeMoose | Paddle | Unload | Load | Steal | Spare | TakeFromJoe | GiveToJoe | SwapWithJoe | Stop | Stay | Sweep;

export type GoalName = 'four_alike' | 'five_colours' | 'seven';

export type NiagaraEvent = RoundBegan | CanoeRescued | CanoeSitsOut | CardRevealed | WeatherMoved | CanoePaddled | GemUnloaded | GemLoaded | GemStolen | GemBanked | GoalReached | NothingToMove | RiverFlows | Pushed | TiedUp | MooseTaken | MooseFreed | CanoeSwirled | CanoeSwept | BeaverJumped | BeaverFell | JoeFell | JoeRestarted | JoeLoaded | JoePaddled | JoeGave | JoeGot | JoeSwapped | PreserverPassed | CardsReturned | GameOver;

export type Preserver = 'left' | 'right';

export type Rescue = 'optional' | 'forced' | 'sit_out';

export type TieBreak = 'shared' | 'gem_value';

export type NiagaraShowPlayed = 'all' | 'newest';

export type NiagaraPhaseName = 'rescue' | 'cards' | 'paddling' | 'river' | 'over';

export type SwirlName = 'perhaps' | 'surely';

export type NiagaraReason = 'cards_first' | 'card_played' | 'begins_round' | 'no_cloud' | 'nobody_to_spare' | 'canoe_moving' | 'water_must_move' | 'must_launch' | 'free_always' | 'must_buy' | 'rescue_first' | 'not_lost' | 'free_first' | 'not_free' | 'no_price' | 'lost_alike' | 'weather_end' | 'cloud_played' | 'other_canoe_moving' | 'arrived' | 'canoe_lost' | 'launch_once' | 'canoe_moved' | 'rob_yourself' | 'no_such_victim' | 'no_deposit' | 'work_costs' | 'canoe_empty' | 'other_cargo' | 'just_loaded' | 'canoe_full' | 'just_unloaded' | 'deposit_empty' | 'no_such_gem' | 'same_disc' | 'other_arm' | 'too_far' | 'works_after' | 'worked_before' | 'points_left' | 'no_theft' | 'no_such_card' | 'rope_played' | 'no_rope' | 'no_moose' | 'moose_taken' | 'moose_place' | 'joe_elsewhere' | 'joe_after_theft' | 'joe_has_nothing' | 'joe_has_gem' | 'joe_no_room' | 'joe_same_colour' | 'must_go_on' | 'arm_first' | 'no_arm_to_choose' | 'whirlpool_stay' | 'whirlpool_upstream' | 'one_canoe' | 'unload_first' | 'robbed_once';

/** Describe one option: a switch, a whole number from `least` to `most`, or a choice of `values`. */
export interface OptionInfo {
  name: string;
  kind: 'switch' | 'number' | 'choice';
  values: readonly string[];
  least: number | null;
  most: number | null;
  longest: number | null;
}

/** List the effects of a number of players, so that clients can look them up (see `seatings`). */
export interface Seating {
  players: number;
  while_on: readonly (readonly string[])[];
  set: Record<string, OptionValue>;
  lacks: readonly string[];
}

/** Describe a game that tables can be opened for. */
export interface GameInfo {
  id: string;
  name: string;
  rules_version: number;
  players: readonly number[];
  house_players: readonly number[];
  presets: Record<string, Record<string, OptionValue>>;
  default_preset: string;
  options: readonly OptionInfo[];
  seatings: readonly Seating[];
  bundles: Record<string, readonly string[]>;
  boards: Record<string, readonly string[]>;
  bots: readonly string[];
  thinkers: readonly string[];
}

/** Describe a flaw of a map and its place; line and column count from 1. */
export interface MapFlaw {
  line: number;
  column: number;
  code: string;
  values: Record<string, string | number>;
  message: string;
}

/** Answer a `DrawnMap`. */
export interface MapCheck {
  flaws: readonly MapFlaw[];
}

/** Confirm a seat; the token authenticates a player without an account. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
}

/** Limit the time for turns. When both parts are used up, a bot plays the turn. */
export interface Clock {
  turn: number;
  reserve: number;
}

/** Define how long a table waits for its players, and who plays for them. */
export interface Pace {
  clock: Clock | null;
  absence: number;
  silence: number;
  stand_in: string | null;
}

/** Describe an open vote. */
export interface VoteInfo {
  matter: Matter;
  seat: number | null;
  by: readonly number[];
  needed: number;
}

/** Describe what somebody said without words. */
export interface Said {
  emote: Emote;
  number: number;
}

/** Describe who has a seat, and whether they are connected. */
export interface SeatInfo {
  seat: number;
  kind: 'open' | 'human' | 'bot';
  name: string;
  colour: number;
  pattern: number;
  bot: string | null;
  account: string | null;
  owner: string | null;
  resigned: boolean;
  online: boolean;
  away: number | null;
  thinking: boolean;
  taken: number | null;
  left: readonly number[] | null;
  preparing: boolean;
  wins: number;
  holiday: string | null;
  said: Said | null;
}

/** Describe what the random numbers of a table are derived from; see docs/fair-dealing.md. */
export interface DealingInfo {
  commitment: string;
  length: number;
  words: readonly (string | null)[];
  revealed: string | null;
}

/** Show a rating: the strength is within the margin of the points with 95 % probability. */
export interface Points {
  points: number;
  margin: number;
}

/** Say what a game has done to somebody's rating. */
export interface SeatRating {
  before: Points;
  after: Points;
  provisional: boolean;
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
  bot_seconds: number;
  pace: Pace;
  access: Access;
  fills: number | null;
  ended: Ending | null;
  votes: readonly VoteInfo[];
  seats: readonly SeatInfo[];
  spectators: number;
  rematch: string | null;
  previous: string | null;
  tournament: string | null;
  games: number;
  notice: string | null;
  dealing: DealingInfo | null;
  unrated: Unrated | null;
  ratings: readonly (SeatRating | null)[] | null;
}

/** Explain why a request was refused. */
export interface Problem {
  code: string;
  message: string;
  suggestion: string | null;
}

/** Show one labelled part of the position. */
export interface PlainRow {
  label: string;
  text: string;
}

/** Show one player. */
export interface PlainPlayer {
  seat: number;
  rows: readonly PlainRow[];
}

/** Show the whole table to a seat or to a spectator. */
export interface PlainView {
  game: 'plain';
  round: number;
  rows: readonly PlainRow[];
  players: readonly PlainPlayer[];
  picture: string | null;
  you: number | null;
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Define everything about a game except its players. */
export interface CanyonOptions {
  board: string;
  skip_brown: boolean;
  secret_bids: boolean;
  show_played: CanyonShowPlayed;
  max_rounds: number;
}

/** Show the map. */
export interface BoardView {
  name: string | null;
  rows: readonly string[];
}

/** Show a card of a trick. */
export interface TrickCard {
  seat: number;
  card: string;
}

/** Show a finished trick. */
export interface Trick {
  cards: readonly TrickCard[];
  winner: number;
}

/** Identify a space of the board by column and row, from 0. */
export interface Cell {
  column: number;
  row: number;
}

/** Report where the current took a canoe. */
export interface Drift {
  seat: number;
  start: Cell;
  end: Cell;
  fell: boolean;
}

/** Show one player. */
export interface CanyonPlayerView {
  seat: number;
  cell: Cell | null;
  on: SpaceName;
  distance: number;
  bid: number | 'hidden' | null;
  tricks: number;
  hope: Hope | null;
  hand_size: number;
  points: number | null;
  bonus: number | null;
  moved: boolean;
  drifts: readonly Drift[];
  arrived: boolean;
  points_left: number | null;
}

/** Show a space where the move that is due may end (C-MOVE-3). */
export interface End {
  column: number;
  row: number;
  used: number;
  left: number;
  path: readonly Cell[];
}

/** Show what a bid is worth if it is made, with all canoes where they are now. */
export interface Prospect {
  tricks: number;
  points: number;
  path: readonly Cell[];
}

/** Show the whole table to one seat, or to a spectator. */
export interface CanyonView {
  game: 'canyon';
  options: CanyonOptions;
  round: number;
  phase: CanyonPhaseName;
  board: BoardView;
  dealer: number;
  order: readonly number[];
  track: readonly number[];
  space: number;
  cards: number;
  trump: string | null;
  leader: number | null;
  led: SuitName | null;
  trick: readonly TrickCard[];
  last_trick: Trick | null;
  tricks: readonly Trick[];
  players: readonly CanyonPlayerView[];
  you: number | null;
  hand: readonly string[];
  turn: number | null;
  ends: readonly End[];
  prospects: readonly Prospect[];
  risk: readonly Drift[];
  free_jetties: readonly Cell[];
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Define everything about a game except its players. */
export interface NiagaraOptions {
  gems_per_deposit: number;
  preserver_passes: Preserver;
  rescue: Rescue;
  tie_break: TieBreak;
  show_played: NiagaraShowPlayed;
  max_rounds: number;
  double_canoe: boolean;
  whirlpool: boolean;
  spirit_cards: boolean;
  beaver: boolean;
  moose: boolean;
  diamond_joe: boolean;
}

/** Show who has the moose (S-MOOSE). */
export interface MooseView {
  seat: number | null;
  canoe: CanoeName | null;
}

/** Show Diamond Joe (J-JOE). */
export interface JoeView {
  place: PlaceName;
  cargo: GemName | null;
}

/** Show one canoe. */
export interface CanoeView {
  name: CanoeName;
  place: PlaceName;
  places: number;
  cargo: readonly GemName[];
  sits_out: boolean;
  tied: boolean;
  moose: boolean;
}

/** Measure a stash against the three goals (N-END-1). */
export interface Goals {
  alike: number;
  colours: number;
  total: number;
  reached: readonly GoalName[];
}

/** Show one player. */
export interface NiagaraPlayerView {
  seat: number;
  canoes: readonly CanoeView[];
  stash: Partial<Record<GemName, number>>;
  value: number;
  goals: Goals;
  card: CardName | 'hidden' | null;
  played: readonly CardName[];
}

/** Describe the result of a move that may be chosen. */
export interface Move {
  canoe: CanoeName;
  to: PlaceName;
  left: number;
  swirl: SwirlName | null;
}

/** Describe the turn that is being played in phase 2. */
export interface TurnView {
  seat: number;
  card: CardName;
  canoe: CanoeName | null;
  points: Partial<Record<CanoeName, number>>;
  spare_points: number;
  done: readonly CanoeName[];
  moves: readonly Move[];
}

/** Bound the pushes of this round by what this seat knows (N-FLOW-1). */
export interface Speeds {
  least: number;
  most: number;
}

/** Show the whole table to one seat, or to a spectator. */
export interface NiagaraView {
  game: 'niagara';
  options: NiagaraOptions;
  round: number;
  cycle_round: number;
  cycle_length: number;
  phase: NiagaraPhaseName;
  first: number;
  order: readonly number[];
  weather: number;
  next_arm: Arm;
  deposits: readonly Partial<Record<GemName, number>>[];
  whirlpool: PlaceName | null;
  beaver: PlaceName | null;
  moose: MooseView | null;
  joe: JoeView | null;
  players: readonly NiagaraPlayerView[];
  you: number | null;
  hand: readonly CardName[];
  turn: TurnView | null;
  speeds: Speeds;
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Make a decision that is identified by its text. */
export interface PlainAction {
  kind: 'plain';
  id: number;
  text: string;
}

/** Play a card to the trick (C-PLAY-1). */
export interface PlayCard {
  kind: 'play';
  id: number;
  text: string;
  suit: SuitName;
  value: number;
  card: string;
}

/** Bid a number of tricks for this round (C-BID-1). */
export interface Bid {
  kind: 'bid';
  id: number;
  text: string;
  tricks: number;
}

/** Choose a start jetty (C-SET-1), or the space where this move ends (C-MOVE-3). */
export interface Go {
  kind: 'to';
  id: number;
  text: string;
  column: number;
  row: number;
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

/** Tie both canoes to the bank (S-CARD-4). */
export interface TieUp {
  kind: 'tie';
  id: number;
  text: string;
}

/** Take the moose into a canoe (S-MOOSE-1). */
export interface TakeMoose {
  kind: 'moose';
  id: number;
  text: string;
  canoe: CanoeName;
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

/** Steal nothing, although it is possible (N-STEAL-1). */
export interface Spare {
  kind: 'spare';
  id: number;
  text: string;
}

/** Take Diamond Joe's gem (J-JOE-4). */
export interface TakeFromJoe {
  kind: 'joe_take';
  id: number;
  text: string;
}

/** Give Diamond Joe a gem (J-JOE-4). */
export interface GiveToJoe {
  kind: 'joe_give';
  id: number;
  text: string;
  gem: GemName;
}

/** Swap a gem with Diamond Joe's (J-JOE-4). */
export interface SwapWithJoe {
  kind: 'joe_swap';
  id: number;
  text: string;
  gem: GemName;
}

/** End this canoe's turn here, although it could do more (S-CARD-3, S-WHIRL-3, J-JOE-4). */
export interface Stop {
  kind: 'stop';
  id: number;
  text: string;
}

/** Leave the canoe at the dock (N-MOVE-3). */
export interface Stay {
  kind: 'stay';
  id: number;
  text: string;
}

/** Choose the arm into which the whirlpool takes a roped canoe from disc 5 (S-WHIRL-7). */
export interface Sweep {
  kind: 'swept';
  id: number;
  text: string;
  canoe: CanoeName;
  to: ArmStart;
}

/** Show a seat its own draft; never sent to anybody else. */
export interface Draft {
  type: 'draft';
  view: View;
  version: number;
  seat: number;
  step: number;
  decisions: readonly Action[];
  legal: readonly Action[];
  complete: boolean;
  confirmed: boolean;
  can_undo: boolean;
}

/** Show a seat its own draft, as `draft` does, to a client that is sent `delta`; its state stays as it is. */
export interface DraftChanged {
  type: 'held';
  preview: unknown;
  version: number;
  seat: number;
  step: number;
  decisions: readonly Action[];
  legal: readonly Action[];
  complete: boolean;
  confirmed: boolean;
  can_undo: boolean;
}

/** Report an event as a sentence. */
export interface Told {
  kind: 'told';
  text: string;
}

/** The game has ended (N-END-2, N-END-5, C-END-1). */
export interface GameOver {
  kind: 'over';
  ranking: readonly number[];
  winners: readonly number[];
}

/** A canoe begins at a start jetty (C-SET-1). */
export interface JettyChosen {
  kind: 'jetty';
  seat: number;
  column: number;
  row: number;
}

/** A round begins: cards are dealt and one is turned up (C-DEAL-1, C-DEAL-2). */
export interface Dealt {
  kind: 'dealt';
  number: number;
  dealer: number;
  cards: number;
  trump: string;
  space: number;
}

/** A player bids in the open (C-BID-1). */
export interface BidMade {
  kind: 'bid';
  seat: number;
  tricks: number;
}

/** Secret bids are shown together (C-BID-1). */
export interface BidsShown {
  kind: 'bids';
  bids: readonly number[];
}

/** A card is played to the trick (C-PLAY-1). */
export interface CardPlayed {
  kind: 'played';
  seat: number;
  card: string;
}

/** A trick is complete (C-PLAY-2). */
export interface TrickWon {
  kind: 'trick';
  seat: number;
  cards: readonly string[];
  tricks: number;
  leads: boolean;
}

/** Report what a seat's tricks are worth on the river. */
export interface Settled {
  seat: number;
  bid: number;
  tricks: number;
  bonus: number;
  points: number;
}

/** The last trick is over; canoes move now (C-MOVE-1). */
export interface RoundSettled {
  kind: 'settled';
  players: readonly Settled[];
}

/** A canoe paddled (C-MOVE-3). */
export interface CanoeMoved {
  kind: 'moved';
  seat: number;
  path: readonly Cell[];
  used: number;
  left: number;
}

/** A canoe cannot come nearer to the village and stays (C-MOVE-3). */
export interface CanoeBlocked {
  kind: 'blocked';
  seat: number;
  lapsed: number;
}

/** A canoe in the rapids made its bid but has no way forward (C-RAPID-4). */
export interface CanoeStays {
  kind: 'stays';
  seat: number;
}

/** A canoe in the rapids missed its bid and drifts, pushing others (C-RAPID-2, C-RAPID-3). */
export interface CanoesDrifted {
  kind: 'drifted';
  seat: number;
  chain: readonly Drift[];
}

/** A canoe was pushed over the waterfall before its turn, which is lost (C-RAPID-3). */
export interface TurnLost {
  kind: 'lost_turn';
  seat: number;
}

/** A canoe has reached a village jetty (C-END-1). */
export interface CanoeArrived {
  kind: 'arrived';
  seat: number;
  left: number;
}

/** Report where the round marker is now and who deals: at the start, and after each movement (C-TRACK-1). */
export interface MarkerMoved {
  kind: 'marker';
  space: number;
  dealer: number;
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

/** Report where a canoe is after a push. */
export interface CanoeAt {
  seat: number;
  canoe: CanoeName;
  place: PlaceName;
  gems: readonly GemName[];
}

/** Report where another drifting piece is after a push. */
export interface Drifter {
  what: 'whirlpool' | 'beaver' | 'joe';
  place: PlaceName;
}

/** The river made one push (N-FLOW-2). */
export interface Pushed {
  kind: 'push';
  number: number;
  arm: Arm;
  canoes: readonly CanoeAt[];
  others: readonly Drifter[];
}

/** Both canoes are tied to the bank until the river has flowed (S-CARD-4). */
export interface TiedUp {
  kind: 'tied';
  seat: number;
}

/** A canoe has the moose now (S-MOOSE-1). */
export interface MooseTaken {
  kind: 'moose_taken';
  seat: number;
  canoe: CanoeName;
}

/** The canoe that had the moose docked or fell (S-MOOSE-2). */
export interface MooseFreed {
  kind: 'moose_free';
  seat: number;
  canoe: CanoeName;
}

/** The whirlpool took a canoe a disc further down at the end of its move (S-WHIRL-2). */
export interface CanoeSwirled {
  kind: 'swirled';
  seat: number;
  canoe: CanoeName;
  start: PlaceName;
  end: PlaceName;
}

/** The whirlpool took a canoe that was untied on it; from disc 7, over the falls (S-WHIRL-7). */
export interface CanoeSwept {
  kind: 'swept';
  seat: number;
  canoe: CanoeName;
  start: PlaceName;
  end: PlaceName;
  gems: readonly GemName[];
}

/** The storm brought the beaver into the river (S-BEAVER-1). */
export interface BeaverJumped {
  kind: 'beaver';
  place: PlaceName;
}

/** The beaver went over the falls, and the weather changed to 0 (S-BEAVER-1). */
export interface BeaverFell {
  kind: 'beaver_fell';
}

/** Diamond Joe went over the falls; his gem is on its own deposit again (J-JOE-3). */
export interface JoeFell {
  kind: 'joe_fell';
  gem: GemName | null;
}

/** Diamond Joe begins again (J-JOE-3). */
export interface JoeRestarted {
  kind: 'joe_restarted';
  place: PlaceName;
}

/** Diamond Joe took a gem from the deposit beside him (J-JOE-2). */
export interface JoeLoaded {
  kind: 'joe_loaded';
  gem: GemName;
  site: number;
}

/** Diamond Joe paddled (J-JOE-2). */
export interface JoePaddled {
  kind: 'joe_paddled';
  start: PlaceName;
  end: PlaceName;
}

/** A canoe took Diamond Joe's gem (J-JOE-4). */
export interface JoeGave {
  kind: 'joe_took';
  seat: number;
  canoe: CanoeName;
  gem: GemName;
}

/** A canoe gave Diamond Joe a gem (J-JOE-4). */
export interface JoeGot {
  kind: 'joe_gave';
  seat: number;
  canoe: CanoeName;
  gem: GemName;
}

/** A canoe swapped gems with Diamond Joe (J-JOE-4). */
export interface JoeSwapped {
  kind: 'joe_swapped';
  seat: number;
  canoe: CanoeName;
  gem: GemName;
  joe_gem: GemName;
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

/** Report what one version changed. */
export interface Update {
  version: number;
  seat: number | null;
  events: readonly Event[];
  bot: string | null;
  late: boolean;
  resigned: boolean;
}

/** Tell why something that was decided in advance was not done. */
export interface Dropped {
  action: Action;
  why: 'impossible' | 'unfinished' | 'bot';
}

/** Show a seat what it may decide in advance, and what it has; never sent to anybody else. */
export interface Ahead {
  choices: readonly (readonly Action[])[];
  planned: readonly Action[];
  dropped: readonly Dropped[];
}

/** Bring a client to `version`: everything it may know, and the events since the version it had. */
export interface Sync {
  type: 'sync';
  version: number;
  you: number | null;
  table: TableInfo;
  view: PlainView | CanyonView | NiagaraView | null;
  draft: Draft | null;
  updates: readonly Update[];
  ahead: Ahead | null;
  record: Record<string, unknown> | null;
}

/** Show a seat its draft within a `State`. */
export interface HeldDraft {
  preview: unknown;
  version: number;
  seat: number;
  step: number;
  decisions: readonly Action[];
  legal: readonly Action[];
  complete: boolean;
  confirmed: boolean;
  can_undo: boolean;
}

/** Show a client everything that it may know at one version, as `sync` does. */
export interface State {
  you: number | null;
  table: TableInfo;
  view: PlainView | CanyonView | NiagaraView | null;
  draft: HeldDraft | null;
  ahead: Ahead | null;
}

/** Bring a client to `version`, as `sync` does, by what has changed. */
export interface Delta {
  type: 'delta';
  version: number;
  since: number | null;
  patch: unknown;
  updates: readonly Update[];
  whole: State | null;
}

/** Report who is connected and who is thinking, when the version has not changed. */
export interface TableChanged {
  type: 'table';
  table: TableInfo;
}

/** Explain why nothing happened. After `stale`, a Sync follows; the connection stays open in any case. */
export interface Refused {
  type: 'refused';
  code: RefusalCode;
  message: string;
  rule: string | null;
  reason: CanyonReason | NiagaraReason | CommonReason | null;
  values: Record<string, string | number>;
}

/** Explain why an action may not come next, or that it may (`reason` "legal"). */
export interface Because {
  type: 'because';
  action: string;
  message: string;
  rule: string | null;
  reason: Reason;
  values: Record<string, string | number>;
}

/** Say what a player still needs for the bid (C-MOVE-1). */
export interface Need {
  seat: number;
  needs: number;
  open: number;
  points: number;
}

/** Say who wins the trick as it lies, and why (C-PLAY-2). */
export interface Leading {
  seat: number;
  card: string;
  because: WonBy;
  share: number | null;
}

/** Say what becomes of a card that this seat may play now. */
export interface CardFate {
  card: string;
  share: number;
}

/** Foretell the tricks of this round from what a seat knows. */
export interface CanyonFate {
  game: 'canyon';
  deals: number;
  bids: readonly Need[];
  leading: Leading | null;
  cards: readonly CardFate[];
}

/** Give the share of one speed of the river. */
export interface Speed {
  pushes: number;
  share: number;
}

/** Say where a canoe may be after the river. */
export interface Landing {
  to: PlaceName;
  share: number;
  pushes: readonly number[];
}

/** Say what becomes of a canoe of this seat that lies there when the river flows. */
export interface Afloat {
  place: PlaceName;
  landings: readonly Landing[];
}

/** Say what becomes of a canoe if it still lies where it is now when the river flows. */
export interface CanoeFate {
  seat: number;
  canoe: CanoeName;
  landings: readonly Landing[];
}

/** Foretell the river of this round from what a seat knows. */
export interface NiagaraFate {
  game: 'niagara';
  combinations: number;
  speeds: readonly Speed[];
  own: readonly Afloat[];
  canoes: readonly CanoeFate[];
}

/** Say what may come. */
export interface Foretold {
  type: 'fate';
  version: number;
  step: number;
  action: string | null;
  fate: CanyonFate | NiagaraFate | null;
}

/** Answer a ping. */
export interface Pong {
  type: 'pong';
}

/** Say how strong somebody plays by a family of rules, in the points of the ratings. */
export interface Level {
  points: number;
  provisional: boolean;
}

/** Describe who has a seat. */
export interface ListedSeat {
  kind: 'open' | 'human' | 'bot';
  name: string;
  bot: string | null;
  level: Level | null;
}

/** Describe a table in the list. Times are seconds since 1970, by the server's clock. */
export interface Listing {
  id: string;
  game: string;
  status: 'open' | 'running';
  preset: string | null;
  changed: Record<string, OptionValue>;
  seats: readonly ListedSeat[];
  clock: Clock | null;
  opened: number;
  fills: number | null;
  spectators: number;
  rated: boolean;
  host_away: boolean;
  friends: boolean;
}

/** Show the part of the list that was asked for. */
export interface Listed {
  type: 'listed';
  now: number;
  first: number;
  total: number;
  rows: readonly Listing[];
}

/** Describe a row that is new, has changed or has moved. */
export interface Placed {
  at: number;
  row: Listing;
}

/** Report what has changed: `gone` rows are removed, and those in `placed`, then put in, in their order. */
export interface ListChanged {
  type: 'changed';
  total: number;
  gone: readonly string[];
  placed: readonly Placed[];
}

/** Tell somebody of a table; but for `seat` and `yours`, it is what everybody may see. */
export interface MyTable {
  table: string;
  status: 'open' | 'running' | 'over' | 'gone' | 'unreachable';
  seat: number | null;
  yours: boolean;
  waiting: readonly number[];
  left: readonly number[] | null;
  holiday: string | null;
  seats: readonly ListedSeat[];
  winners: readonly number[];
  rematch: string | null;
}

/** Confirm that somebody is signed in on this device. */
export interface SignedIn {
  account: string;
  name: string;
  session: string;
  codes: readonly string[];
}

/** Show new recovery codes, this one time. */
export interface Codes {
  codes: readonly string[];
}

/** Give a browser what it needs to make or use a passkey. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
  account: string | null;
}

/** Describe a passkey; times are milliseconds since 1970. */
export interface Passkey {
  id: string;
  device: string;
  site: string;
  since: number;
  used: number | null;
}

/** Describe a session. */
export interface Session {
  id: string;
  device: string;
  since: number;
  seen: number;
  here: boolean;
}

/** Describe a token; times are milliseconds since 1970. */
export interface HeldToken {
  id: string;
  label: string;
  since: number;
  seen: number;
}

/** Describe a bot to its owner. */
export interface OwnBot {
  account: string;
  name: string;
  since: number;
  tokens: readonly HeldToken[];
}

/** Name a table where the account has a seat. */
export interface OwnTable {
  table: string;
  game: string;
}

/** Describe a vacation that goes on, or is to come. */
export interface Vacation {
  first: string;
  last: string;
  begun: boolean;
}

/** Tell somebody what the server knows of them, but for what is in the export. */
export interface Me {
  account: string;
  name: string;
  since: number;
  password: boolean;
  passkeys: readonly Passkey[];
  codes: number;
  sessions: readonly Session[];
  owner: string | null;
  bots: readonly OwnBot[];
  tables: readonly OwnTable[];
  colour: number | null;
  pattern: number | null;
  vacation: Vacation | null;
  vacation_left: number;
}

/** Name the person whose bot somebody is. */
export interface Owner {
  account: string;
  name: string;
}

/** Describe a person to everybody. */
export interface Person {
  account: string;
  name: string;
  since: number;
  colour: number | null;
  pattern: number | null;
  owner: Owner | null;
}

/** Show a bot's new token, this one time. */
export interface BotToken {
  account: string;
  name: string;
  token: string;
}

/** Name a person with an account. */
export interface Friend {
  account: string;
  name: string;
}

/** Describe a table for friends with a free seat. */
export interface FriendsTable {
  table: string;
  game: string;
  host: Friend;
}

/** Tell somebody how they stand to others; each list in the order of names. */
export interface Friends {
  friends: readonly Friend[];
  asking: readonly Friend[];
  asked: readonly Friend[];
  blocked: readonly Friend[];
  here: readonly string[];
  tables: readonly FriendsTable[];
}

/** Tell the host of a table for friends who else may come, in the order of names. */
export interface Invited {
  people: readonly Friend[];
}

/** Describe a line. */
export interface ChatLine {
  number: number;
  at: number;
  name: string;
  seat: number | null;
  account: string | null;
  text: string | null;
  watching: boolean;
}

/** Tell lines: the answer to `hello` and `read`, or what has been written or removed. */
export interface Lines {
  type: 'lines';
  lines: readonly ChatLine[];
  you: string | null;
  muted: readonly string[];
  earlier: boolean | null;
}

/** Confirm a report. */
export interface ReportTaken {
  type: 'reported';
  number: number;
}

/** Describe a family of rules: tables of a game that share one scale of ratings. */
export interface RatedFamily {
  game: string;
  family: string;
  people: number;
  games: number;
}

/** Describe a row of a leaderboard: a person, or a bot by which people are measured. */
export interface Leader {
  rank: number | null;
  person: string | null;
  name: string | null;
  bot: string | null;
  rating: Points;
  provisional: boolean;
  games: number;
  finished: number;
}

/** Show a part of a family's leaderboard: established people and bots by points less margin, then all others. */
export interface Leaderboard {
  game: string;
  family: string;
  games: number;
  first: number;
  total: number;
  rows: readonly Leader[];
}

/** Say how a person came out of a game, and what it has done to the rating. */
export interface RatedGame {
  table: string;
  at: number;
  before: Points;
  after: Points;
  weight: number;
  rank: number;
  players: number;
  left: boolean;
}

/** Show a person's rating in a family, and how it came about. */
export interface FamilyRating {
  game: string;
  family: string;
  rating: Points;
  provisional: boolean;
  games: number;
  finished: number;
  history: readonly RatedGame[];
}

/** Show all ratings of a person. */
export interface PersonRatings {
  person: string;
  name: string;
  families: readonly FamilyRating[];
}

/** Say why a message could not be sent. */
export interface Failure {
  code: 'address' | 'private' | 'unreachable' | 'silent' | 'status' | 'gone' | 'no_mail' | 'mail_address' | 'mail_server' | 'other';
  about: string;
}

/** Describe a way. */
export interface WayInfo {
  id: string;
  kind: 'push' | 'webhook' | 'mail';
  name: string;
  since: number;
  tried: boolean;
  why: Failure | null;
  off: boolean;
}

/** Say how somebody is told what they should know. */
export interface NoticeWays {
  key: string;
  mail: boolean;
  ways: readonly WayInfo[];
  off: readonly ('turns' | 'games' | 'people')[];
}

/** Name a way that was added. */
export interface WayId {
  id: string;
  secret: string | null;
}

/** Name a tournament that was announced. */
export interface TournamentId {
  id: string;
}

/** Describe a tournament in a list. */
export interface TournamentLine {
  id: string;
  name: string;
  game: string;
  status: Status;
  format: Format;
  round: number;
  rounds: number;
  entrants: number;
  since: number;
  starts: number | null;
}

/** Describe a tournament that somebody has entered. */
export interface PersonTournament {
  id: string;
  name: string;
  game: string;
  status: Status;
  format: Format;
  round: number;
  rounds: number;
  entrants: number;
  since: number;
  starts: number | null;
  ended: number | null;
  place: number | null;
  of: number;
  gone: boolean;
}

/** Describe who plays along, and how they stand. */
export interface EntrantInfo {
  number: number;
  name: string;
  account: string | null;
  owner: string | null;
  owner_name: string | null;
  bot: string | null;
  gone: boolean;
  place: number;
  score: number;
  opponents: number;
  wins: number;
}

/** Describe a table of a round. */
export interface TableOfRound {
  id: string;
  seats: readonly number[];
  over: boolean;
  ranks: readonly number[] | null;
  shares: readonly number[] | null;
}

/** Describe a round. */
export interface RoundInfo {
  tables: readonly TableOfRound[];
  out: readonly number[];
}

/** Describe a tournament as everybody may see it. */
export interface TournamentInfo {
  id: string;
  name: string;
  game: string;
  preset: string | null;
  options: Record<string, OptionValue>;
  format: Format;
  rounds: number;
  size: number;
  pace: Pace;
  rated: boolean;
  outside_bots: boolean;
  organiser: string;
  organiser_name: string | null;
  status: Status;
  closed: boolean;
  since: number;
  starts: number | null;
  missed: number | null;
  ended: number | null;
  seed: string | null;
  entrants: readonly EntrantInfo[];
  played: readonly RoundInfo[];
}

/** Bring a client to the present `TournamentInfo`. */
export interface TournamentDelta {
  type: 'delta';
  patch: unknown;
}

/** Open a table; the sender gets seat 0 and is the host. */
export interface NewTable {
  game: string;
  name: string;
  seats: number;
  preset?: string | null;
  options?: Record<string, OptionValue>;
  bots?: readonly string[];
  start?: boolean;
  bot_seconds?: number;
  pace?: Pace;
  access?: Access;
  rated?: boolean;
}

/** Ask whether a map can be played. */
export interface DrawnMap {
  text: string;
}

/** Take a seat at a table that has not started. */
export interface Join {
  name: string;
  seat?: number | null;
}

/** Open the session; always the first message. */
export interface Hello {
  type: 'hello';
  token?: string | null;
  session?: string | null;
  watch?: boolean;
  since?: number | null;
  deltas?: boolean;
  check?: boolean;
  record?: boolean;
}

/** Add one decision to the draft of this seat. */
export interface Decide {
  type: 'decide';
  version: number;
  step: number;
  action: number;
}

/** Undo the last free decision (and the forced ones after it); with `all`, the whole draft. */
export interface Undo {
  type: 'undo';
  version: number;
  all?: boolean;
}

/** Ask why an action may not come next; answered by `because`, to this connection only. */
export interface WhyNot {
  type: 'why';
  version: number;
  step: number;
  action: string;
}

/** Ask what may come, as far as one can know; answered by `fate`, to this connection only. */
export interface AskFate {
  type: 'fate';
  action?: string | null;
}

/** Make the finished draft final. */
export interface Confirm {
  type: 'confirm';
  version: number;
  decisions: readonly number[];
  turn: string;
}

/** Play a whole turn at once, regardless of the draft; for programs. Either all of it is played or nothing. */
export interface Play {
  type: 'play';
  version: number;
  actions: readonly string[];
  turn: string;
}

/** Decide in advance, instead of all that this seat had decided so; with no actions, take it back. */
export interface PlanAhead {
  type: 'plan_ahead';
  version: number;
  actions: readonly string[];
}

/** Mix a word of one's own into the dealing, or replace it; before the start. */
export interface Mix {
  type: 'mix';
  word: string;
}

/** Choose a colour, a pattern or both that nobody at the table has; before the start. */
export interface PaintCanoes {
  type: 'paint';
  colour?: number | null;
  pattern?: number | null;
}

/** Change what the table plays by; host only, before the start. */
export interface SetRules {
  type: 'set_rules';
  preset: string;
  options?: Record<string, OptionValue>;
}

/** Start the game; host only, once every seat is taken. */
export interface Start {
  type: 'start';
}

/** Put a bot on a free seat, or replace a bot; host only, before the start. */
export interface AddBot {
  type: 'add_bot';
  seat: number;
  bot: string;
}

/** Set the bots' thinking time per turn; host only, until the game is over. */
export interface LimitBots {
  type: 'limit_bots';
  seconds: number;
}

/** Free a seat before the start; the host may free any seat, a player only their own. */
export interface RemoveSeat {
  type: 'remove_seat';
  seat: number;
}

/** Let a bot play for oneself, or for a human who has been away as long as `Pace.absence`, until they return. */
export interface StandIn {
  type: 'stand_in';
  seat: number;
  bot?: string | null;
}

/** Take one's seat back from the bot standing in. */
export interface ComeBack {
  type: 'come_back';
}

/** Vote to let a bot play for somebody who is silent (`Pace.silence`), or to stop the game. */
export interface Vote {
  type: 'vote';
  matter: Matter;
  seat?: number | null;
  favour?: boolean;
}

/** Give up: a bot plays for this seat to the end. When one seat or no human is left, the game ends. */
export interface Resign {
  type: 'resign';
}

/** Change how long the table waits for people; host only, before the start. */
export interface SetPace {
  type: 'set_pace';
  pace: Pace;
}

/** Change who finds the table; host only. */
export interface Admit {
  type: 'admit';
  access: Access;
}

/** Open a new table with the same options, people and bots; everybody here is invited to it. */
export interface Rematch {
  type: 'rematch';
}

/** Say something without words; everybody at the table sees it beside this seat's name, and nothing is saved. */
export interface Say {
  type: 'say';
  emote: Emote;
}

/** Ask whether the connection is alive. */
export interface Ping {
  type: 'ping';
}

/** Ask for a seat at a table that starts within a minute, with bots on the seats that nobody has taken by then. */
export interface QuickSeat {
  game: string;
  name: string;
  token: string;
}

/** Name a table, and the token of the seat there that is the sender's. */
export interface Asked {
  table: string;
  token?: string | null;
}

/** Ask what goes on at the sender's tables. */
export interface Mine {
  tables: readonly Asked[];
}

/** Ask for the rows from number `first` on, and for what changes there. */
export interface Watch {
  type: 'watch';
  status?: 'open' | 'running';
  game?: string | null;
  preset?: string | null;
  clock?: ClockKind | null;
  free?: number;
  bots?: boolean | null;
  rated?: boolean | null;
  order?: Order;
  first?: number;
  rows?: number;
  session?: string | null;
}

/** Bring the passkey of an account that is to be created, and the id that was chosen for it in `PasskeyOptions`. */
export interface NewPasskey {
  account: string;
  credential: Record<string, unknown>;
}

/** Create an account, with a password or a passkey; the sender is signed in. */
export interface NewAccount {
  name: string;
  password?: string | null;
  passkey?: NewPasskey | null;
  device?: string;
}

/** Sign in with a password. */
export interface SignIn {
  name: string;
  password: string;
  device?: string;
}

/** Sign in with a recovery code, and set a new password; all other sessions end. */
export interface Recover {
  name: string;
  code: string;
  password: string;
  device?: string;
}

/** Confirm something by the password or by a passkey: one of both. */
export interface Sure {
  password?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** Set the password, or replace it; all other sessions end. */
export interface ChangePassword {
  sure: Sure;
  new: string;
}

/** Name the account that is to be created with a passkey. */
export interface Wanted {
  name: string;
}

/** Sign in with a passkey. */
export interface UsePasskey {
  credential: Record<string, unknown>;
  device?: string;
}

/** Add the passkey that was made with the options. */
export interface AddPasskey {
  credential: Record<string, unknown>;
  device?: string;
}

/** Remove a passkey. */
export interface RemovePasskey {
  sure: Sure;
  id: string;
}

/** Show a seat by its token. */
export interface HeldSeat {
  table: string;
  token: string;
}

/** Make seats the account's, which were taken as a guest. */
export interface Adopt {
  seats: readonly HeldSeat[];
}

/** Say who is meant, by one of the two. */
export interface Whom {
  name?: string | null;
  account?: string | null;
}

/** Announce a tournament; the sender organises it, and enters like everybody else, or not at all. */
export interface NewTournament {
  name: string;
  game: string;
  preset?: string | null;
  options?: Record<string, OptionValue>;
  format?: Format;
  rounds?: number;
  size?: number;
  pace: Pace;
  bot_seconds?: number;
  rated?: boolean;
  outside_bots?: boolean;
  starts?: number | null;
}

/** As the organiser, enter bots. */
export interface EnterBots {
  bot: string;
  count?: number;
}

/** As the organiser, choose when the tournament starts by itself. */
export interface StartTime {
  starts: number | null;
}

/** Let this browser show messages (Web Push): what PushSubscription.toJSON() has. */
export interface SubscribePush {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: 'en' | 'fr' | 'it' | 'de';
  device?: string;
}

/** Let messages be sent to an address. */
export interface AddWebhook {
  url: string;
  language?: 'en' | 'fr' | 'it' | 'de';
}

/** Send a code to an address, to show that it is the sender's. */
export interface AskForMail {
  address: string;
  language?: 'en' | 'fr' | 'it' | 'de';
}

/** Let messages be sent to an address, with the code that was sent there. */
export interface AddMail {
  address: string;
  code: string;
  language?: 'en' | 'fr' | 'it' | 'de';
}

/** Be told of a topic, or not. */
export interface SwitchTopic {
  topic: 'turns' | 'games' | 'people';
  on: boolean;
}

/** Choose a favourite colour and a favourite pattern of canoes; None: any. */
export interface Prefer {
  colour: number | null;
  pattern: number | null;
}

/** Take vacation from the first day to the last. */
export interface NewVacation {
  first?: string | null;
  last: string;
}

/** Make a bot that plays from outside; its name will begin with "Bot". */
export interface NewBot {
  name: string;
  label?: string;
}

/** Make one more token for a bot. */
export interface NewToken {
  label?: string;
}

/** Say who one is; always the first message, and again to take a name. */
export interface ChatHello {
  type: 'hello';
  token?: string | null;
  session?: string | null;
  name?: string | null;
}

/** Write a line. */
export interface Write {
  type: 'write';
  text: string;
}

/** Ask for the lines before one. */
export interface ReadBefore {
  type: 'read';
  before: number;
}

/** Remove a line: one's own, or as the table's host any. */
export interface RemoveLine {
  type: 'remove';
  number: number;
}

/** As the table's host: let the person of this name write nothing here, or let them again. */
export interface MuteName {
  type: 'mute';
  name: string;
  muted?: boolean;
}

/** Report a line to whoever runs the server. */
export interface Report {
  type: 'report';
  number: number;
}
