/** What somebody wishes for a new table, and what will hold at it, as the server has tabulated it. */
import type { GameInfo, OptionInfo, OptionValue, Seating } from '../protocol';

export interface Wish {
  readonly preset: string;
  readonly players: number;
  /** Single options chosen, by name. */
  readonly chosen: Readonly<Record<string, OptionValue>>;
}

/** Find what the number of players brings with it, given the options that are on. */
function seating(game: GameInfo, { preset, players, chosen }: Wish): Seating | undefined {
  const on = (name: string): boolean => (chosen[name] ?? game.presets[preset]?.[name]) === true;
  return game.seatings.findLast((each) => each.players === players && each.while_on.every((group) => group.some(on)));
}

/** Tell what will hold at the table: single choices win over what the number of players brings, that over the preset. */
export function effective(game: GameInfo, wish: Wish): Record<string, OptionValue> {
  return { ...game.presets[wish.preset], ...seating(game, wish)?.set, ...wish.chosen };
}

/** Choose a value; one that would hold anyway is no choice. */
export function choose(game: GameInfo, wish: Wish, changes: Readonly<Record<string, OptionValue>>): Wish {
  const names = Object.keys(changes);
  const others = Object.fromEntries(Object.entries(wish.chosen).filter(([name]) => !names.includes(name)));
  const usual = effective(game, { ...wish, chosen: others });
  const chosen = Object.entries(changes).filter(([name, value]) => usual[name] !== value);
  return { ...wish, chosen: { ...others, ...Object.fromEntries(chosen) } };
}

/** Wish for what held at a table. */
export function wishOf(
  game: GameInfo,
  { preset, options }: { preset: string | null; options: Readonly<Record<string, OptionValue>> },
  players: number,
): Wish {
  const known = preset !== null && preset in game.presets ? preset : game.default_preset;
  // Switches first: of the others, some follow from them.
  const [switched, others] = [true, false].map((boolean) =>
    Object.fromEntries(Object.entries(options).filter(([, value]) => (typeof value === 'boolean') === boolean)),
  );
  const wish = choose(game, { preset: known, players, chosen: {} }, switched ?? {});
  return choose(game, wish, others ?? {});
}

/** List the numbers of players that can be chosen. */
export const counts = (game: GameInfo): number[] => [...new Set(game.seatings.map(({ players }) => players))];

/** List the options of which this number of players needs one, while none of them is on. */
export const lacking = (game: GameInfo, wish: Wish): readonly string[] => seating(game, wish)?.lacks ?? [];

/** Name the bundles that hold one of these options. */
export function bundlesWith(game: GameInfo, names: readonly string[]): string[] {
  return Object.keys(game.bundles).filter((bundle) => game.bundles[bundle]?.some((name) => names.includes(name)));
}

export type BundleState = 'on' | 'off' | 'some';

export function bundleState(
  game: GameInfo,
  bundle: string,
  options: Readonly<Record<string, OptionValue>>,
): BundleState {
  const on = game.bundles[bundle]?.map((name) => options[name] === true) ?? [];
  return on.every(Boolean) ? 'on' : on.some(Boolean) ? 'some' : 'off';
}

/** Sort switches: those of each bundle, and those of none. */
export function switches(game: GameInfo): { bundles: [name: string, options: readonly string[]][]; others: string[] } {
  const bundled = new Set(Object.values(game.bundles).flat());
  const others = game.options.filter(({ kind, name }) => kind === 'switch' && !bundled.has(name));
  return { bundles: Object.entries(game.bundles), others: others.map(({ name }) => name) };
}

/** Find the option whose value may be a map of one's own. */
export const mapOption = (game: GameInfo): OptionInfo | undefined =>
  game.options.find(({ longest }) => longest !== null);

/** List the options that differ from what a preset says, switches left out: they are told by themselves. */
export function differing(
  game: GameInfo,
  preset: string | null,
  options: Readonly<Record<string, OptionValue>>,
): string[] {
  const usual = game.presets[preset ?? game.default_preset] ?? {};
  return game.options
    .filter(({ name, kind }) => kind !== 'switch' && options[name] !== usual[name])
    .map(({ name }) => name);
}
