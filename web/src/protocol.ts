// Made from src/eddyline/protocol/ by tools/protocol_ts.py: change the former, run the latter.

export const WIRE = 4;

export const WIRE_HEADER = 'Eddyline-Wire';

export type OptionValue = string | number | boolean;

export type CommonReason = 'legal' | 'not_your_turn' | 'turn_complete' | 'turn_incomplete' | 'deal_due' | 'game_over' | 'unknown_action' | 'not_legal' | 'bot_plays';

export type Character = 'magpie' | 'heron' | 'otter' | 'squirrel' | 'owl' | 'bear' | 'hare' | 'fox';

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

export type RefusalCode = 'stale' | 'not_yours' | 'illegal' | 'incomplete' | 'not_host' | 'wrong_time' | 'taken' | 'name_taken' | 'nameless' | 'reserved' | 'many_accounts' | 'accounts_closed' | 'invitation_needed' | 'invitation_void' | 'no_guests' | 'unwanted' | 'many_tables' | 'muted' | 'too_few' | 'unknown' | 'bad_message' | 'too_fast' | 'store' | 'unsettled' | 'full' | 'friends_only' | 'private_replay' | 'deleted' | 'signed_out' | 'suspended' | 'wrong_password' | 'damaged' | 'other_rules' | 'other_version' | 'error';

export type ToServer = Hello | Decide | Undo | WhyNot | AskFate | Confirm | Play | PlanAhead | Mix | PaintCanoes | SetRules | Start | AddBot | LimitBots | RemoveSeat | StandIn | ComeBack | Vote | Resign | SetPace | SetAccess | Rematch | ShowEmote | SayReady | Ping;

export type ToClient = Draft | Sync | Delta | TableChanged | Refused | Because | FateAnswer | Pong;

export type Why = 'impossible' | 'unfinished' | 'bot';

export type ReportReason = 'insult' | 'spam' | 'private' | 'offensive' | 'pretends' | 'stalling' | 'cheating' | 'other';

export type ToChat = ChatHello | Write | ReadBefore | RemoveLine | MuteName | Report | Ping;

export type FromChat = Lines | ReportTaken | Refused | Pong;

export type Outcome = 'won' | 'lost' | 'off';

export type ClockKind = 'none' | 'live' | 'days';

export type Order = 'oldest' | 'newest' | 'fullest';

export type ToLobby = Watch | Ping;

export type FromLobby = Listed | ListChanged | Refused | Pong;

export type About = 'message' | 'name' | 'player';

export type Measure = 'removed' | 'muted' | 'renamed' | 'suspended' | 'closed' | 'nothing';

export type TableCondition = Status | 'damaged' | 'other_rules';

export type Language = 'en' | 'fr' | 'it' | 'de';

export type Topic = 'turns' | 'games' | 'people' | 'reports' | 'moderation';

export type WhyFailed = 'address' | 'private' | 'unreachable' | 'silent' | 'status' | 'gone' | 'no_mail' | 'mail_address' | 'mail_server' | 'other';

export type Facet = 'presence' | 'games' | 'rivals';

export type Who = 'everybody' | 'friends' | 'nobody';

export type Format = 'swiss' | 'groups';

export type Door = 'open' | 'link' | 'password';

export type Watching = 'everybody' | 'entrants';

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

/** Report that all is well. */
export interface Health {
  status: 'ok';
  /** Version of the program. */
  version: string;
  /** The commit that it was built from, or unknown. */
  build: string;
}

/** Explain why a request was refused. */
export interface Problem {
  code: string;
  message: string;
  /** A name nobody here has, when the one wanted is taken. */
  suggestion: string | null;
}

/** Announce something to pages, over any WebSocket; what was announced before is over. Seconds are from now on. */
export interface Announcement {
  type: 'news';
  /** Grows with each announcement, so that a page knows which one its reader has put away. */
  number: number;
  text: string | null;
  /** Seconds until it ends; null: when the operator ends it. */
  left: number | null;
  /** Seconds until the server restarts; below 0: it should have by now. */
  restart: number | null;
}

/** Tell somebody that the operator has changed their name. */
export interface Renaming {
  before: string;
  name: string;
  why: string;
}

/** Tell a page what it should show its reader, wherever that is. */
export interface News {
  /** Without a text and a restart: there is none. */
  announcement: Announcement;
  /** Of whoever is signed in, as it is now. */
  name: string | null;
  /** Until it was put away; null for guests. */
  renaming: Renaming | null;
}

/** Confirm that somebody is signed in on this device. */
export interface SignedIn {
  /** Public id. */
  account: string;
  name: string;
  /** Secret: goes in the header `Authorization: Bearer …`, and in `hello`. */
  session: string;
  /** New recovery codes; they are shown this one time. */
  codes: readonly string[];
}

/** Describe a passkey; times are milliseconds since 1970. */
export interface Passkey {
  id: string;
  device: string;
  /** Name of the server at which it can be used. */
  site: string;
  since: number;
  /** null: never. */
  used: number | null;
}

/** Describe a session. */
export interface Session {
  id: string;
  device: string;
  /** Milliseconds since 1970. */
  since: number;
  /** When it was used last, to the day. */
  seen: number;
  /** Whether it is the one that asks. */
  here: boolean;
}

/** Describe a token; times are milliseconds since 1970. */
export interface HeldToken {
  id: string;
  label: string;
  since: number;
  /** When it was used last, to the day. */
  seen: number;
}

/** Describe a bot to its owner. */
export interface OwnBot {
  account: string;
  name: string;
  /** Milliseconds since 1970. */
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
  /** Milliseconds since 1970. */
  since: number;
  /** Whether there is one. */
  password: boolean;
  passkeys: readonly Passkey[];
  /** Recovery codes that are left. */
  codes: number;
  sessions: readonly Session[];
  /** Public id of the account whose bot this is; null: a person. */
  owner: string | null;
  bots: readonly OwnBot[];
  /** The newest first, 50 at most. */
  tables: readonly OwnTable[];
  colour: number | null;
  pattern: number | null;
  vacation: Vacation | null;
  /** Days of vacation that may still be taken this year. */
  vacation_left: number;
}

/** Show new recovery codes, this one time. */
export interface Codes {
  codes: readonly string[];
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
  /** The day of the account's creation, in milliseconds since 1970. */
  since: number;
  colour: number | null;
  pattern: number | null;
  /** Whose bot it is; null: a person. */
  owner: Owner | null;
}

/** Describe an invitation to whoever has its code. */
export interface ShownInvitation {
  /** How many more people it is for. */
  left: number;
  /** When it ends, in milliseconds since 1970; null: not by itself. */
  until: number | null;
}

/** Give a browser what it needs to make or use a passkey. */
export interface PasskeyOptions {
  /** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
  options: Record<string, unknown>;
  /** The id that was chosen for an account that is to be created. */
  account: string | null;
}

/** Show a bot's new token, this one time. */
export interface BotToken {
  /** Public id of the bot. */
  account: string;
  name: string;
  /** Secret: a program sends it as a person's `session`. */
  token: string;
}

/** Describe one option: a switch, a whole number from `least` to `most`, or a choice of `values`. */
export interface OptionInfo {
  name: string;
  kind: 'switch' | 'number' | 'choice';
  values: readonly string[];
  least: number | null;
  most: number | null;
  /** Set if a custom text, such as a map, may be given instead of one of `values`: its maximum length. */
  longest: number | null;
}

/** List the effects of a number of players, so that clients can look them up (see `seatings`). */
export interface Seating {
  players: number;
  /** Applies while an option of each of these groups is on; if several entries apply, only the last one is used. */
  while_on: readonly (readonly string[])[];
  /** Options that override the preset; single choices still override them. */
  set: Record<string, OptionValue>;
  /** One of these must be on, too, for this number of players. */
  lacks: readonly string[];
}

/** Tell how strong a level of a game's bots is. */
export interface LevelInfo {
  bot: string;
  /** Share of comparisons of two seats at a table in which it was ahead of the level before, a tie counting half; null of the weakest. */
  ahead: number | null;
}

/** Describe a game that tables can be opened for. */
export interface GameInfo {
  id: string;
  /** Fallback for clients that have no translated name. */
  name: string;
  /** Increases whenever games would go on otherwise; for programs that know the rules themselves. */
  rules_version: number;
  players: readonly number[];
  /** Player counts offered as a house option only (N-SET-1). */
  house_players: readonly number[];
  presets: Record<string, Record<string, OptionValue>>;
  default_preset: string;
  options: readonly OptionInfo[];
  /** Every possible number of players, and the options it implies. */
  seatings: readonly Seating[];
  /** Switches that are set together, by bundle name; `NewTable.options` accepts the bundle name. */
  bundles: Record<string, readonly string[]>;
  /** Boards to choose from, as rows of text. */
  boards: Record<string, readonly string[]>;
  /** Bots to choose from, the recommended one first; tables know some more, by name. */
  bots: readonly string[];
  /** How strong they are, weakest first; nothing of bots that were not measured. */
  levels: readonly LevelInfo[];
  /** Bot that plays for who is away, unless the table names another. */
  stand_in: string;
  /** Bots that use the table's thinking time; the others play at once. */
  thinkers: readonly string[];
  /** Bots that, where a page plays by itself, know these boards only, and no maps of players' own. */
  board_bound: readonly string[];
}

/** Describe a flaw of a map and its place; line and column count from 1. */
export interface MapFlaw {
  line: number;
  column: number;
  /** What is wrong; every code has its message, `<game>_map_flaw_…`, in all languages. */
  code: string;
  /** What the message needs. */
  values: Record<string, string | number>;
  /** A complete sentence in English that includes the place. */
  message: string;
}

/** Answer a `DrawnMap`. */
export interface MapCheck {
  /** The first to fix first, and not more than 64; none if the map can be played. */
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
  /** Seconds for each turn. */
  turn: number;
  /** Seconds for the whole game, used when a turn takes longer. */
  reserve: number;
}

/** Define how long a table waits for its players, and who plays for them. */
export interface Pace {
  /** null: no limit. */
  clock: Clock | null;
  /** Seconds that somebody has to be disconnected before others may let a bot play for them. */
  absence: number;
  /** Seconds that somebody has to owe a turn before the others may vote to let a bot play for them. */
  silence: number;
  /** Bot that plays for people, unless they choose one themselves; null: the game's first quick bot. */
  stand_in: string | null;
}

/** Describe an open vote. */
export interface VoteInfo {
  /** Let a bot play for `seat`, which is connected but silent, or stop the game. */
  matter: Matter;
  seat: number | null;
  /** Seats in favour. */
  by: readonly number[];
  needed: number;
}

