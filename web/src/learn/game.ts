/** Names the folder so many levels above a file: 2 for the game in "…/boards/<game>/learn/guide.ts". */
export const gameIn = (path: string, above: number): string => path.split('/').at(-1 - above) ?? '';

/** Arranges what games have in their folders `learn` by game. */
export const byGame = <Part>(found: readonly [string, Part][]): Partial<Record<string, Part>> =>
  Object.fromEntries(found.map(([path, part]) => [gameIn(path, 2), part]));
