/** What somebody wishes for a new table, and what will hold at it: the server's own way of combining options. */
import type { GameInfo, Need, OptionInfo, OptionValue } from '../protocol';

export interface Wish {
  readonly preset: string;
  readonly players: number;
  /** Single options chosen, by name. */
  readonly chosen: Readonly<Record<string, OptionValue>>;
}

/** Combine a preset, what the number of players brings with it, and the single choices, which win. */
export function effective(game: GameInfo, { preset, players, chosen }: Wish): Record<string, OptionValue> {
  const options = { ...game.presets[preset], ...chosen };
  for (const { players: counts, any_of: any, set } of game.implied) {
    if (counts.includes(players) && (any.length === 0 || any.some((name) => options[name] === true))) {
      Object.assign(options, set);
    }
  }
  return { ...options, ...chosen };
}

/** Choose a value; one that would hold anyway is no choice. */
export function choose(game: GameInfo, wish: Wish, changes: Readonly<Record<string, OptionValue>>): Wish {
  const names = Object.keys(changes);
  const others = Object.fromEntries(Object.entries(wish.chosen).filter(([name]) => !names.includes(name)));
  const usual = effective(game, { ...wish, chosen: others });
  const chosen = Object.entries(changes).filter(([name, value]) => usual[name] !== value);
  return { ...wish, chosen: { ...others, ...Object.fromEntries(chosen) } };
}

/** List the numbers of players that can be chosen. */
export function counts(game: GameInfo): number[] {
  const all = [...game.house_players, ...game.players, ...game.needs.map(({ players }) => players)];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Name the number of players that is proposed: four, or as near below it as the game is for. */
export const usualPlayers = (game: GameInfo): number =>
  Math.max(...game.players.filter((players) => players <= 4), game.players[0] ?? 0);

/** Tell what this number of players needs and this wish has not. */
export function lacking(game: GameInfo, wish: Wish): Need | null {
  const need = game.needs.find(({ players }) => players === wish.players);
  const options = effective(game, wish);
  return need && !need.any_of.some((name) => options[name] === true) ? need : null;
}

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
