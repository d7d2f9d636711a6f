import './browser';

import { readFileSync } from 'node:fs';

import { render } from 'svelte/server';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { otherwiseIn, verdictOf } from '../src/lines/better';
import { botsBefore, keepPlayers, namesBefore, placeOf } from '../src/lines/before';
import { earlier } from '../src/lines/earlier';
import { anewFor, triedBy, withFirst } from '../src/lines/first';
import { wayBack } from '../src/lines/back';
import {
  begin,
  branched,
  entriesUntil,
  keepTried,
  linesOf,
  receive,
  rename,
  takenBack,
  turnsAfter,
  usualSeats,
} from '../src/lines/line';
import { packed, unpacked } from '../src/lines/link';
import { nameOf } from '../src/lines/named';
import { really } from '../src/lines/really';
import Strip from '../src/lines/Strip.svelte';
import { aligned, lastLevel, levelIn, roundAt, roundsOf, saidOf, until } from '../src/lines/rounds';
import {
  begun,
  forget,
  hold,
  keep,
  keptEntries,
  type KeptGame,
  keptGame,
  keptGames,
  keptTrees,
  type Line,
  SHARED,
} from '../src/offline/kept';
import { RecordError } from '../src/offline/record';
import { OfflineTable } from '../src/offline/table.svelte';
import type { Listener } from '../src/lib/connection';
import type { Delta, Event, GameInfo, NiagaraEvent, TableInfo } from '../src/protocol';
import type { Ending, Words } from '../src/boards/ui';
import { apart } from '../src/boards/niagara/ending/marks';
import { event as said, part } from '../src/boards/niagara/telling';
import { onlyOf } from '../src/replay/load';
import { type Look } from '../src/replay/table.svelte';
import { type Place, choiceBegins, type Story, storyOf } from '../src/replay/story';
import { Match } from '../src/rules/match';
import { speak } from '../src/lib/messages';
import { prefs } from '../src/lib/prefs.svelte';
import { type Position, Rules } from '../src/rules/rules';
import { redacted } from '../src/rules/setup';

const rules = await Rules.bare(new Uint8Array(readFileSync('../src/eddyline/games/canyon/game.wasm')));
const water = await Rules.bare(new Uint8Array(readFileSync('../src/eddyline/games/niagara/game.wasm')));
const { actions } = rules.compiled;
const seats = ['Ann', 'Bo', 'Cy'].map((name) => ({ name, bot: null }));

/** Play what is legal first, or last, until the game is over or so many turns are played. */
function playOn(match: Match, most = Infinity): void {
  const { rules } = match;
  const room = rules.position();
  for (let turns = 0; !match.over && turns < most; turns += 1) {
    const [seat = 0] = match.waiting;
    rules.put(room, match.redacted(seat));
    const turn: number[] = [];
    while (rules.toAct(room) & (1 << seat)) {
      turn.push(rules.legal(room, seat).at(match.log.length % 2 ? 0 : -1) ?? -1);
      rules.decide(room, seat, turn.at(-1) ?? -1);
    }
    match.commit(seat, turn);
  }
}

const game = ((): KeptGame => {
  const options = { max_rounds: 3, secret_bids: true };
  let word = 40n;
  const match = new Match(rules, { players: 3, options, word: 7n }, () => (word += 1n));
  playOn(match);
  const kept = { id: 'played', game: 'canyon', rulesVersion: 1, preset: null, options, seats, word: '0x7' };
  return { ...kept, entries: keptEntries(match.log), over: true, at: 1 };
})();
const story = storyOf(rules, game);
const last = story.places.length - 1;

/** Play Niagara for a while. */
function niagara(): { rules: Rules<unknown>; game: KeptGame; story: Story } {
  let word = 40n;
  const match = new Match(water, { players: 3, options: {}, word: 7n }, () => (word += 1n));
  playOn(match, 40);
  const begins = { id: 'played', game: 'niagara', rulesVersion: 1, preset: null, options: {}, seats, word: '0x7' };
  const game = { ...begins, entries: keptEntries(match.log), over: false, at: 1 };
  return { rules: water, game, story: storyOf(water, game) };
}

/** A turn after which two of three have bid in secret. */
const bidding = story.places.findIndex(({ pending }) => pending.filter(Boolean).length === 2);

const branch = (turn: number, look: Exclude<Look, null>, of: KeptGame = game): KeptGame =>
  branched(rules, of, { of: `offline/${of.id}`, turn, look, name: 'Try', seats });

/** Leave out what a link does not carry. */
function forOthers(kept: KeptGame): KeptGame {
  const { result: _, ...game } = kept;
  const { left: __, made: ___, later: ____, anew: _____, ...line } = game.line as NonNullable<KeptGame['line']>;
  return { ...game, line };
}

const records = ({ places }: Story): string[] => places.map(({ record }) => record.join());

function known(of: Story, at: number, seat: number): string {
  const room = rules.position(of.places[at]?.record);
  return redacted(rules, room, seat).join();
}

afterEach(() => {
  for (const { id } of keptGames()) forget(id);
});