/** Describe the last emote of a seat. */
export interface SeatEmote {
  emote: Emote;
  /** How many there have been from this seat, with it. */
  number: number;
}

/** Describe who has a seat, and whether they are connected. */
export interface SeatInfo {
  seat: number;
  kind: 'open' | 'human' | 'bot';
  name: string;
  /** Number of its colour, 0 to 5; no other seat has it. */
  colour: number;
  /** Number of the pattern on its canoes, 0 to 5; no other seat has it. */
  pattern: number;
  /** Bot on this seat, or standing in for its human. */
  bot: string | null;
  /** Public id of the account of its human; null: a guest, or a bot of the server's. */
  account: string | null;
  /** Public id of the account whose bot plays this seat from outside; null: a person, or a bot of the server's. */
  owner: string | null;
  /** The bot plays to the end. */
  resigned: boolean;
  online: boolean;
  /** Seconds since its human was last connected; null for those who are, and for bots. */
  away: number | null;
  /** Owes a decision and has not confirmed it. */
  thinking: boolean;
  /** Seconds since it owes this decision. */
  taken: number | null;
  /** Seconds left of this turn and of the reserve; null without a clock. */
  left: readonly number[] | null;
  /** Its bot is still being compiled and cannot play yet; after the first start, this takes a minute or two. */
  preparing: boolean;
  /** Games won here and at the tables before, of which this is a rematch. */
  wins: number;
  /** Last day of its human's vacation, which stops the clock: UTC, ISO 8601; null: not on vacation, as far as it matters here. */
  vacation: string | null;
  /** An operator has suspended its account, so that its owner cannot come back while that lasts; told to those who have a seat at the table, while the game is not over, and neither why nor until when. */
  suspended: boolean;
  /** What its human showed last; it is not saved. */
  emote: SeatEmote | null;
  /** Who is drawn for it; a bot plays in the manner of this character. No other seat has the portrait. */
  portrait: Character | null;
}

/** Say which game a table's goes on from. */
export interface OriginInfo {
  /** After so many of its turns. */
  turns: number;
  /** Seat that kept what it knew: the rest is dealt anew. null: everything stays as it was. */
  known: number | null;
  /** Table at which that game was played, if it was. */
  table: string | null;
}

