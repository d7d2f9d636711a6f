import type { DailyGame } from '../daily';

const BOARDS = ['canyon', 'whirlpool'];

export const daily: DailyGame = {
  preset: 'classic',
  steady: 'voyageur',
  strong: 'guide',
  more: { week: 2, end: 2 },
  chosen: (added, { below }) => ({
    board: BOARDS[below(BOARDS.length)] ?? '',
    ...(added > 0 && below(2) === 1 && { secret_bids: true }),
  }),
};