describe('a line', () => {
  test('has the notes of the game as far as it goes', () => {
    const note = (after: number) => ({ after, note: { comment: `${after}` } });
    const noted = { ...game, notes: [0, 1, 2, game.entries.length].map(note) };
    const rest = { of: 'offline/played', name: 'Try', seats: game.seats };
    expect(branched(rules, noted, { ...rest, turn: 1, look: 'open' }).notes).toEqual([note(0), note(1)]);
    const entries = branched(rules, noted, { ...rest, turn: last - 1, look: 0 });
    expect(entries.notes).toEqual([note(0), note(1), note(2)]);
  });

  test('with open cards is the game up to its turn, and is dealt the same after it', () => {
    for (const turn of [0, 1, bidding, 20, last - 1]) {
      const line = branch(turn, 'open');
      expect(line.line).toMatchObject({ of: 'offline/played', turn, name: 'Try' });
      expect(records(storyOf(rules, line))).toEqual(records(story).slice(0, turn + 1));
      // Whoever plays what was played comes to the end of the game.
      const turns = game.entries.filter((each) => 'turn' in each);
      const { match, steps } = begun(rules, line, () => null);
      const told = [...steps, ...turns.slice(turn).map((each) => match.commit(each.seat, each.turn))];
      expect([match.over, match.record.join(), told.at(-1)]).toEqual([
        true,
        records(story).at(-1),
        story.places.at(-1)?.events,
      ]);
    }
  });

  test('from a seat keeps what it knew, and deals the rest anew', () => {
    let others = 0;
    for (const seat of [0, 1, 2]) {
      for (let shown = 0; shown < last; shown += 5) {
        const turn = choiceBegins(story, shown);
        const line = branch(turn, seat);
        const told = storyOf(rules, line);
        const at = told.places.length - 1;
        expect(known(told, at, seat)).toBe(known(story, turn, seat));
        others += Number(told.places[at]?.record.join() !== story.places[turn]?.record.join());
        expect(line.line?.deals).toEqual([]);
      }
    }
    expect(others).toBeGreaterThan(10);
    // Another time, other cards.
    const [one, other] = [branch(20, 1), branch(20, 1)].map((line) => records(storyOf(rules, line)).at(-1));
    expect(one).not.toBe(other);
  });

  test.each(['canyon', 'niagara'])('of %s begins where nobody has chosen yet what all choose at once', (id) => {
    const these = id === 'canyon' ? { rules, game, story } : niagara();
    let inside = 0;
    for (const [at, { waiting, pending }] of these.story.places.entries()) {
      const turn = choiceBegins(these.story, at);
      const begins = these.story.places[turn];
      expect(begins?.pending.every((each) => each === null)).toBe(true);
      if (!pending.some(Boolean)) expect(turn).toBe(at);
      else {
        inside += 1;
        const chosen = these.story.places.slice(turn + 1, at + 1).map(({ seat }) => seat);
        expect([...chosen, ...waiting].sort()).toEqual(begins?.waiting);
      }
    }
    expect(inside).toBeGreaterThan(3);
    const middle = these.story.places.findLastIndex(({ pending }) => pending.filter(Boolean).length === 2);
    const turn = choiceBegins(these.story, middle);
    for (const look of ['open', 1] as const) {
      const branch = { of: 'offline/played', turn, shown: middle, look, name: 'Try', seats: these.game.seats };
      const line = branched(these.rules, these.game, branch);
      const place = storyOf(these.rules, line).places.at(-1);
      expect([place?.waiting, line.line?.turn]).toEqual([these.story.places[turn]?.waiting, turn]);
      expect(wayBack(line.line as NonNullable<KeptGame['line']>)).toBe(
        `offline/played/replay?turn=${middle}${look === 'open' ? '' : '&seat=2'}`,
      );
    }
  });

  test('leaves another line as it leaves a game', () => {
    const first = branch(9, 'open');
    const second = branch(9, 'open', { ...first, id: 'first' });
    expect(second.line).toMatchObject({ of: 'offline/first', turn: 9, deals: first.line?.deals });
    expect(first.line?.deals.length).toBe(3);
  });

  test('leaves somebody otherwise whose canoe is elsewhere, though all that is counted is the same', () => {
    const player = (seat: number, at: string) => ({ seat, value: 3, canoes: [{ name: 'a', at }] });
    const was = [player(0, '3'), player(1, '5')];
    expect(otherwiseIn(was, [player(0, '3'), player(1, '5')])).toEqual([]);
    expect(otherwiseIn(was, [player(0, '3'), player(1, '4')])).toEqual([1]);
  });

  test('is listed below the game that it leaves, the game with the newest line first', () => {
    const of = 'offline/played';
    // Nobody begins two lines in one millisecond, but a test does.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const kept = (id: string): string => {
      keep(keptGame(id) as KeptGame);
      vi.advanceTimersByTime(1);
      return id;
    };
    for (const id of ['other', 'played', 'third']) keep({ ...game, id });
    const first = kept(begin(rules, game, { of, turn: 7, look: 'open', name: 'First', seats }));
    const own = kept(begin(rules, game, { of: `offline/${first}`, turn: 9, look: 'open', name: 'Of it', seats }));
    const gone = kept(begin(rules, game, { of: 'offline/gone', turn: 7, look: 'open', name: 'Alone', seats }));
    const second = kept(begin(rules, game, { of, turn: 7, look: 'open', name: 'Second', seats }));
    expect(keptTrees().map(({ game: { id }, depth }) => [id, depth])).toEqual([
      ['played', 0],
      [second, 1],
      [first, 1],
      [own, 2],
      [gone, 0],
      ['third', 0],
      ['other', 0],
    ]);
  });

  test('has bots repeat their turns of the game while the rules allow', async () => {
    /** Play a line to its end as seat 0; return it, and how often a bot was asked. */
    async function played(turn: number, mine: (room: Position<unknown>) => readonly number[]) {
      const bots = seats.map((each, seat) => ({ ...each, bot: seat === 0 ? null : 'random' }));
      const line = branched(rules, game, {
        ...{ of: 'offline/played', turn, name: 'Try' },
        look: 'open',
        seats: bots,
        repeat: true,
      });
      const asked = vi.fn(({ record, seat }: { record: Uint8Array; seat: number }) =>
        Promise.resolve(firstTurn(rules.position(record), seat)),
      );
      keep(line);
      const table = new OfflineTable({ game: line, rules, players: { turn: asked } });
      const wire = table.open({
        link: () => undefined,
        hello: () => ({ type: 'hello' }),
        heard: () => undefined,
      } as never);
      for (let step = 0; table.result === null && step < 500; step += 1) {
        const now = storyOf(rules, table.game).places.at(-1);
        if (now?.waiting[0] === 0 || now?.waiting.every((seat) => seat === 0))
          wire.send({ type: 'confirm', version: step, turn: `${step}`, decisions: mine(rules.position(now.record)) });
        await Promise.resolve();
      }
      return { game: table.game, asked: asked.mock.calls.length };
    }
    function firstTurn(room: Position<unknown>, seat: number): number[] {
      const turn: number[] = [];
      while (rules.toAct(room) & (1 << seat)) {
        turn.push(rules.legal(room, seat)[0] ?? -1);
        rules.decide(room, seat, turn.at(-1) ?? -1);
      }
      return turn;
    }
    const later = turnsAfter(game.entries, 9).filter(({ seat }) => seat === 0);
    const again = await played(9, () => later.shift()?.turn ?? []);
    expect(again.asked).toBe(0);
    expect(records(storyOf(rules, again.game)).at(-1)).toBe(records(story).at(-1));
    const otherwise = await played(9, (room) => firstTurn(room, 0));
    const turns = turnsAfter(otherwise.game.entries, 9).filter(({ seat }) => seat !== 0).length;
    expect(otherwise.game.over).toBe(true);
    expect(otherwise.asked).toBeGreaterThan(0);
    expect(otherwise.asked).toBeLessThan(turns);
    // Lists of games do without.
    expect(keptGames().flatMap(({ line }) => line?.later ?? [])).toEqual([]);
    // Nobody repeats what they had no cards for.
    const anew = branched(rules, game, { of: 'offline/played', turn: 9, look: 1, name: 'Try', seats, repeat: true });
    expect(anew.line?.later).toBeUndefined();
  });

  test('tells what was really played for as long as all play as they did, in whichever order they choose', () => {
    const line = branched(rules, game, { of: 'offline/played', turn: 9, look: 'open', name: 'Try', seats });
    const [first, second, ...more] = turnsAfter(game.entries, 9);
    if (!first || !second) throw new Error('the game has 11 turns');
    expect(really(line, first.seat)).toBe(first);
    expect(really({ ...line, entries: [...line.entries, first] }, second.seat)).toBe(second);
    expect(really({ ...line, entries: [...line.entries, second] }, first.seat)).toBe(first);
    const other = { seat: first.seat, turn: [...first.turn, 0] };
    expect(really({ ...line, entries: [...line.entries, other] }, second.seat)).toBeNull();
    // It has gone on for longer than the game.
    expect(really({ ...line, entries: [...line.entries, first, second, ...more] }, first.seat)).toBeNull();
    // Cards that were dealt anew were not those of the game.
    expect(really(branch(9, 0), 0)).toBeNull();
  });

  test('shows its one player the cards of whoever decides, and hands nothing over', () => {
    const table = new OfflineTable({ game: branch(20, 'open'), rules, players: null });
    expect(table.next).toBeNull();
    expect(
      new OfflineTable({ game: { ...game, entries: entriesUntil(game.entries, 20) }, rules, players: null }).next,
    ).not.toBeNull();
  });

  test('is kept beside its game, under a name that may change, and takes no place of other games', () => {
    keep(game);
    const tried = (name: string): string => {
      const id = begin(rules, game, { of: 'offline/played', turn: 7, look: 'open', name, seats });
      expect(linesOf('offline/played').map((each) => each.id)).not.toContain(id);
      const { match, steps } = begun(rules, keptGame(id) as KeptGame, () => null);
      Array.from(steps);
      playOn(match, 1);
      keepTried({ ...(keptGame(id) as KeptGame), entries: keptEntries(match.log) });
      return id;
    };
    const id = tried('Try');
    rename(id, 'Better');
    expect(linesOf('offline/played').map(({ id: each, line }) => [each, line?.name])).toEqual([[id, 'Better']]);
    for (let i = 0; i < 40; i++) tried(`${i}`);
    const listed = linesOf('offline/played').map((each) => each.id);
    rename(listed.at(-1) ?? '', 'Last');
    expect(linesOf('offline/played').map((each) => each.id)).toEqual(listed);
    expect(keptGame('played')).not.toBeNull();
    expect(linesOf('offline/played')).toHaveLength(30);
  });

  test('that nobody has named is called in the language of its reader, and otherwise than the others of its turn', () => {
    const begun = (): KeptGame => {
      const id = begin(rules, game, { of: 'offline/played', turn: 7, look: 'open', name: null, seats });
      keep(keptGame(id) as KeptGame);
      return keptGame(id) as KeptGame;
    };
    const [first, second] = [begun(), begun()].map(({ line }) => line as Line) as [Line, Line];
    expect([first, second].map(nameOf)).toEqual(['From turn 7', 'From turn 7 (2)']);
    prefs.locale = 'de';
    expect([first, second].map(nameOf)).toEqual(['Ab Zug 7', 'Ab Zug 7 (2)']);
    // What pages stored before is a name like any other.
    expect(nameOf({ ...first, name: 'From turn 7' })).toBe('From turn 7');
    const third = begun();
    expect(nameOf(third.line as Line)).toBe('Ab Zug 7 (3)');
    rename(third.id, 'Besser');
    expect(nameOf(keptGame(third.id)?.line as Line)).toBe('Besser');
    prefs.locale = 'en';
    // One that was sent is told apart from those that one has oneself.
    const sent = { ...branch(9, 'open'), line: { name: null, of: 'offline/played', turn: 7, deals: [] } };
    receive(sent);
    expect(linesOf('offline/played').map(({ line }) => nameOf(line as Line))).toContain('From turn 7 (3)');
  });

  test('that nobody has named is called by its first choice, in the language of its reader', async () => {
    const named = import.meta.glob<{ lineName: unknown }>('../src/boards/*/lines/index.ts');
    expect(Object.keys(named)).toHaveLength(2);
    const tried = (choice: number): Line => {
      const id = begin(rules, game, { of: 'offline/played', turn: 7, look: 'open', name: null, seats });
      const held = keptGame(id) as KeptGame;
      const { match, steps } = begun(rules, held, () => null);
      Array.from(steps);
      const [seat = 0] = match.waiting;
      const room = rules.position();
      rules.put(room, match.redacted(seat));
      match.commit(seat, [rules.legal(room, seat)[choice] ?? -1]);
      keepTried(withFirst(rules, { ...held, entries: keptEntries(match.log) }));
      return keptGame(id)?.line as Line;
    };
    const one = tried(0);
    expect(one.first).toMatchObject({ game: 'canyon', at: 7, round: 1 });
    nameOf(one);
    await vi.waitFor(() => expect(nameOf(one)).not.toBe('From turn 7'));
    const [same, other] = [tried(0), tried(1)];
    // Those that begin alike are told apart, and others are not counted.
    expect([one, same, other].map(({ nth }) => nth)).toEqual([undefined, 2, undefined]);
    const [english, second, third] = [one, same, other].map(nameOf);
    expect(second).toBe(`${english} (2)`);
    expect(third).not.toBe(english);
    prefs.locale = 'de';
    await speak();
    expect(nameOf(one)).toMatch(/ \(?(in )?Runde 1\)?$/);
    prefs.locale = 'en';
    // Without that choice there is none to name it by.
    const before = entriesUntil(keptGame(linesOf('offline/played')[0]?.id ?? '')?.entries ?? [], 7);
    const none = withFirst(rules, { ...game, entries: before, line: one });
    expect(nameOf(none.line as Line)).toBe('From turn 7');
  });

  test('tells whose choice is tried, and for whom all else was dealt anew', () => {
    const line = branch(7, 1);
    expect([anewFor(line), anewFor(branch(7, 'open')), anewFor(game)]).toEqual([1, null, null]);
    expect(triedBy(line)).toBeNull();
    const { match, steps } = begun(rules, line, () => 5n);
    Array.from(steps);
    playOn(match, 5);
    const played = withFirst(rules, { ...line, entries: keptEntries(match.log) });
    expect(triedBy(played)).toBe(turnsAfter(played.entries, 7)[0]?.seat);
    expect(triedBy(played)).not.toBeNull();
    // What is dealt later is no part of how it began.
    expect(anewFor(played)).toBe(1);
    const later = { ...played, line: { ...(played.line as Line), turn: 9 } };
    expect(anewFor(later)).toBeNull();
  });

  test('brings a game that nobody keeps with it', () => {
    hold({ ...game, id: 'opened' });
    const from = { ...game, id: 'opened' };
    const line = begin(rules, from, { of: 'offline/opened', turn: 7, look: 'open', name: 'Try', seats });
    expect(keptGames().map(({ id }) => id)).toEqual([]);
    keep(keptGame(line) as KeptGame);
    expect(keptGames().map(({ id }) => id)).toEqual([line, 'opened']);
    const id = begin(
      rules,
      { ...game, id: SHARED },
      { of: `offline/${SHARED}`, turn: 7, look: 'open', name: 'Try', seats },
    );
    const of = keptGame(id)?.line?.of ?? '';
    expect(keptGame(of.replace('offline/', ''))?.entries).toEqual(game.entries);
  });
});

