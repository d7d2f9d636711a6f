// Tic-tac-toe with the rules, moves and turns of boardgame.io's tutorial.
const { INVALID_MOVE } = require('boardgame.io/core');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

exports.seats = 2;

exports.game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const taken = LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]);
    if (taken) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

/** Return a random move that is legal, as its name and arguments; null when it is somebody else's turn. */
exports.choose = ({ G, ctx }, playerID) => {
  if (ctx.currentPlayer !== playerID) return null;
  const free = G.cells.flatMap((cell, id) => (cell === null ? [id] : []));
  return ['clickCell', free[Math.floor(Math.random() * free.length)]];
};
