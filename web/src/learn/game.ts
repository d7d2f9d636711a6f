/** Names the folder so many levels above a file: 2 for the game in "…/boards/<game>/learn/guide.ts". */
export const gameIn = (path: string, above: number): string => path.split('/').at(-1 - above) ?? '';

/** Arranges what games have in their folders `learn` by game. */
export const byGame = <Load>(found: Record<string, Load>): Partial<Record<string, Load>> =>
  Object.fromEntries(Object.entries(found).map(([path, load]) => [gameIn(path, 2), load]));