describe('turns that are taken back', () => {
  /** A line from turn 7 in which Ann plays against bots, or one who plays all seats, and some turns of it. */
  function tried(most: number, people = [0]): KeptGame {
    const who = seats.map((seat, number) => ({ ...seat, bot: people.includes(number) ? null : 'random' }));
    const line = branched(rules, game, { of: 'offline/played', turn: 7, look: 'open', name: 'Try', seats: who });
    const { match, steps } = begun(rules, { ...line, line: { ...(line.line as Line), deals: [] } }, () => (word += 1n));
    Array.from(steps);
    playOn(match, most);
    return { ...line, entries: keptEntries(match.log), over: match.over };
  }
  let word = 900n;
  const turnsOf = ({ entries }: KeptGame): number => entries.filter((entry) => 'turn' in entry).length;

  test('leave the line where its player decided last, up to where it begins', () => {
    let line: KeptGame | null = tried(30);
    const places: number[] = [];
    for (; line; line = takenBack(line)) {
      places.push(turnsOf(line));
      if (places.length === 1) continue;
      const { waiting } = storyOf(rules, line).places.at(-1) as Story['places'][number];
      expect(waiting).toContain(0);
    }
    expect(places.length).toBeGreaterThan(4);
    expect(places).toEqual([...places].sort((one, other) => other - one));
    expect(places.at(-1)).toBeGreaterThanOrEqual(7);
    expect(turnsOf(takenBack(tried(1, [0, 1, 2])) as KeptGame)).toBe(7);
    expect(takenBack(tried(0))).toBeNull();
    expect(takenBack(game)).toBeNull();
  });

  test('are dealt the same again', () => {
    const line = tried(Infinity);
    expect(line.over).toBe(true);
    let back = line;
    for (let next: KeptGame | null = line; next; next = takenBack(next)) back = next;
    expect(back.over).toBe(false);
    const { match, steps } = begun(rules, back, () => null);
    Array.from(steps);
    line.entries
      .filter((entry) => 'turn' in entry)
      .slice(turnsOf(back))
      .forEach((each) => match.commit(each.seat, each.turn));
    expect(keptEntries(match.log)).toEqual(line.entries);
  });

  test('stay in a line that others leave later', () => {
    const line = { ...tried(12, [0, 1, 2]), id: 'line' };
    keep(line);
    keep({ ...branch(16, 'open', line), id: 'twig' });
    expect(takenBack({ ...line, entries: entriesUntil(line.entries, 19) })).toMatchObject({ id: 'line' });
    const back = takenBack({ ...line, entries: entriesUntil(line.entries, 16) }) as KeptGame;
    expect([back.id === 'line', back.line?.name, turnsOf(back)]).toEqual([false, 'Try (2)', 15]);
  });

  test('lead back into the game, too, where nobody has played in the line yet', () => {
    const line = tried(0);
    const [back, again] = [earlier(line, [0]), earlier(line, [9])] as [KeptGame, null];
    expect(again).toBeNull();
    expect(back.line?.turn).toBe(turnsOf(back));
    expect(turnsOf(back)).toBeLessThan(7);
    expect(storyOf(rules, back).places.at(-1)?.waiting).toContain(0);
    // Nobody decides anew what they decided in the game, and all that is dealt is dealt again.
    const { match, steps } = begun(rules, back, () => null);
    Array.from(steps);
    back.line?.later?.forEach(({ seat, turn }) => match.commit(seat, turn));
    expect(keptEntries(match.log)).toEqual(game.entries);
    const usual = { ...line, line: { ...(line.line as Line), name: null } };
    expect(nameOf(earlier(usual, [0])?.line as Line)).toBe(`From turn ${turnsOf(back)}`);
    expect(back.line?.name).toBe('Try');
  });

  test('lead no further back than what was dealt anew', () => {
    const anew = branched(rules, game, { of: 'offline/played', turn: 7, look: 0, name: 'Try', seats });
    expect(earlier(anew, [0])).toBeNull();
  });

  test('are gone from the table at once', () => {
    const line = tried(9, [0, 1, 2]);
    const table = new OfflineTable({ game: line, rules, players: null, keep: () => true });
    const told: Delta[] = [];
    const listener = {
      hello: () => ({ type: 'hello', since: 0 }),
      heard: (said: unknown) => told.push(said as Delta),
      link: () => undefined,
    };
    table.open(listener as unknown as Listener);
    table.rewind(takenBack(line) as KeptGame);
    return Promise.resolve().then(() => {
      expect(told.at(-1)?.version).toBe(told[0] && told[0].version - 1);
      expect(told.at(-1)?.updates).toHaveLength(turnsOf(table.game) + 1);
      expect(table.game.entries).toEqual(takenBack(line)?.entries);
    });
  });
});