/** Show what the host has pinned to a table. */
export interface Note {
  text: string;
  /** Seat of whoever has pinned it. */
  seat: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Describe what the random numbers of a table are derived from; see docs/fair-dealing.md. */
export interface DealingInfo {
  /** First link of the chain that ends with the server's secret seed: 64 hexadecimal digits. */
  commitment: string;
  /** Number of random numbers that the chain can give. */
  length: number;
  /** Players' own words by seat. */
  words: readonly (string | null)[];
  /** Link of the last random number, once the game is over. That of a private game is in its record alone. */
  revealed: string | null;
}

/** Say how strong somebody plays by a family of rules, in the points of the ratings. */
export interface Level {
  points: number;
  /** Too little is known yet for the leaderboard. */
  provisional: boolean;
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
  /** Too little is known yet for the leaderboard. */
  provisional: boolean;
}

/** Describe a table as everybody may see it. */
export interface TableInfo {
  id: string;
  game: string;
  status: Status;
  version: number;
  /** UTC, ISO 8601. */
  created: string;
  preset: string | null;
  options: Record<string, OptionValue>;
  host: number;
  /** Maximum thinking time of a bot in seconds per turn; less when many think at once. */
  bot_seconds: number;
  /** Its `stand_in` is always set. */
  pace: Pace;
  access: Access;
  /** Seconds until bots take the seats that are free then, and the game starts; null: they do not. */
  fills: number | null;
  /** How the game ended: by the rules, by agreement, by resignation, or because the server's operator has closed the table, perhaps before it began. */
  ended: Ending | null;
  votes: readonly VoteInfo[];
  seats: readonly SeatInfo[];
  spectators: number;
  /** Table of the rematch; everybody has the same seat and token there. */
  rematch: string | null;
  /** Table whose rematch this is. */
  previous: string | null;
  /** Tournament that the table belongs to. */
  tournament: string | null;
  /** Which game the table's goes on from; null: it began by itself. */
  origin: OriginInfo | null;
  /** Games played here and at the tables before; those that the players or the operator ended are not counted. */
  games: number;
  /** What the operator said when closing the table. */
  notice: string | null;
  /** What the host has pinned to the table. */
  note: Note | null;
  /** Whether only those who had a seat may look at the replay of the game; null: they all may who may come here. */
  private_replay: boolean | null;
  /** null for tables from before dealings could be checked. */
  dealing: DealingInfo | null;
  /** Why the game, as the table is now, is not rated; null: it is. */
  unrated: Unrated | null;
  /** By seat, before the start: how strong those who sit here are by these rules; null: not known, or of nobody. */
  levels: readonly (Level | null)[] | null;
  /** Before the start: seats whose people are here and have said that they are ready; null: none of them. */
  ready: readonly number[] | null;
  /** By seat: what a rated game that is over has done to the ratings; null for bots, and until it is known. */
  ratings: readonly (SeatRating | null)[] | null;
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
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  suit: SuitName;
  value: number;
  /** Suit and value together, as used elsewhere: "flame 7". */
  card: string;
}

/** Bid a number of tricks for this round (C-BID-1). */
export interface Bid {
  kind: 'bid';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  tricks: number;
}

/** Choose a start jetty (C-SET-1), or the space where this move ends (C-MOVE-3). */
export interface Go {
  kind: 'to';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  column: number;
  row: number;
}

/** Choose the card of this round (N-ROUND-5). */
export interface ChooseCard {
  kind: 'card';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  card: CardName;
}

/** Buy no (further) canoe back (N-LOST-2). */
export interface Decline {
  kind: 'decline';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
}

/** Bring a lost canoe back to the dock (N-LOST-2, N-LOST-3). */
export interface RescueCanoe {
  kind: 'rescue';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  canoe: CanoeName;
  /** Price; null is free. */
  gem: GemName | null;
}

/** Move the weather one step (N-CLOUD-1). */
export interface MoveWeather {
  kind: 'weather';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  step: -1 | 1;
}

/** Tie both canoes to the bank (S-CARD-4). */
export interface TieUp {
  kind: 'tie';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
}

/** Take the moose into a canoe (S-MOOSE-1). */
export interface TakeMoose {
  kind: 'moose';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  canoe: CanoeName;
}

/** Paddle a canoe to a place (N-MOVE-1). */
export interface Paddle {
  kind: 'paddle';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  canoe: CanoeName;
  to: PlaceName;
}

/** Lay a gem on the deposit beside the canoe (N-GEM-2). */
export interface Unload {
  kind: 'unload';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  canoe: CanoeName;
  gem: GemName;
}

/** Take a gem from the deposit beside the canoe (N-GEM-2). */
export interface Load {
  kind: 'load';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  canoe: CanoeName;
  gem: GemName;
}

/** Take a gem from an opposing canoe on the same disc (N-STEAL-1). */
export interface Steal {
  kind: 'steal';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  /** Seat of the robbed player. */
  victim: number;
  /** The robbed canoe. */
  canoe: CanoeName;
  gem: GemName;
}

/** Steal nothing, although it is possible (N-STEAL-1). */
export interface Spare {
  kind: 'spare';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
}

/** Take Diamond Joe's gem (J-JOE-4). */
export interface TakeFromJoe {
  kind: 'joe_take';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
}

/** Give Diamond Joe a gem (J-JOE-4). */
export interface GiveToJoe {
  kind: 'joe_give';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  gem: GemName;
}

/** Swap a gem with Diamond Joe's (J-JOE-4). */
export interface SwapWithJoe {
  kind: 'joe_swap';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  /** The gem given away. */
  gem: GemName;
}

/** End this canoe's turn here, although it could do more (S-CARD-3, S-WHIRL-3, J-JOE-4). */
export interface Stop {
  kind: 'stop';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
}

/** Leave the canoe at the dock (N-MOVE-3). */
export interface Stay {
  kind: 'stay';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
}

/** Choose the arm into which the whirlpool takes a roped canoe from disc 5 (S-WHIRL-7). */
export interface Sweep {
  kind: 'swept';
  /** Index in `ACTIONS`: what bots return and environments take. */
  id: number;
  /** How people and saved games write it; `Game.parse_action` reads it back. */
  text: string;
  canoe: CanoeName;
  to: ArmStart;
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
  /** Parts that belong to no player. */
  rows: readonly PlainRow[];
  players: readonly PlainPlayer[];
  /** SVG, if the game draws one. */
  picture: string | null;
  you: number | null;
  /** Rank of each seat once the game is over. */
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Define everything about a game except its players. */
export interface CanyonOptions {
  /** Name of a board, or the text of a map, line by line (C-BOARD-1). */
  board: string;
  /** Leave out the spaces 6–9 of the round track (C-DEAL-1). */
  skip_brown: boolean;
  /** All players bid at the same time, and bids stay hidden until all are in (C-BID-1). */
  secret_bids: boolean;
  /** Display option: show every trick of this round or only the last one (C-PLAY-2). */
  show_played: CanyonShowPlayed;
  /** The game ends after the movement of this round, even if nobody has arrived (C-END-2). */
  max_rounds: number;
}

/** Show the map. */
export interface BoardView {
  /** Name of a built-in board; null: the host's own map. */
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
  /** In the order in which they were played. */
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
  /** The gangway for a canoe that fell (C-RAPID-3). */
  end: Cell;
  fell: boolean;
}

/** Show one player. */
export interface CanyonPlayerView {
  seat: number;
  /** Where the canoe is; null before it has a jetty. */
  cell: Cell | null;
  on: SpaceName;
  /** Steps to the nearest village jetty, ignoring all canoes; 0: arrived. */
  distance: number;
  /** Bid of this round: hidden until all have bid with the option `secret_bids` (C-BID-1). */
  bid: number | 'hidden' | null;
  tricks: number;
  /** Whether the bid is made, can still be made, or is missed (C-MOVE-1); null while no bid is known. */
  hope: Hope | null;
  hand_size: number;
  /** Points of this round's move, once the tricks are over: in the rapids the bonus only (C-MOVE-1, C-RAPID-1). */
  points: number | null;
  bonus: number | null;
  /** This round's move is over, made or lost. */
  moved: boolean;
  /** Where the current would now take this canoe and those that it pushes (C-RAPID-2). */
  drifts: readonly Drift[];
  arrived: boolean;
  /** Points left over on arrival (C-END-1). */
  points_left: number | null;
}

/** Show a space where the move that is due may end (C-MOVE-3). */
export interface End {
  column: number;
  row: number;
  /** Points that the shortest way takes. */
  used: number;
  /** Points that lapse, or on a village jetty count as left over (C-END-1). */
  left: number;
  /** A shortest way, from the canoe's space to this one. */
  path: readonly Cell[];
}

/** Show what a bid is worth if it is made, with all canoes where they are now. */
export interface Prospect {
  /** The bid. */
  tricks: number;
  /** Points of the move: tricks and bonus, or in the rapids the bonus only (C-MOVE-1, C-RAPID-1). */
  points: number;
  /** A way to one of the spaces where the move may end, from the canoe's space; that space alone if it is blocked. */
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
  /** Seats from the dealer's left; the dealer is last. */
  order: readonly number[];
  /** Cards per player, by space of the round track (C-DEAL-1). */
  track: readonly number[];
  /** Space of the round track with the marker, 1–14. */
  space: number;
  /** Cards dealt to each player in this round. */
  cards: number;
  /** The card turned up (C-DEAL-2). */
  trump: string | null;
  /** Who leads to the current trick. */
  leader: number | null;
  /** Suit that was led. */
  led: SuitName | null;
  /** The current trick, in the order in which it is played. */
  trick: readonly TrickCard[];
  last_trick: Trick | null;
  /** Finished tricks of this round, or only the last with the option `show_played`. */
  tricks: readonly Trick[];
  players: readonly CanyonPlayerView[];
  you: number | null;
  /** This seat's cards; empty for spectators. */
  hand: readonly string[];
  /** Seat that decides, when it is exactly one. */
  turn: number | null;
  /** Where the canoe whose move is due may end; empty at other times. */
  ends: readonly End[];
  /** What each bid of this seat would be worth, while all bid; empty at other times and for spectators. */
  prospects: readonly Prospect[];
  /** Where the current takes this seat's canoe, and those that it pushes, if it misses its bid; only while all bid. */
  risk: readonly Drift[];
  /** Start jetties that can be chosen now (C-SET-1). */
  free_jetties: readonly Cell[];
  /** Rank of each seat once the game is over (C-END-1). */
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Define everything about a game except its players. */
export interface NiagaraOptions {
  /** Gems on each deposit at the start (N-SET-5). */
  gems_per_deposit: number;
  /** The neighbour who gets the life preserver in phase 4 (N-ROUND-3). */
  preserver_passes: Preserver;
  /** How lost canoes come back (N-LOST-5). */
  rescue: Rescue;
  /** Who wins when several reached the goal (N-END-3). */
  tie_break: TieBreak;
  /** Display option: show every card played in this cycle or only the newest (N-ROUND-6). */
  show_played: NiagaraShowPlayed;
  /** The game ends without a winner after the river of this round (N-END-5). */
  max_rounds: number;
  /** One of each player's canoes has two places (S-DOUBLE). */
  double_canoe: boolean;
  /** A disc nobody can stay on (S-WHIRL). */
  whirlpool: boolean;
  /** Three more cards each: 7, 1/2/3, rope (S-CARD). */
  spirit_cards: boolean;
  /** An animal that appears in a storm and ends it by going over the falls (S-BEAVER). */
  beaver: boolean;
  /** An animal at discs 7 that makes a canoe faster (S-MOOSE). */
  moose: boolean;
  /** A neutral canoe to take from, give to and swap with (J-JOE). */
  diamond_joe: boolean;
}

/** Show who has the moose (S-MOOSE). */
export interface MooseView {
  /** null: nobody; it waits at discs 7. */
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
  /** Gems it can carry: 2 in a double canoe (S-DOUBLE-1). */
  places: number;
  cargo: readonly GemName[];
  /** Lost, and missing this round (N-LOST-5). */
  sits_out: boolean;
  /** Tied to the bank until the river has flowed (S-CARD-4). */
  tied: boolean;
  /** Has the moose (S-MOOSE-1). */
  moose: boolean;
}

/** Measure a stash against the three goals (N-END-1). */
export interface Goals {
  /** Most gems of one colour, of 4. */
  alike: number;
  /** Different colours, of 5. */
  colours: number;
  /** Gems, of 7. */
  total: number;
  reached: readonly GoalName[];
}

/** Show one player. */
export interface NiagaraPlayerView {
  seat: number;
  canoes: readonly CanoeView[];
  stash: Partial<Record<GemName, number>>;
  /** Gem value of the stash (N-END-3). */
  value: number;
  goals: Goals;
  /** Card of this round: null until chosen, hidden until revealed (N-ROUND-5). */
  card: CardName | 'hidden' | null;
  /** Cards out of the hand since the cycle began, or only the newest (N-ROUND-6). */
  played: readonly CardName[];
}

/** Describe the result of a move that may be chosen. */
export interface Move {
  canoe: CanoeName;
  to: PlaceName;
  /** Points left there for cargo work; 0 where they cannot be used (N-MOVE-6). */
  left: number;
  /** Whether the whirlpool takes the canoe there: perhaps, if it does no work there (S-WHIRL-3). */
  swirl: SwirlName | null;
}

/** Describe the turn that is being played in phase 2. */
export interface TurnView {
  seat: number;
  card: CardName;
  /** Canoe in the middle of its plan. */
  canoe: CanoeName | null;
  /** Points of the canoe in the middle of its plan, or of each that may begin one (S-MOOSE-1). */
  points: Partial<Record<CanoeName, number>>;
  /** Points that may be left over: with a 1/2/3 card, or where the whirlpool ends the move (S-CARD-3, S-WHIRL-3). */
  spare_points: number;
  /** Canoes that have finished, or do not move in this turn. */
  done: readonly CanoeName[];
  /** Moves that this seat may choose now; empty for other seats and spectators. */
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
  /** 1 … `cycle_length` within the cycle (N-ROUND-4). */
  cycle_round: number;
  /** 7, or 10 with the Spirits cards. */
  cycle_length: number;
  phase: NiagaraPhaseName;
  /** Seat with the life preserver. */
  first: number;
  /** Seats in turn order of this round (N-ROUND-2). */
  order: readonly number[];
  weather: number;
  /** Arm that the next push moves (N-FLOW-3). */
  next_arm: Arm;
  /** Gems on the five deposits, upstream first. */
  deposits: readonly Partial<Record<GemName, number>>[];
  /** null: not in play; lost: it comes back with the next disc (S-WHIRL-1). */
  whirlpool: PlaceName | null;
  /** null: not in the river (S-BEAVER-1). */
  beaver: PlaceName | null;
  /** null: not in play. */
  moose: MooseView | null;
  /** null: not in play. */
  joe: JoeView | null;
  players: readonly NiagaraPlayerView[];
  you: number | null;
  /** Cards this seat may still choose this round or has in hand; empty for spectators. */
  hand: readonly CardName[];
  turn: TurnView | null;
  speeds: Speeds;
  /** Rank of each seat once the game is over (N-END-4). */
  ranking: readonly number[] | null;
  winners: readonly number[];
}

/** Show a seat its own draft; never sent to anybody else. */
export interface Draft {
  type: 'draft';
  version: number;
  seat: number;
  /** Number of decisions so far. */
  step: number;
  decisions: readonly Action[];
  legal: readonly Action[];
  /** Whether it can be confirmed. */
  complete: boolean;
  /** Whether these decisions are the secret turn that this seat has confirmed. If so, `legal` lists what may replace it: deciding (at this `step`) or undoing begins a new draft; the confirmed turn counts until that is confirmed. */
  confirmed: boolean;
  can_undo: boolean;
  /** Preview: the position after these decisions, as this seat sees it. */
  view: View;
}

/** Report an event as a sentence. */
export interface Told {
  kind: 'told';
  /** One sentence in English, in which {0} is the name of the player in seat 0. */
  text: string;
}

/** The game has ended (N-END-2, N-END-5, C-END-1). */
export interface GameOver {
  kind: 'over';
  /** Rank of each seat; after a tie the next rank is skipped (N-END-4, C-END-1). */
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
  /** Number of the round. */
  number: number;
  dealer: number;
  /** Cards in each hand. */
  cards: number;
  /** The card turned up; its suit is trump. */
  trump: string;
  /** Space of the round track, 1–14. */
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
  /** By seat. */
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
  /** Winner. */
  seat: number;
  /** The trick in the order in which it was played. */
  cards: readonly string[];
  /** Tricks the winner has now. */
  tricks: number;
  /** Whether the winner leads another trick; false after the last. */
  leads: boolean;
}

/** Report what a seat's tricks are worth on the river. */
export interface Settled {
  seat: number;
  bid: number;
  tricks: number;
  bonus: number;
  /** Tricks and bonus; a canoe that starts its move in the rapids has only its bonus (C-RAPID-1). */
  points: number;
}

/** The last trick is over; canoes move now (C-MOVE-1). */
export interface RoundSettled {
  kind: 'settled';
  /** By seat. */
  players: readonly Settled[];
}

/** A canoe paddled (C-MOVE-3). */
export interface CanoeMoved {
  kind: 'moved';
  seat: number;
  /** Every space from the start to the end of the move. */
  path: readonly Cell[];
  /** Points that the shortest way needed. */
  used: number;
  /** Points that the shortest way did not need. */
  left: number;
}

/** A canoe cannot come nearer to the village and stays (C-MOVE-3). */
export interface CanoeBlocked {
  kind: 'blocked';
  seat: number;
  /** Points that lapse. */
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
  /** Player who missed the bid. */
  seat: number;
  /** The canoe that missed first, then each canoe it pushed, in the order of the push. */
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
  /** Points left over: they decide between several arrivals. */
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
  /** Seat with the life preserver. */
  first: number;
}

/** A lost canoe is back at the dock (N-LOST-2). */
export interface CanoeRescued {
  kind: 'rescued';
  seat: number;
  canoe: CanoeName;
  /** Price paid; null: rescued for free. */
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
  /** Index of the deposit, 0 (beside disc 3) to 4 (beside discs 7). */
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
  /** Player who has no canoe that could move (N-LOST-6). */
  seat: number;
}

/** The river is about to flow (N-FLOW-1). */
export interface RiverFlows {
  kind: 'river';
  pushes: number;
  /** Lowest paddle card, 0 when nobody played one (N-FLOW-1). */
  lowest: number;
  weather: number;
}

/** Report where a canoe is after a push. */
export interface CanoeAt {
  seat: number;
  canoe: CanoeName;
  place: PlaceName;
  /** Cargo that went back to the deposits of its colours; only for a canoe just lost (N-LOST-1). */
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
  /** 1 for the first push of the round. */
  number: number;
  /** Arm that moves; its disc 7 falls (N-FLOW-2). */
  arm: Arm;
  /** Where every canoe that this push moved is now. */
  canoes: readonly CanoeAt[];
  /** Other pieces that this push moved; a whirlpool that fell earlier comes back on disc 1 (S-WHIRL-1). */
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
  /** Cargo that went back to the deposits of its colours, from a canoe just lost (N-LOST-1). */
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
  /** lost: the whirlpool on disc 7R took him. */
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

/** Report what one version changed. Fields from `bot` on are left out where they say nothing. */
export interface Update {
  version: number;
  /** Seat whose turn it was, if any. */
  seat: number | null;
  events: readonly Event[];
  /** Bot that played this turn for a human. */
  bot?: string;
  /** The human had run out of time. */
  late?: boolean;
  /** The human has resigned: just now, if no bot played. */
  resigned?: boolean;
}

/** Tell why something that was decided in advance was not done. */
export interface Dropped {
  action: Action;
  why: Why;
}

/** Show a seat what it may decide in advance, and what it has; never sent to anybody else. */
export interface Ahead {
  /** By decision to come. */
  choices: readonly (readonly Action[])[];
  planned: readonly Action[];
  /** Until this seat decides something. */
  dropped: readonly Dropped[];
}

/** Bring a client to `version`: everything it may know, and the events since the version it had. */
export interface Sync {
  type: 'sync';
  version: number;
  you: number | null;
  table: TableInfo;
  /** null before the start. */
  view: PlainView | CanyonView | NiagaraView | null;
  /** Set when this seat owes a decision. */
  draft: Draft | null;
  updates: readonly Update[];
  ahead: Ahead | null;
  /** For those who asked: what they may know of the position, without their draft, as the game's `State` has it, field by field. Left out are fields that options determine, and fields that are nobody's. */
  record: Record<string, unknown> | null;
}

/** Tell a client that knows the rules what it may know of the position; it shows it, and drafts turns, by itself. */
export interface Position {
  /** Digest of the compiled rules for which the record is, as their module tells it. */
  rules: string;
  /** The game's record, without this seat's draft or secret turn, in pieces: a change names those that differ. */
  record: readonly string[];
  /** Board that the rules do not have, compressed (raw deflate), and that the record then calls number 0. */
  board: string | null;
  /** Fields of the view that the rules do not fill. */
  given: Record<string, unknown>;
  /** Secret turn that this seat has confirmed, ids of its decisions. */
  turn: readonly number[] | null;
  /** Whether this seat has something to decide, or a secret turn that it may still change. */
  asked: boolean;
}

/** Show a client everything that it may know at one version, as `sync` does. */
export interface State {
  you: number | null;
  table: TableInfo;
  view: PlainView | CanyonView | NiagaraView | null;
  draft: Draft | null;
  ahead: Ahead | null;
  /** Instead of view and draft, for those who asked for the record. */
  position: Position | null;
}

/** Bring a client to `version`, as `sync` does, by what has changed. */
export interface Delta {
  type: 'delta';
  version: number;
  /** Version of the state that is patched; null: the patch replaces it. */
  since: number | null;
  patch: unknown;
  updates: readonly Update[];
  /** The new state, for those who asked to check; left out for others. */
  whole?: State;
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
  /** Set when the rules refuse; as in `because`. */
  reason: CanyonReason | NiagaraReason | CommonReason | null;
  values: Record<string, string | number>;
}

/** Explain why an action may not come next, or that it may (`reason` "legal"). */
export interface Because {
  type: 'because';
  /** The action asked about, as text. */
  action: string;
  /** One sentence in English. */
  message: string;
  rule: string | null;
  /** Key of the translated sentence. */
  reason: Reason;
  /** Values named in the sentence. */
  values: Record<string, string | number>;
}

/** Say what a player still needs for the bid (C-MOVE-1). */
export interface Need {
  seat: number;
  /** Tricks missing; negative: already too many. */
  needs: number;
  /** Tricks that this player can still win. */
  open: number;
  /** Points of the move if the bid is made, from where the canoe is now (C-RAPID-1). */
  points: number;
}

/** Say who wins the trick as it lies, and why (C-PLAY-2). */
export interface Leading {
  seat: number;
  card: string;
  /** The highest trump, or the highest card of the led suit. */
  because: WonBy;
  /** Share of the possible deals in which nobody who is still to play can take it; null for spectators. */
  share: number | null;
}

/** Say what becomes of a card that this seat may play now. */
export interface CardFate {
  card: string;
  /** Share of the possible deals in which nobody who is still to play can beat it; 0: it does not even lead. */
  share: number;
}

/** Foretell the tricks of this round from what a seat knows. */
export interface CanyonFate {
  game: 'canyon';
  /** Number of deals looked at, each as likely as another; 1: everybody else has played, so it is certain. */
  deals: number;
  /** Players whose bid is known. */
  bids: readonly Need[];
  /** null: no trick has begun. */
  leading: Leading | null;
  /** Empty unless this seat plays next. */
  cards: readonly CardFate[];
}

/** Give the share of one speed of the river. */
export interface Speed {
  pushes: number;
  share: number;
}

/** Say where a canoe may be after the river. */
export interface Landing {
  /** `lost`: over the falls. */
  to: PlaceName;
  share: number;
  /** The speeds that take it there. */
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
  /** Number of combinations of cards; all of them are counted. */
  combinations: number;
  speeds: readonly Speed[];
  /** Every place where a canoe of this seat could lie in the river, so not the whirlpool's (S-WHIRL-2); empty for spectators. */
  own: readonly Afloat[];
  /** All canoes in the river. */
  canoes: readonly CanoeFate[];
}

/** Say what may come. */
export interface FateAnswer {
  type: 'fate';
  /** Version of the table that it is about. */
  version: number;
  /** Number of decisions in this seat's draft, whose result it is about; 0 without a draft. */
  step: number;
  /** Further decision that it takes for granted, as in the question. */
  action: string | null;
  /** null: there is nothing to tell, for instance because the action is not possible. */
  fate: CanyonFate | NiagaraFate | null;
}

/** Answer a ping. */
export interface Pong {
  type: 'pong';
}

/** Describe who had a seat when a game ended. */
export interface PlayedSeat {
  name: string;
  /** null: a guest, a bot of the server, or somebody who has deleted the account since. */
  account: string | null;
  /** Bot of the server that had the seat from the start; null: a person, or a bot from outside. */
  bot: string | null;
  /** Place by the rules, 1 the best; null: the rules had not ended the game. */
  rank: number | null;
  won: boolean;
  /** Of the canoes; null: the game was noted before colours were. */
  colour: number | null;
  portrait: Character | null;
}

/** Describe a game that is over, to somebody who had a seat. */
export interface PlayedGame {
  table: string;
  game: string;
  preset: string | null;
  /** Seat of the account that was asked about. */
  seat: number;
  seats: readonly PlayedSeat[];
  outcome: Outcome;
  ending: Ending;
  began: number;
  ended: number;
  /** Turns that were played, by all seats. */
  turns: number;
  rated: boolean;
  tournament: string | null;
  /** Whether the account was the host of the table. */
  host: boolean;
  /** Whether only those who had a seat may look at the replay. */
  private: boolean;
}

/** List games of an account, the last one that ended first. */
export interface GamesPage {
  games: readonly PlayedGame[];
  /** What to ask for as `before` to get those that come next; null: there are no more. */
  more: string | null;
}

/** Tell when the games of an account ended, for a calendar in any time zone. */
export interface PlayedTimes {
  /** For each game, the last one first: the quarter of an hour in which it ended, counted from 1970 (UTC). */
  quarters: readonly number[];
}

/** Tell how often somebody was placed better than another person at the same table. */
export interface Rival {
  account: string;
  name: string;
  /** Games that the rules have ended. */
  games: number;
  /** Of these, those in which the account that was asked about was placed better. */
  ahead: number;
  /** Those in which the other one was; in the rest they shared a place. */
  behind: number;
}

/** List against whom somebody has played, the most frequent first. */
export interface Rivals {
  people: readonly Rival[];
  /** Whoever asks, counted from all games that both have played; null: there are none, or nobody is signed in. */
  you: Rival | null;
}

/** Describe who has a seat. */
export interface ListedSeat {
  kind: 'open' | 'human' | 'bot';
  name: string;
  /** Bot on this seat, or standing in for its human. */
  bot: string | null;
  /** By the ratings of the table's rules; null for guests, and where no game by these rules has been rated. */
  level: Level | null;
}

/** Tell somebody of a table; but for `seat`, `yours` and `rank`, it is what everybody may see. */
export interface MyTable {
  table: string;
  /** "gone": there is no such table, or not any more; "unreachable": it cannot be read at the moment. */
  status: 'open' | 'running' | 'over' | 'gone' | 'unreachable';
  /** The sender's; null: they have none there. */
  seat: number | null;
  /** Whether it is the sender's turn. */
  yours: boolean;
  /** Seats whose turn it is. */
  waiting: readonly number[];
  /** Seconds left of this turn, and of the reserve: the sender's if it is their turn, else of the seat that has the least left in all, of those whose clock runs if there are any; null without a clock, and while nobody has to do anything. */
  left: readonly number[] | null;
  /** Last day (UTC) of the vacation for which the clock of that seat stands still; null: it runs. */
  vacation: string | null;
  seats: readonly ListedSeat[];
  /** Seats that have won; none before the end, and where nobody has won. */
  winners: readonly number[];
  /** The sender's place; null before the end, and where nobody is ranked. */
  rank: number | null;
  /** When the game ended, in milliseconds since 1970. */
  ended: number | null;
  /** Table where the same people play on. */
  rematch: string | null;
}

/** Describe a table in the list. Times are seconds since 1970, by the server's clock. */
export interface Listing {
  id: string;
  game: string;
  status: 'open' | 'running';
  preset: string | null;
  /** Options that differ from the preset; of a map that somebody has drawn, an empty text. */
  changed: Record<string, OptionValue>;
  seats: readonly ListedSeat[];
  clock: Clock | null;
  opened: number;
  /** When bots take the free seats, and the game starts; null: they do not. */
  fills: number | null;
  spectators: number;
  /** Whether its game, as the table is now, is rated. */
  rated: boolean;
  /** Whether it waits for players, and its host has no connection. */
  host_away: boolean;
  /** Whether only the host's friends, and those who are invited, find it. */
  friends: boolean;
  /** Whether its host has an account, and so can be told who sits down. */
  reachable: boolean;
}

/** Show the part of the list that was asked for. */
export interface Listed {
  type: 'listed';
  /** The server's time, in seconds since 1970. */
  now: number;
  first: number;
  /** Number of tables in the whole list. */
  total: number;
  rows: readonly Listing[];
}

/** Describe a row that is new, has changed or has moved. */
export interface Placed {
  /** Number in the part, from 0. */
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

/** Tell a page, over any WebSocket, that something has changed at tables of its account; it asks which ones wait. */
export interface TablesChanged {
  type: 'tables';
}

/** Describe a family of rules: tables of a game that share one scale of ratings. */
export interface RatedFamily {
  game: string;
  family: string;
  /** How many people were rated. */
  people: number;
  games: number;
}

/** Describe a row of a leaderboard: a person, or a bot by which people are measured. */
export interface Leader {
  /** 1 is the best; null for bots, and for people whose rating is provisional. */
  rank: number | null;
  /** Id of the account; null for a bot. */
  person: string | null;
  /** null: as `person`. */
  name: string | null;
  bot: string | null;
  rating: Points;
  provisional: boolean;
  /** Rated games that the person has begun; 0 for a bot. */
  games: number;
  /** Those of them that no bot has played for the person. */
  finished: number;
}

/** Show a part of a family's leaderboard: established people and bots by points less margin, then all others. */
export interface Leaderboard {
  game: string;
  family: string;
  games: number;
  /** Number of the first row that is shown, from 0. */
  first: number;
  /** Number of rows in the whole leaderboard. */
  total: number;
  rows: readonly Leader[];
}

/** Say how a person came out of a game, and what it has done to the rating. */
export interface RatedGame {
  table: string;
  at: number;
  before: Points;
  after: Points;
  /** How much of a game it counted for, 0 to 1. */
  weight: number;
  /** Place of the person, 1 the best; the last one if `left`. */
  rank: number;
  players: number;
  /** A bot has played for the person. */
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
  /** The last ones, the oldest first; at most 500. */
  history: readonly RatedGame[];
}

/** Show all ratings of a person. */
export interface PersonRatings {
  person: string;
  name: string;
  /** Those in which the person was rated. */
  families: readonly FamilyRating[];
}

/** Say why a message could not be sent. */
export interface Failure {
  code: WhyFailed;
  /** The host, the status, or the name of an error of the mail server. */
  about?: string;
}

/** Describe a way. */
export interface WayInfo {
  id: string;
  kind: 'push' | 'webhook' | 'mail';
  /** The device, the host of the webhook, or the address. */
  name: string;
  /** Milliseconds since 1970. */
  since: number;
  /** Whether a message was ever sent, or could not be. */
  tried: boolean;
  /** Why the last message could not be sent; null if it could, or none was. */
  why: Failure | null;
  /** Not used any more, because it has failed too often. */
  off: boolean;
}

/** Say when somebody wants to be told nothing, by the clock where they live. */
export interface QuietHours {
  /** In minutes after midnight. */
  begins: number;
  /** The same; before `begins` if the hours go on after midnight. */
  ends: number;
  /** Name of the time zone (IANA). */
  zone: string;
}

/** Say how somebody is told what they should know. */
export interface NoticeWays {
  /** What this browser needs to subscribe (applicationServerKey). */
  key: string;
  /** Whether this server sends mail. */
  mail: boolean;
  ways: readonly WayInfo[];
  /** What there is to tell them; new reports to moderators only. */
  topics: readonly Topic[];
  /** Those of these topics that they are not told of. */
  off: readonly Topic[];
  /** Hours at which nothing is told; what waits comes afterwards. */
  quiet: QuietHours | null;
}

/** Name a way that was added. */
export interface WayId {
  id: string;
  /** Of a webhook: what messages are signed with; it is shown this one time. null for a chat service. */
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
  /** The running one, or the last one; 0 before the start. */
  round: number;
  rounds: number;
  entrants: number;
  /** When it was announced. */
  since: number;
  /** When it starts by itself; null: when its organiser starts it, or has. */
  starts: number | null;
  door: Door;
  /** As in `Terms`. */
  limit: number | null;
}

/** Describe a tournament that somebody has entered. */
export interface PersonTournament {
  id: string;
  name: string;
  game: string;
  status: Status;
  format: Format;
  /** The running one, or the last one; 0 before the start. */
  round: number;
  rounds: number;
  entrants: number;
  /** When it was announced. */
  since: number;
  /** When it starts by itself; null: when its organiser starts it, or has. */
  starts: number | null;
  door: Door;
  /** As in `Terms`. */
  limit: number | null;
  ended: number | null;
  /** Theirs, at the moment or for good; null: no table was over. */
  place: number | null;
  /** How many entrants it started with; 0 before that. */
  of: number;
  /** Withdrawn after the start. */
  gone: boolean;
}

/** Describe who plays along, and how they stand. */
export interface EntrantInfo {
  number: number;
  name: string;
  /** Of a person, or of a bot that plays from outside. */
  account: string | null;
  /** Id of the account whose bot it is; null: a person, or a bot of the house. */
  owner: string | null;
  owner_name: string | null;
  /** Kind of a bot of the house. */
  bot: string | null;
  portrait: Character | null;
  /** Withdrawn. */
  gone: boolean;
  place: number;
  /** Rounds' worth of opponents that the entrant was ahead of. */
  score: number;
  /** Mean score of those. */
  opponents: number;
  wins: number;
}

/** Describe a table of a round. */
export interface TableOfRound {
  id: string;
  /** Numbers of the entrants, in the order of the seats. */
  seats: readonly number[];
  over: boolean;
  /** By seat, 1 the best; null while it is played, and when nobody won or lost. */
  ranks: readonly number[] | null;
  /** By seat, what it counted; null while it is played. */
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
  /** Whether people may enter bots of theirs, which play from outside. */
  outside_bots: boolean;
  description: string;
  limit: number | null;
  door: Door;
  watching: Watching;
  /** As in `Terms`, for all of them. */
  break_minutes: number;
  /** Id of the account. */
  organiser: string;
  /** null: the account is not there any more. */
  organiser_name: string | null;
  status: Status;
  /** Ended by its organiser before all rounds were played. */
  closed: boolean;
  since: number;
  /** When it starts by itself; null: when its organiser starts it, or it has started. */
  starts: number | null;
  /** When it should have started by itself, and too few had entered; its organiser has not chosen anew since. */
  missed: number | null;
  /** When the break that goes on ends; later, if the server is down meanwhile. null: none goes on. */
  break_ends: number | null;
  ended: number | null;
  /** Decides all lots; null before the start. */
  seed: string | null;
  /** By number. */
  entrants: readonly EntrantInfo[];
  played: readonly RoundInfo[];
}

/** Name the tournament to enter next. */
export interface NextTournament {
  /** The one that starts first of those that are on the list and have room; null: there is none. */
  next: TournamentLine | null;
}

/** Bring a client to the present `TournamentInfo`. */
export interface TournamentDelta {
  type: 'delta';
  patch: unknown;
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

/** Describe a table of the lobby where friends sit, and which one may watch or join. */
export interface FriendsSeats {
  table: string;
  game: string;
  running: boolean;
  friends: readonly Friend[];
}

/** Tell that a friend calls one to the table where they sit, which has a seat free. */
export interface TableCall {
  table: string;
  game: string;
  by: Friend;
}

/** Tell whom one has called to a table. */
export interface FriendCalled {
  table: string;
  account: string;
  /** Whether they have answered that they do not come now. */
  declined: boolean;
}

/** Tell somebody how they stand to others; each list in the order of names. */
export interface Friends {
  friends: readonly Friend[];
  /** Who asks to be friends and waits for an answer. */
  asking: readonly Friend[];
  /** Who has been asked and has not answered. */
  asked: readonly Friend[];
  /** Who is kept away. */
  blocked: readonly Friend[];
  /** Accounts of those friends who are at the site now. */
  here: readonly string[];
  /** Tables of friends, or of people who have invited them, that have a seat for them. */
  tables: readonly FriendsTable[];
  /** Other tables where friends sit who are seen to be here. */
  playing: readonly FriendsSeats[];
  /** Tables to which friends call them, the last one first. */
  calls: readonly TableCall[];
  /** Whom they have called themselves. */
  called: readonly FriendCalled[];
}

/** Tell the host of a table for friends who else may come, in the order of names. */
export interface Invited {
  people: readonly Friend[];
}

/** Note something about somebody, for oneself alone; empty: nothing. */
export interface Memo {
  text: string;
}

/** Tell a page, over any WebSocket, that its account has something new to see in `Friends`, which it asks for. */
export interface FriendsChanged {
  type: 'friends';
}

/** Describe a line. */
export interface ChatLine {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  name: string;
  seat: number | null;
  account: string | null;
  /** null: it was removed. */
  text: string | null;
  /** By a spectator, while the game was running. */
  watching: boolean;
}

/** Tell lines: the answer to `hello` and `read`, or what has been written or removed. */
export interface Lines {
  type: 'lines';
  lines: readonly ChatLine[];
  /** Name under which one writes; null: one only reads. */
  you: string | null;
  /** Names of those who cannot write here, for the host or the organiser alone. */
  muted: readonly string[];
  /** Whether there are lines before these; null in what is told unasked. */
  earlier: boolean | null;
}

/** Confirm a report. */
export interface ReportTaken {
  type: 'reported';
  number: number;
}

/** Describe a report to whoever has made it. Times are milliseconds since 1970. */
export interface OwnReport {
  /** Of the matter; others may have reported it, too. */
  number: number;
  at: number;
  about: About;
  /** Of whoever was reported, as it was then. */
  name: string;
  reason: ReportReason;
  /** When an operator or a moderator has handled it; null: not yet. */
  handled: number | null;
}

/** Tell somebody whether they moderate here, and how many reports wait for them; 0 for all others. */
export interface Duty {
  moderates: boolean;
  reports: number;
}

/** Show one person's report of a matter. */
export interface FiledReport {
  at: number;
  by: string;
  reason: ReportReason;
  note: string;
}

/** Show what one or more people have reported. */
export interface ReportedMatter {
  number: number;
  about: About;
  /** Table where it happened, or `lobby`; empty: nowhere in particular. */
  place: string;
  /** Number of the message there; 0: it is none. */
  line: number;
  name: string;
  /** Of whoever was reported; null: a guest. */
  account: string | null;
  /** What the message said. */
  text: string | null;
  filed: readonly FiledReport[];
  handled: number | null;
  handled_by: string | null;
  outcome: Measure | null;
  why: string | null;
}

/** Show a message of a chat. */
export interface SaidLine {
  number: number;
  at: number;
  name: string;
  /** null: it was removed. */
  text: string | null;
}

/** Say in how many of somebody's last games that have begun something happened. */
export interface KnownConduct {
  games: number;
  /** A bot has played for them, because they were away or out of time. */
  replaced: number;
  resigned: number;
}

/** Show what was reported, and what there is to judge it by. */
export interface MatterLook {
  matter: ReportedMatter;
  /** The message and those around it, as they are now. */
  around: readonly SaidLine[];
  conduct: KnownConduct | null;
}

/** Describe an account to a moderator: nothing of how its owner comes in. */
export interface KnownPerson {
  account: string;
  name: string;
  since: number;
  /** When it was last used, to the day. */
  seen: number | null;
  /** Account whose bot this is. */
  owner: string | null;
  bots: number;
  /** Ids of the last tables where it had a seat, the newest first. */
  tables: readonly string[];
  /** Why, while it is suspended. */
  suspended: string | null;
  until: number | null;
  /** Then nothing can be done to it here. */
  moderates: boolean;
}

/** Show the one recovery code that somebody has from now on, this one time. */
export interface RecoveryCode {
  code: string;
}

/** Describe a table to a moderator: no more than everybody may know who comes there. */
export interface KnownTable {
  id: string;
  status: TableCondition;
  /** By the operator or a moderator. */
  closed: boolean;
  game: string | null;
  opened: number | null;
  changed: number | null;
  players: readonly string[];
  /** What the host has pinned to it; only when one table is looked at. */
  note: string | null;
}

/** List tables that were opened since a time, the newest first. */
export interface KnownTables {
  /** 50 at most. */
  tables: readonly KnownTable[];
  /** How many there are. */
  count: number;
}

/** Say how many tables were deleted, and how many stay because they have changed in the meantime. */
export interface DeletedTables {
  deleted: number;
  kept: number;
}

/** Show the last messages of a chat, and who may not write there. */
export interface KnownChat {
  lines: readonly SaidLine[];
  muted: readonly string[];
}

/** Describe a tournament to a moderator. */
export interface KnownTournament {
  id: string;
  name: string;
  status: Status;
  game: string;
  organiser: string;
  entrants: number;
  announced: number;
  /** Ended before all its rounds were played. */
  closed: boolean;
}

/** Show what an operator or a moderator did. */
export interface OperatorsAct {
  at: number;
  /** An operator's name on the machine, or a moderator's name here with the id of the account. */
  who: string;
  did: string;
  what: string;
  why: string | null;
  until: number | null;
}

/** Show what somebody could know after a turn, or before the first. */
export interface Then {
  /** Whose turn it was. */
  seat: number | null;
  events: readonly Event[];
  position: Position;
  /** Seats that owed a turn then. */
  waiting: readonly number[];
  over: boolean;
}

/** Show a game turn by turn, up to now, as one seat saw it. */
export interface Past {
  /** null: a spectator. */
  you: number | null;
  places: readonly Then[];
}

/** Answer an `AskBeginning`, for clients that know the rules; nothing in it is secret to whoever asked. */
export interface Beginning {
  /** Digest of the compiled rules for which the record is, as their module tells it. */
  rules: string;
  /** The game's record: as the position says, or before the set-up, which needs a word of chance. */
  record: string;
  /** Board that the rules do not have, compressed (raw deflate), and that the record then calls number 0. */
  board: string | null;
  /** Fields of a view that the rules do not fill. */
  given: Record<string, unknown>;
}

/** Say who may see what of somebody. */
export interface Privacy {
  /** Who may see that they are at the site; with `nobody` they are not even counted. */
  presence: Who;
  /** Who finds the games they have played at tables open to all. */
  games: Who;
  /** Who finds, of these games, how often they have won against whom. */
  rivals: Who;
}

/** Tell who is at the site, as far as they let the one who asks see it. */
export interface Online {
  /** People with an account, those who are not named too; without those who are invisible. */
  count: number;
  /** In the order of their names. */
  people: readonly Friend[];
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
  /** What the device is to be called in the list of sessions. */
  device?: string;
  /** Code of an invitation, where new accounts need one. */
  invitation?: string | null;
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

/** Choose a favourite colour and a favourite pattern of canoes; null: any. */
export interface Prefer {
  colour: number | null;
  pattern: number | null;
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

/** Show an invitation by its code. */
export interface HeldInvitation {
  code: string;
}

/** Name the account that is to be created with a passkey. */
export interface Wanted {
  name: string;
  /** As in `NewAccount`. */
  invitation?: string | null;
}

/** Sign in with a passkey. */
export interface UsePasskey {
  credential: Record<string, unknown>;
  device?: string;
}

/** Add the passkey that was made with the options. */
export interface AddPasskey {
  credential: Record<string, unknown>;
  /** What the device is to be called in the list of passkeys. */
  device?: string;
}

/** Remove a passkey. */
export interface RemovePasskey {
  sure: Sure;
  id: string;
}

/** Make a bot that plays from outside; its name will begin with "Bot". */
export interface NewBot {
  name: string;
  /** What its first token is to be called. */
  label?: string;
}

/** Make one more token for a bot. */
export interface NewToken {
  /** What it is to be called in the list of tokens. */
  label?: string;
}

/** Take vacation from the first day to the last. */
export interface NewVacation {
  /** null: from now on. */
  first?: string | null;
  last: string;
}

/** Ask whether a map can be played. */
export interface DrawnMap {
  /** One character for each space, line by line. */
  text: string;
}

/** Go on from a turn of a game that was played elsewhere; such a game is not rated. */
export interface NewOrigin {
  /** The saved game. */
  record: string;
  /** Go on after so many of its turns; null: after the last. Secret turns that wait for others are chosen anew. */
  turns?: number | null;
  /** Seat that keeps what it knew, while all else that is hidden is dealt anew; null: everything stays as it was, and whoever has the record knows it. */
  known?: number | null;
  /** Seat that the sender gets. */
  seat?: number;
  /** Table at which the game was played, if it was. */
  table?: string | null;
}

/** Open a table; the sender gets seat 0, unless `origin` says another, and is the host; `bots` get the last ones. */
export interface NewTable {
  game: string;
  name: string;
  seats: number;
  preset?: string | null;
  /** Options that differ from the preset and from what the number of players implies. */
  options?: Record<string, OptionValue>;
  bots?: readonly string[];
  portrait?: Character | null;
  /** Start as soon as every seat is taken. */
  start?: boolean;
  /** Maximum thinking time of a bot in seconds per turn, 0.1 to 30. */
  bot_seconds?: number;
  pace?: Pace;
  access?: Access;
  /** Rate the game if it counts; otherwise it is played for practice. */
  rated?: boolean;
  /** Go on from a game, whose options hold then; `preset` and `options` are left out. */
  origin?: NewOrigin | null;
}

/** Take a seat at a table that has not started: the one that is wanted, or the first free one. */
export interface Join {
  name: string;
  seat?: number | null;
  portrait?: Character | null;
}

/** Open the session; always the first message. */
export interface Hello {
  type: 'hello';
  /** Of a seat here; the seat of an account is reached by its `session` only. */
  token?: string | null;
  /** Secret of the account's session; it brings the account's seat, if it has one here. When the session ends, the connection is closed with code 4401. */
  session?: string | null;
  /** Whether to be a spectator all the same, as a big screen is that others look at, too. */
  watch?: boolean;
  /** Last version this client has shown; the answer lists the events after it (0: all; null: none), or the newest. */
  since?: number | null;
  /** Whether to be sent `delta` instead of `sync`. Saying hello again brings the whole state. */
  deltas?: boolean;
  /** With `deltas`: whether each is to contain the whole state, too, for clients in development. */
  check?: boolean;
  /** For those that know the rules themselves: whether each `sync` is to have the `record`; with `deltas`, whether the state is to have a `position` instead of `view` and `draft`, if the server knows the same rules. */
  record?: boolean;
}

/** Add one decision to the draft of this seat. */
export interface Decide {
  type: 'decide';
  version: number;
  /** Number of decisions in the draft when the sender chose; any other number is refused as stale. */
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
  /** As in `decide`. */
  step: number;
  /** Text form. */
  action: string;
  /** Draft that the sender keeps by itself; null: the one that is kept here. */
  decisions?: readonly number[] | null;
}

/** Ask what may come, as far as one can know; answered by `fate`, to this connection only. */
export interface AskFate {
  type: 'fate';
  /** Text form of a decision that may come next; the answer is about the time after it. */
  action?: string | null;
  /** As in `why`. */
  decisions?: readonly number[] | null;
}

/** Make the finished draft final. */
export interface Confirm {
  type: 'confirm';
  version: number;
  /** Ids of all its actions, as the draft lists them. They are played whatever has become of the draft meanwhile. */
  decisions: readonly number[];
  /** Chosen by the client; a repeated id is answered but not played again, and refused for other decisions. */
  turn: string;
}

/** Play a whole turn at once, regardless of the draft; for programs. Either all of it is played or nothing. */
export interface Play {
  type: 'play';
  version: number;
  /** Text forms, in order; forced decisions may be omitted. */
  actions: readonly string[];
  /** As in `confirm`. */
  turn: string;
}

/** Decide in advance, instead of all that this seat had decided so; with no actions, take it back. */
export interface PlanAhead {
  type: 'plan_ahead';
  /** The position that the sender has seen; refused as stale when there is another. */
  version: number;
  /** Text forms; one at most of each list in `Ahead.choices`. */
  actions: readonly string[];
}

/** Mix a word of one's own into the dealing, or replace it; before the start. */
export interface Mix {
  type: 'mix';
  /** Printable characters. */
  word: string;
}

/** Choose a colour, a pattern or a portrait that nobody at the table has, or no portrait (""); before the start. */
export interface PaintCanoes {
  type: 'paint';
  colour?: number | null;
  pattern?: number | null;
  portrait?: Character | '' | null;
}

/** Change what the table plays by, with `options` as in `NewTable`; host only, before the start. */
export interface SetRules {
  type: 'set_rules';
  preset: string;
  options?: Record<string, OptionValue>;
}

/** Start the game; host only, once every seat is taken. */
export interface Start {
  type: 'start';
}

/** Put a bot on a free seat, or another for a bot, by default as the same character; host only, before the start. */
export interface AddBot {
  type: 'add_bot';
  seat: number;
  bot: string;
  character?: Character | null;
}

/** Set the bots' thinking time per turn, 0.1 to 30 seconds; host only, until the game is over. */
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
  /** For oneself only; null: the table's `Pace.stand_in`. */
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
  /** Whom the bot is to play for; null for `stop`. */
  seat?: number | null;
  /** False takes one's vote back. */
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
export interface SetAccess {
  type: 'set_access';
  access: Access;
}

/** Open a new table with the same options, people and bots; everybody here is invited to it. */
export interface Rematch {
  type: 'rematch';
}

/** Show an emote; everybody at the table sees it beside this seat's name, and nothing is saved. */
export interface ShowEmote {
  type: 'emote';
  emote: Emote;
}

/** Say before the start that one is ready, or take it back; nothing is saved, and other rules ask anew. */
export interface SayReady {
  type: 'ready';
  ready: boolean;
}

/** Ask whether the connection is alive. */
export interface Ping {
  type: 'ping';
}

/** As the host, pin a note to one's table, or take it down. */
export interface PinNote {
  /** Instead of the note that is there; null: take it down. */
  text: string | null;
  /** Of one's seat at the table; not needed by whoever is signed in and has it by their account. */
  token?: string | null;
}

/** As the host, say who may look at the replay of one's table. */
export interface KeepReplay {
  /** Only those who had a seat; false: whoever may come to the table. */
  private: boolean;
  /** Of one's seat at the table; not needed by whoever is signed in and has it by their account. */
  token?: string | null;
}

/** Ask for a seat at a table that starts within a minute, with bots on the seats that nobody has taken by then. */
export interface QuickSeat {
  game: string;
  name: string;
  /** Secret of the seat, chosen by the client, of at least 192 random bits. Who asks again with the same one is given the same seat. */
  token: string;
}

/** Name a table, and the token of the seat there that is the sender's. */
export interface Asked {
  table: string;
  /** null: the account has the seat, if any. */
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
  /** Rules that the table began with; options that differ from them do not matter. */
  preset?: string | null;
  clock?: ClockKind | null;
  /** Seats that are free at least. */
  free?: number;
  /** True: there is a bot at the table; False: there is none. */
  bots?: boolean | null;
  /** Whether the game, as the table is now, is rated. */
  rated?: boolean | null;
  order?: Order;
  first?: number;
  rows?: number;
  /** Secret of the account's session; with it, the list has the tables for friends that the account finds. */
  session?: string | null;
}

/** Let this browser show messages (Web Push): what PushSubscription.toJSON() has. */
export interface SubscribePush {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: Language;
  device?: string;
}

/** Let messages be sent to an address. */
export interface AddWebhook {
  url: string;
  language?: Language;
}

/** Send a code to an address, to show that it is the sender's. */
export interface AskForMail {
  address: string;
  language?: Language;
}

/** Let messages be sent to an address, with the code that was sent there. */
export interface AddMail {
  address: string;
  code: string;
  language?: Language;
}

/** Be told of a topic, or not. */
export interface SwitchTopic {
  topic: Topic;
  on: boolean;
}

/** Be told nothing at these hours; null: be told at any hour. */
export interface BeQuiet {
  hours: QuietHours | null;
}

/** Announce a tournament; the sender organises it, and enters like everybody else, or not at all. */
export interface NewTournament {
  description?: string;
  /** Most entrants, bots included; null: as many as any tournament has. */
  limit?: number | null;
  door?: Door;
  /** Needed with the door `password`; null, when terms are changed: as before. */
  password?: string | null;
  watching?: Watching;
  /** From the end of a round to the next one. */
  break_minutes?: number;
  name: string;
  game: string;
  preset?: string | null;
  /** Options that differ from the preset and from what a table's number of players implies. */
  options?: Record<string, OptionValue>;
  format?: Format;
  /** All of them: of groups, the last one is the final. */
  rounds?: number;
  /** Seats of a table, as far as the number of players allows. */
  size?: number;
  /** Its clock is needed: whoever does not come must not keep the others waiting for ever. */
  pace: Pace;
  bot_seconds?: number;
  rated?: boolean;
  /** Whether people may enter bots of theirs, which play from outside. */
  outside_bots?: boolean;
  /** When it starts by itself; null: when its organiser starts it. */
  starts?: number | null;
}

/** Enter a tournament. */
export interface Enter {
  /** Needed where there is one, but for the organiser, and for a bot whose owner has entered. */
  password?: string | null;
  /** Who is drawn for the sender at the tables and at the end. */
  portrait?: Character | null;
}

/** As the organiser, enter bots. */
export interface EnterBots {
  bot: string;
  count?: number;
}

/** As the organiser, choose when the tournament starts by itself. */
export interface StartTime {
  /** null: when its organiser starts it. */
  starts: number | null;
}

/** Say who takes part in a tournament and who watches; the organiser may change it until the start. */
export interface Terms {
  description?: string;
  /** Most entrants, bots included; null: as many as any tournament has. */
  limit?: number | null;
  door?: Door;
  /** Needed with the door `password`; null, when terms are changed: as before. */
  password?: string | null;
  watching?: Watching;
  /** From the end of a round to the next one. */
  break_minutes?: number;
}

/** As the organiser, choose how long a break goes on from now. */
export interface Break {
  seconds: number;
}

/** Say who is meant, by one of the two. */
export interface Whom {
  name?: string | null;
  account?: string | null;
}

/** Say who one is; always the first message, and again to take a name. */
export interface ChatHello {
  type: 'hello';
  /** Of one's seat at the table. */
  token?: string | null;
  /** Of one's account. */
  session?: string | null;
  /** Of a guest without a seat here; without one, a guest only reads. */
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

/** Remove a line: one's own, or as the table's host, or the tournament's organiser, any. */
export interface RemoveLine {
  type: 'remove';
  number: number;
}

/** As the host or the organiser: let the person of this name write nothing here, or let them again. */
export interface MuteName {
  type: 'mute';
  name: string;
  muted?: boolean;
}

/** Report a line to whoever looks after the server. */
export interface Report {
  type: 'report';
  number: number;
  reason?: ReportReason;
  note?: string;
}

/** Report somebody: by the account, or by the seat at a table. */
export interface NewReport {
  reason: ReportReason;
  note?: string;
  account?: string | null;
  table?: string | null;
  seat?: number | null;
  /** Of the seat of a guest who reports. */
  token?: string | null;
}

/** Say what was done about what was reported. */
export interface HandleMatter {
  what: Measure;
  /** For the other moderators and the operator; nobody else is told. */
  why?: string | null;
}

/** Keep somebody out for a time, or until somebody lets them in again. */
export interface SuspendPerson {
  /** They are told it. */
  why: string;
  until?: number | null;
}

/** Say why something is to be done. */
export interface Reasoned {
  why: string;
}

/** Give an account another name. */
export interface RenamePerson {
  name: string;
  /** They are told it. */
  why: string;
}

/** Delete all tables that somebody of this name, or one that looks like it, opened since a time, after a flood. */
export interface DeleteTables {
  by: string;
  since: number;
  why: string;
}

/** Let the person of a name write nothing more in a chat, or let them again. */
export interface MuteWriter {
  name: string;
  muted?: boolean;
  why?: string | null;
}

/** Look back at the game of a table. */
export interface AskPast {
  /** Of one's seat; not needed by whoever is signed in and has it by their account. Without a seat one looks as a spectator. */
  token?: string | null;
}

/** Ask what a game begins with, as the header of its saved game says. */
export interface AskBeginning {
  players: number;
  /** With a map as its text; those that are missing have their defaults. */
  options?: Record<string, OptionValue>;
  /** Position that it began with; it has its own options. */
  position?: Record<string, unknown> | null;
}

/** Choose who may see something. */
export interface ChoosePrivacy {
  matter: Facet;
  who: Who;
}

/** What each request to the server carries, and what it is answered with. */
export interface Requests {
  /** Watch over the server. */
  'GET /health': { answer: Health };
  /** See what the operator announces. */
  'GET /api/news': { answer: News };
  /** Put the news of one's new name away. */
  'DELETE /api/me/renaming': { answer: null };
  /** Create an account. */
  'POST /api/people': { body: NewAccount; answer: SignedIn };
  /** Sign in. */
  'POST /api/sessions': { body: SignIn; answer: SignedIn };
  /** Sign in with a recovery code. */
  'POST /api/sessions/recovery': { body: Recover; answer: SignedIn };
  /** Sign a device out. */
  'DELETE /api/sessions/{which}': { at: { which: string }; answer: null };
  /** See one's account. */
  'GET /api/me': { answer: Me };
  /** Change the password. */
  'POST /api/me/password': { body: ChangePassword; answer: null };
  /** Get new recovery codes. */
  'POST /api/me/codes': { body: Sure; answer: Codes };
  /** Choose a favourite colour and pattern. */
  'POST /api/me/preferences': { body: Prefer; answer: null };
  /** Add a guest's seats to the account. */
  'POST /api/me/seats': { body: Adopt; answer: readonly OwnTable[] };
  /** Export everything. */
  'GET /api/me/export': { answer: string };
  /** Delete one's account. */
  'POST /api/me/deletion': { body: Sure; answer: null };
  /** Show a person's profile. */
  'GET /api/people/{account}': { at: { account: string }; answer: Person };
  /** Look at an invitation. */
  'POST /api/invitations': { body: HeldInvitation; answer: ShownInvitation };
  /** Begin an account with a passkey. */
  'POST /api/passkeys/creation': { body: Wanted; answer: PasskeyOptions };
  /** Begin to sign in with a passkey. */
  'POST /api/passkeys/challenge': { answer: PasskeyOptions };
  /** Sign in with a passkey. */
  'POST /api/sessions/passkey': { body: UsePasskey; answer: SignedIn };
  /** Begin to confirm something with a passkey. */
  'POST /api/me/passkeys/challenge': { answer: PasskeyOptions };
  /** Begin to add a passkey. */
  'POST /api/me/passkeys/options': { body: Sure; answer: PasskeyOptions };
  /** Add a passkey. */
  'POST /api/me/passkeys': { body: AddPasskey; answer: null };
  /** Remove a passkey. */
  'POST /api/me/passkeys/removal': { body: RemovePasskey; answer: null };
  /** Create a bot that plays from outside. */
  'POST /api/me/bots': { body: NewBot; answer: BotToken };
  /** Create another token. */
  'POST /api/me/bots/{bot}/tokens': { at: { bot: string }; body: NewToken; answer: BotToken };
  /** Revoke a token. */
  'DELETE /api/me/bots/{bot}/tokens/{token}': { at: { bot: string; token: string }; answer: null };
  /** Delete a bot. */
  'DELETE /api/me/bots/{bot}': { at: { bot: string }; answer: null };
  /** Take vacation. */
  'POST /api/me/vacation': { body: NewVacation; answer: null };
  /** End one's vacation. */
  'DELETE /api/me/vacation': { answer: null };
  /** List games. */
  'GET /api/games': { answer: readonly GameInfo[] };
  /** Check a map. */
  'POST /api/games/{game}/map': { at: { game: string }; body: DrawnMap; answer: MapCheck };
  /** Open a table. */
  'POST /api/tables': { body: NewTable; answer: Seated };
  /** Look at a table. */
  'GET /api/tables/{table}': { at: { table: string }; answer: TableInfo };
  /** Download a game. */
  'GET /api/tables/{table}/record': { at: { table: string }; answer: string };
  /** Take a seat. */
  'POST /api/tables/{table}/seats': { at: { table: string }; body: Join; answer: Seated };
  /** Pin a note to a table. */
  'POST /api/tables/{table}/note': { at: { table: string }; body: PinNote; answer: null };
  /** List one's games. */
  'GET /api/me/games': { at: { before?: string; most?: number; game?: string; result?: string; rated?: boolean; search?: string; since?: number; until?: number }; answer: GamesPage };
  /** See when one has played. */
  'GET /api/me/games/times': { answer: PlayedTimes };
  /** Download all one's games. */
  'GET /api/me/games/records': { answer: Blob };
  /** List somebody's public games. */
  'GET /api/people/{account}/games': { at: { account: string; before?: string; most?: number }; answer: GamesPage };
  /** See against whom somebody has won. */
  'GET /api/people/{account}/rivals': { at: { account: string }; answer: Rivals };
  /** Say who may look at a table's replay. */
  'POST /api/tables/{table}/replay': { at: { table: string }; body: KeepReplay; answer: null };
  /** Take a seat at a table that starts within a minute. */
  'POST /api/lobby/seat': { body: QuickSeat; answer: Seated };
  /** List which of one's tables are waiting for oneself. */
  'POST /api/tables/mine': { body: Mine; answer: readonly MyTable[] };
  /** List families of rules. */
  'GET /api/ratings': { answer: readonly RatedFamily[] };
  /** Show a leaderboard. */
  'GET /api/ratings/{game}/{family}': { at: { game: string; family: string; first?: number; rows?: number }; answer: Leaderboard };
  /** Show a person's ratings. */
  'GET /api/people/{person}/ratings': { at: { person: string }; answer: PersonRatings };
  /** Show how one is notified. */
  'GET /api/me/notices': { answer: NoticeWays };
  /** Be notified by this browser. */
  'POST /api/me/notices/push': { body: SubscribePush; answer: WayId };
  /** Be notified by a webhook. */
  'POST /api/me/notices/webhook': { body: AddWebhook; answer: WayId };
  /** Have a code sent to an address. */
  'POST /api/me/notices/mail/code': { body: AskForMail; answer: null };
  /** Be notified by e-mail. */
  'POST /api/me/notices/mail': { body: AddMail; answer: WayId };
  /** Stop e-mail. */
  'POST /api/notices/stop/{wish}': { at: { wish: string }; answer: null };
  /** Send a test. */
  'POST /api/me/notices/test': { answer: NoticeWays };
  /** Choose what one is told. */
  'POST /api/me/notices/topics': { body: SwitchTopic; answer: NoticeWays };
  /** Choose when one is told nothing. */
  'POST /api/me/notices/quiet': { body: BeQuiet; answer: NoticeWays };
  /** Stop being notified. */
  'DELETE /api/me/notices/{way}': { at: { way: string }; answer: null };
  /** List tournaments. */
  'GET /api/tournaments': { answer: readonly TournamentLine[] };
  /** Announce a tournament. */
  'POST /api/tournaments': { body: NewTournament; answer: TournamentId };
  /** List a person's tournaments. */
  'GET /api/people/{person}/tournaments': { at: { person: string }; answer: readonly PersonTournament[] };
  /** Look at a tournament. */
  'GET /api/tournaments/{tournament}': { at: { tournament: string }; answer: TournamentInfo };
  /** End a tournament. */
  'DELETE /api/tournaments/{tournament}': { at: { tournament: string }; answer: null };
  /** Enter a tournament. */
  'POST /api/tournaments/{tournament}/entry': { at: { tournament: string }; body: Enter; answer: null };
  /** Withdraw from a tournament. */
  'DELETE /api/tournaments/{tournament}/entry': { at: { tournament: string }; answer: null };
  /** Enter a bot of one's own. */
  'POST /api/tournaments/{tournament}/entry/{bot}': { at: { tournament: string; bot: string }; body: Enter; answer: null };
  /** Withdraw a bot of one's own. */
  'DELETE /api/tournaments/{tournament}/entry/{bot}': { at: { tournament: string; bot: string }; answer: null };
  /** Remove somebody from a tournament. */
  'DELETE /api/tournaments/{tournament}/entrants/{number}': { at: { tournament: string; number: number }; answer: null };
  /** Enter bots. */
  'POST /api/tournaments/{tournament}/bots': { at: { tournament: string }; body: EnterBots; answer: null };
  /** Start a tournament. */
  'POST /api/tournaments/{tournament}/start': { at: { tournament: string }; answer: null };
  /** Choose when a tournament starts. */
  'POST /api/tournaments/{tournament}/start-time': { at: { tournament: string }; body: StartTime; answer: null };
  /** Choose who takes part in a tournament and who watches. */
  'POST /api/tournaments/{tournament}/terms': { at: { tournament: string }; body: Terms; answer: null };
  /** Choose how long a break goes on. */
  'POST /api/tournaments/{tournament}/break': { at: { tournament: string }; body: Break; answer: null };
  /** Look which tournament is next. */
  'GET /api/tournaments/next': { answer: NextTournament };
  /** Take a tournament's start home. */
  'GET /api/tournaments/{tournament}/calendar': { at: { tournament: string }; answer: string };
  /** List one's friends. */
  'GET /api/me/friends': { answer: Friends };
  /** Ask somebody to be friends. */
  'POST /api/me/friends': { body: Whom; answer: Friends };
  /** End a friendship. */
  'DELETE /api/me/friends/{account}': { at: { account: string }; answer: Friends };
  /** Block somebody. */
  'POST /api/me/blocked': { body: Whom; answer: Friends };
  /** Unblock somebody. */
  'DELETE /api/me/blocked/{account}': { at: { account: string }; answer: Friends };
  /** List who is invited. */
  'GET /api/tables/{table}/invitations': { at: { table: string }; answer: Invited };
  /** Invite somebody. */
  'POST /api/tables/{table}/invitations': { at: { table: string }; body: Whom; answer: Invited };
  /** Withdraw an invitation. */
  'DELETE /api/tables/{table}/invitations/{account}': { at: { table: string; account: string }; answer: Invited };
  /** Call a friend to one's table. */
  'POST /api/tables/{table}/calls': { at: { table: string }; body: Whom; answer: Friends };
  /** Answer a call: not now. */
  'DELETE /api/me/calls/{called_to}': { at: { called_to: string }; answer: Friends };
  /** See one's note about somebody. */
  'GET /api/me/memos/{account}': { at: { account: string }; answer: Memo };
  /** Note something about somebody. */
  'POST /api/me/memos/{account}': { at: { account: string }; body: Memo; answer: Memo };
  /** Report somebody. */
  'POST /api/reports': { body: NewReport; answer: null };
  /** List one's reports. */
  'GET /api/me/reports': { answer: readonly OwnReport[] };
  /** See whether one moderates. */
  'GET /api/me/duty': { answer: Duty };
  /** List reports. */
  'GET /api/moderation/reports': { at: { handled?: boolean }; answer: readonly ReportedMatter[] };
  /** Look at a report. */
  'GET /api/moderation/reports/{number}': { at: { number: number }; answer: MatterLook };
  /** Note how a report was handled. */
  'POST /api/moderation/reports/{number}/handled': { at: { number: number }; body: HandleMatter; answer: null };
  /** Find people. */
  'GET /api/moderation/people': { at: { name?: string }; answer: readonly KnownPerson[] };
  /** Suspend somebody. */
  'POST /api/moderation/people/{account}/suspension': { at: { account: string }; body: SuspendPerson; answer: null };
  /** Let somebody in again. */
  'POST /api/moderation/people/{account}/restoration': { at: { account: string }; body: Reasoned; answer: null };
  /** Help somebody back in. */
  'POST /api/moderation/people/{account}/reset': { at: { account: string }; body: Reasoned; answer: RecoveryCode };
  /** Rename somebody. */
  'POST /api/moderation/people/{account}/renaming': { at: { account: string }; body: RenamePerson; answer: null };
  /** Delete an account. */
  'POST /api/moderation/people/{account}/deletion': { at: { account: string }; body: Reasoned; answer: null };
  /** Find tables. */
  'GET /api/moderation/tables': { at: { by: string; since?: number }; answer: KnownTables };
  /** Look at any table. */
  'GET /api/moderation/tables/{table}': { at: { table: string }; answer: KnownTable };
  /** Close a table. */
  'POST /api/moderation/tables/{table}/closing': { at: { table: string }; body: Reasoned; answer: null };
  /** Delete a table. */
  'POST /api/moderation/tables/{table}/deletion': { at: { table: string }; body: Reasoned; answer: null };
  /** Delete somebody's tables. */
  'POST /api/moderation/tables/deletions': { body: DeleteTables; answer: DeletedTables };
  /** Take a note down. */
  'POST /api/moderation/tables/{table}/note/removal': { at: { table: string }; body: Reasoned; answer: null };
  /** Look at a chat. */
  'GET /api/moderation/chats/{place}': { at: { place: string }; answer: KnownChat };
  /** Remove a message. */
  'POST /api/moderation/chats/{place}/lines/{number}/removal': { at: { place: string; number: number }; body: Reasoned; answer: null };
  /** Mute somebody. */
  'POST /api/moderation/chats/{place}/mutes': { at: { place: string }; body: MuteWriter; answer: null };
  /** List all tournaments. */
  'GET /api/moderation/tournaments': { answer: readonly KnownTournament[] };
  /** Close a tournament. */
  'POST /api/moderation/tournaments/{tournament}/closing': { at: { tournament: string }; body: Reasoned; answer: null };
  /** Delete a tournament. */
  'POST /api/moderation/tournaments/{tournament}/deletion': { at: { tournament: string }; body: Reasoned; answer: null };
  /** See what was done. */
  'GET /api/moderation/log': { answer: readonly OperatorsAct[] };
  /** Look back at a game. */
  'POST /api/tables/{table}/past': { at: { table: string }; body: AskPast; answer: Past };
  /** Tell what a game begins with. */
  'POST /api/games/{game}/begin': { at: { game: string }; body: AskBeginning; answer: Beginning };
  /** See who sits at a table, as a picture. */
  'GET /api/tables/{table}/card': { at: { table: string }; answer: string };
  /** See a game's picture. */
  'GET /api/games/{game}/card': { at: { game: string }; answer: string };
  /** See who may see oneself. */
  'GET /api/me/privacy': { answer: Privacy };
  /** Choose who may see oneself. */
  'POST /api/me/privacy': { body: ChoosePrivacy; answer: Privacy };
  /** See who is here. */
  'GET /api/online': { answer: Online };
}
