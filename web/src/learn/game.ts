/** Names the folder so many levels above a file: 2 for the game in "…/boards/<game>/learn/guide.ts". */
export const gameIn = (path: string, above: number): string => path.split('/').at(-1 - above) ?? '';