test('whoever begins a line plays one seat, against bots like those of the game', () => {
  const mixed = {
    seats: [
      { name: 'Ann', bot: null },
      { name: 'Bo', bot: 'scout' },
      { name: 'Cy', bot: 'far' },
    ],
  };
  const bots = (mine: number | null): (string | null)[] =>
    usualSeats(mixed, mine, ['guide', 'scout']).map(({ bot }) => bot);
  expect(bots(0)).toEqual([null, 'scout', 'guide']);
  expect(bots(1)).toEqual(['guide', null, 'guide']);
  expect(bots(null)).toEqual([null, null, null]);
});

test('a game that was opened to be looked at is still there after the page was loaded anew', async () => {
  const tab = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => tab.get(name) ?? null,
    setItem: (name: string, value: string) => void tab.set(name, value),
  });
  hold({ ...game, id: 'opened' });
  expect(keptGames().map(({ id }) => id)).not.toContain('opened');
  vi.resetModules();
  const anew = await import('../src/offline/kept');
  expect(anew.keptGame('opened')?.entries).toEqual(game.entries);
  expect(anew.keptGame('another')).toBeNull();
  // What cannot be read is not there.
  tab.set('eddyline.offline-held', '{');
  vi.resetModules();
  expect((await import('../src/offline/kept')).keptGame('opened')).toBeNull();
  vi.unstubAllGlobals();
});

