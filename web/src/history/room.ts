/** Where there is room around the list of games: elsewhere what stands there is folded. */
export const ROOMY = '(min-width: 700px) and (min-height: 500px)';
/** Where there is room beside it, too. */
export const WIDE = '(min-width: 1100px)';
/** Where a list is all that there is room for. */
export const LOW = '(max-height: 499px)';