describe('the link of a line', () => {
  const games = [{ id: 'canyon', rules_version: 1 }] as unknown as readonly GameInfo[];
  const open = (text: string): ReturnType<typeof unpacked> => unpacked(text, games, () => Promise.resolve(actions));
  const read = async (text: string): Promise<KeptGame> => (await open(text)).line;
  const write = (line: KeptGame): Promise<string> =>
    packed({ ...line, line: line.line as NonNullable<KeptGame['line']> }, actions);

  test('carries all of it', async () => {
    for (const look of ['open', 1] as const) {
      const line = {
        ...branch(bidding, look),
        seats: [
          { name: 'Ann ✓', bot: null },
          ...seats.slice(1, 2),
          { name: 'B', bot: 'scout', portrait: 'bear' as const },
        ],
      };
      Object.assign(line.line as object, { from: 'Bo' });
      const text = await write(line);
      expect(text).toMatch(/^[\w-]+$/);
      const { id, at: _, ...came } = await read(text);
      const { id: __, at: ___, ...went } = forOthers(line);
      expect([id, came]).toEqual([SHARED, went]);
    }
    expect((await write(branch(last - 1, 'open'))).length).toBeLessThan(2000);
  });

  test('carries the game that it leaves, which no server has, to be compared with', async () => {
    const over = { ...game, over: true };
    const kept = branch(9, 'open') as KeptGame & { line: Line };
    const { left } = await open(await packed(kept, actions, over));
    expect([left?.id, left?.over, left?.imported]).toEqual([game.id, true, true]);
    expect(storyOf(rules, left as KeptGame).places).toEqual(story.places);
    // Nobody is sent what is still played; and what is on a server comes from there, to whom it may.
    expect((await open(await packed(kept, actions, { ...over, over: false }))).left).toBeNull();
    const table = { ...kept, line: { ...kept.line, of: 'tables/abc' } };
    expect((await open(await packed(table, actions, over))).left).toBeNull();
  });

  test('carries a position with which the game began, and not what a server told of it', async () => {
    const from = { rules: '', record: '', board: null, given: {} };
    const line = { ...branch(9, 'open'), word: null, position: { round: 3, players: [{ hand: ['fir 1'] }] } };
    const { id: _, at: __, ...came } = await read(await write({ ...line, from }));
    const { id: ___, at: ____, ...went } = forOthers(line);
    expect(came).toEqual(went);
  });

  test('is looked at with open cards when its game is over, and before that by who plays on alone', async () => {
    const alone = seats.map(({ name }, seat) => ({ name, bot: seat === 1 ? null : 'scout' }));
    const played = { ...branch(9, 'open'), seats: alone };
    const { match, steps } = begun(rules, played, () => 1n);
    Array.from(steps);
    const looked = async (over: boolean): Promise<unknown[]> => {
      const line = { ...played, entries: keptEntries(match.log), over };
      const sent = await read(await write(line));
      return [line, sent].map((each) => onlyOf(each, storyOf(rules, each)));
    };
    expect(await looked(false)).toEqual([1, 1]);
    playOn(match);
    expect(await looked(true)).toEqual([undefined, undefined]);
  });

  test('is not written where it would be too long to be read', async () => {
    const notes = Array.from({ length: 101 }, () => ({ after: 0, note: { comment: 'x'.repeat(10_000) } }));
    await expect(write({ ...branch(9, 'open'), notes })).rejects.toBeInstanceOf(RangeError);
  });

  test('is refused where it is damaged, too long, or says what cannot be', async () => {
    const line = branch(9, 'open');
    const text = await write(line);
    const refused = async (given: string): Promise<void> => {
      await expect(read(given)).rejects.toBeInstanceOf(RecordError);
    };
    await refused('');
    await refused('%');
    await refused(text.slice(0, -9));
    await refused(text.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')));
    const squeeze = async (value: unknown): Promise<string> => {
      const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
        .replaceAll('+', '-')
        .replaceAll('/', '_');
    };
    const record =
      '{"eddyline":1,"game":"canyon","rules_version":1,"options":{},"players":["A","B"],"entropy":"0x7"}\n';
    const right = { record, bots: [null, null], line: { name: 'x', of: 'tables/a', turn: 1, deals: [] } };
    await expect(read(await squeeze(right))).resolves.toMatchObject({ id: SHARED });
    const unnamed = { ...right, line: { ...right.line, name: null } };
    await expect(read(await squeeze(unnamed))).resolves.toMatchObject({ line: { name: null } });
    for (const wrong of [
      null,
      [],
      { ...right, record: 1 },
      { ...right, bots: [1] },
      { ...right, left: 1 },
      { ...right, line: null },
      { ...right, line: { ...right.line, of: '//elsewhere' } },
      { ...right, line: { ...right.line, of: 'https:x/y' } },
      { ...right, line: { ...right.line, turn: -1 } },
      { ...right, line: { ...right.line, turn: 0.5 } },
      { ...right, line: { ...right.line, deals: ['7'] } },
      { ...right, line: { ...right.line, name: 'x'.repeat(81) } },
      { ...right, line: { ...right.line, name: 7 } },
      { ...right, record: record.replace('canyon', 'go') },
      { ...right, record: `${record}{"resample":2,"word":"0x7"}\n` },
      { ...right, bomb: ' '.repeat(2_000_000) },
    ]) {
      await refused(await squeeze(wrong));
    }
  });
});

test('a line is laid beside its game by round and seat, whoever is first on either side', () => {
  const words = {
    chapter: ({ kind }: { kind: string }) => (kind === 'dealt' ? kind : null),
    part: () => null,
  };
  const played = branched(rules, game, { of: 'offline/played', turn: 7, look: 'open', name: 'Try', seats });
  const { match, steps } = begun(rules, played, () => 1n);
  Array.from(steps);
  playOn(match);
  const other = storyOf(rules, { ...played, entries: keptEntries(match.log), over: true });
  const [one, two] = [roundsOf(story, words), roundsOf(other, words)];
  expect([one.length, two.length]).toEqual([3, 3]);
  for (const [of, rounds] of [[story, one] as const, [other, two] as const]) {
    expect(rounds.at(-1)?.end).toBe(of.places.length - 1);
    const said = rounds.flatMap((round) => [0, 1, 2, null].map((seat) => saidOf(round, seat, ({ kind }) => kind)));
    const told = of.places.flatMap(({ events }) => events.filter(({ kind }) => kind !== 'dealt'));
    expect(said.flat()).toHaveLength(told.length);
    const headings = of.places.flatMap(({ events }, at) => (events.some(({ kind }) => kind === 'dealt') ? [at] : []));
    const turns = headings[1] ?? -1;
    expect([roundAt(rounds, turns), roundAt(rounds, turns + 1)]).toEqual([0, 1]);
  }
});

test('two lists are laid beside each other row by row, with the fewest changes', () => {
  const laid = (one: readonly string[], other: readonly string[]): readonly string[] =>
    aligned(one, other, (here, there) => here === there).map((row) => row.map((each) => each ?? '-').join(''));
  expect(laid([], [])).toEqual([]);
  expect(laid(['a', 'b'], ['a', 'b'])).toEqual(['aa', 'bb']);
  expect(laid(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual(['aa', 'bx', 'cc', '-d']);
  // Another card first, and the first one second: two that were changed, not one that was moved.
  expect(laid(['a', 'b', 'c'], ['b', 'a', 'c'])).toEqual(['ab', 'ba', 'cc']);
  expect(laid(['x', 'a', 'b'], ['a', 'b'])).toEqual(['x-', 'aa', 'bb']);
  expect(laid(['a', 'b'], ['x', 'a', 'b'])).toEqual(['-x', 'aa', 'bb']);
  expect(laid([], ['a'])).toEqual(['-a']);
  expect(laid(['a'], [])).toEqual(['a-']);
});

test('what follows from the choices of all is nobody’s doing, whoever decided last', () => {
  const back = { kind: 'cards_back' } as Event;
  const place = { ...(story.places[1] as Place), seat: 1, events: [back] };
  const [round] = roundsOf({ ...story, places: [place] }, { chapter: () => null, part: () => null });
  expect(round?.told).toEqual([{ at: 0, seat: null, event: back }]);
});

test('a loss that is one of several in one line is the same as one alone in the other', () => {
  const lost = (...seats: number[]): Event =>
    ({
      kind: 'push',
      canoes: [3, ...seats].map((seat) => ({ seat, canoe: 'one', place: seat === 3 ? '4' : 'lost', gems: [] })),
    }) as unknown as Event;
  const toldOf = (...events: Event[]) => {
    const places = [{ ...(story.places[1] as Place), events }];
    const [round] = roundsOf(
      { ...story, places },
      { chapter: () => null, part: part as Words['part'] },
      apart as NonNullable<Ending['apart']>,
    );
    return [0, 1, null].map((seat) =>
      saidOf(round, seat, (event) => said(event as NiagaraEvent, name)).map(({ text }) => text),
    );
  };
  const name = (seat: number): string => 'ABCD'[seat] ?? '';
  const together = toldOf(lost(0, 1));
  expect(together).toEqual(toldOf(lost(1), lost(), lost(0)));
  expect(together.map((each) => each.length)).toEqual([1, 1, 0]);
});

describe('two lines side by side', () => {
  const words = {
    chapter: (event: Event) => (event.kind === 'dealt' ? 'Round' : null),
    part: () => null,
  };
  const sideOf = (story: Story) => ({ story, rounds: roundsOf(story, words) });
  const whole = sideOf(story);
  const [, second, third] = whole.rounds;
  const cutAt = (end: number) => sideOf({ ...story, places: story.places.slice(0, end + 1) });

  test('are set to the same point of a round', () => {
    const cut = cutAt((third?.begin ?? 0) + 2);
    expect(levelIn(whole, cut, 1)).toMatchObject({ round: 1, whole: true, ends: [second?.end, second?.end] });
    const within = { round: 2, turns: 2, whole: false, ends: [(third?.begin ?? 0) + 2, (third?.begin ?? 0) + 2] };
    expect(levelIn(whole, cut, 2)).toEqual(within);
    expect(lastLevel(whole, cut)).toEqual(within);
    expect(lastLevel(whole, whole)).toMatchObject({ round: 2, whole: true });
    // Of a round that was only dealt there is nothing to tell.
    expect(lastLevel(whole, cutAt(third?.begin ?? 0))).toMatchObject({ round: 1, whole: true });
    expect(levelIn(whole, cutAt(second?.end ?? 0), 3)).toBeNull();
    // Halfway, part of what the round brought has been told.
    const { begin = 0, end = 0, told = [] } = third ?? {};
    const half = begin + Math.floor((end - begin) / 2);
    const so = third ? until(third, half).told : [];
    expect(so.length).toBeGreaterThan(0);
    expect(so).toEqual(told.slice(0, so.length));
    expect(told.slice(so.length).map(({ at }) => at > half)).toContain(true);
    expect(told.slice(so.length).map(({ at }) => at > half)).not.toContain(false);
  });

  test('tell who stands better in which', () => {
    const level = { round: 0, turns: 1, whole: true, ends: [0, 1] as const };
    /** Of what is measured, the game has `here`, and its line `there`. */
    const measure = (best: 'most' | 'least', here: number[], there: number[]) => ({ best, here, there });
    const verdict = (...measures: ReturnType<typeof measure>[]): unknown =>
      verdictOf(measures, [measures.map(({ here }) => [here]), measures.map(({ there }) => [[], there])], level);
    const alike = [0, 0, 0];
    expect(verdict(measure('most', [3, 1, 2], [1, 3, 2]))).toEqual({
      level,
      values: [
        [
          [3, 1],
          [1, 3],
          [2, 2],
        ],
      ],
      better: [[0], [1]],
      alike: [2],
    });
    expect(verdict(measure('least', [3, 1, 2], [1, 3, 2]))).toMatchObject({ better: [[1], [0]], alike: [2] });
    expect(verdict(measure('least', [3, 1, 2], [1, 1, 2]), measure('most', [9, 1, 2], [0, 0, 2]))).toMatchObject({
      better: [[1], [0]],
      alike: [2],
    });
    expect(verdict(measure('most', alike, alike))).toMatchObject({ better: [[], []], alike: [0, 1, 2] });
  });
});

describe('the strip over a line that was sent', () => {
  const shown = (of: string): string => {
    const line = { name: 'Try', of, turn: 7, deals: [] };
    return render(Strip, { props: { line, id: SHARED, rules, game: { game: 'canyon', seats } } }).body;
  };

  test('says who played', () => {
    expect(shown('offline/elsewhere')).toContain('Ann, Bo and Cy\u00a0· After turn 7');
  });

  test('offers to compare it with its game, or says why not', () => {
    const found = ['offline/elsewhere', 'tables/abc'].map((of) => {
      const body = shown(of);
      return [body.includes('replay?compare'), body.includes('no comparison')];
    });
    expect(found).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

describe('the names of those whose seats one goes on with', () => {
  const at = (table: string | null, players = 3, id = 'here'): Parameters<typeof namesBefore>[0] => ({
    id,
    origin: { turns: 4, known: null, table },
    game: 'canyon',
    seats: Array.from({ length: players }) as TableInfo['seats'],
  });
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['open', 200, 3, ['Ann', 'Bo', 'Cy']],
    ['of others', 200, 4, null],
    ['private', 403, 3, null],
  ])('are those of its record, if it may be read: %s', async (table, status, players, names) => {
    const header = { eddyline: 1, game: 'canyon', players: ['Ann', 'Bo', 'Cy'] };
    const answer = status === 200 ? `${JSON.stringify(header)}\n{}` : '{"code":"private_replay","message":"No."}';
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(answer, { status })));
    expect(await namesBefore(at(table, players)).get()).toEqual(names);
  });

  test('are not asked for where it was played at no table', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('asked')));
    expect(await namesBefore(at(null)).get()).toBeNull();
  });

  test('are told by its host in the link, where it was played at no table', async () => {
    keepPlayers('host', ['Ann', 'Bo', 'Cy'], [null, 'strong', null]);
    expect(await namesBefore(at(null, 3, 'host')).get()).toEqual(['Ann', 'Bo', 'Cy']);
    expect(placeOf(at('elsewhere', 3, 'host'))).toBe('');
    expect(botsBefore('host')).toEqual([null, 'strong', null]);
    const come = (hash: string) => vi.stubGlobal('location', { pathname: '/t/guest', search: '', hash });
    come(placeOf(at(null, 3, 'host')));
    expect(await namesBefore(at(null, 2, 'guest')).get()).toBeNull();
    expect(await namesBefore(at(null, 3, 'guest')).get()).toEqual(['Ann', 'Bo', 'Cy']);
    come(`#${encodeURIComponent('["Ann", "", 3]')}`);
    expect(await namesBefore(at(null, 3, 'odd')).get()).toBeNull();
    // They outlast the link.
    come('');
    expect(placeOf(at(null, 3, 'guest'))).toContain('Ann');
    expect(botsBefore('guest')).toEqual([]);
  });
});
