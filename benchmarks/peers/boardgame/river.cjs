// A canoe race for four, as much work for a server as Niagara: paddle cards chosen in secret and at once, then turns in
// order, in which each canoe moves and loads or unloads, then the river, which carries canoes over its falls.
const { INVALID_MOVE } = require('boardgame.io/core');

const SEATS = 4;
const ROUNDS = 20;
const FALLS = 8;
const CARDS = ['1', '2', '3', '4', '5', '6', 'weather'];
const COLOURS = ['red', 'yellow', 'green', 'blue', 'white'];
const CANOES = [0, 1];
/** What may be done with each canoe in a turn: its way, and what it does with its cargo where it ends, for two of its steps. */
const WAYS = [1, -1].flatMap((way) => [null, 'load', 'unload'].map((cargo) => ({ way, cargo })));

/** Return where a canoe ends and what it then carries; null if it may not do that. 0 is the bank; beyond the falls it is lost. */
function moved(G, { at, cargo }, card, done) {
  const to = at + done.way * (Number(card) - (done.cargo === null ? 0 : 2));
  const steps = Math.abs(to - at);
  if (to < 0 || steps === 0 || (to - at) * done.way < 0) return null;
  if (done.cargo === 'unload') return cargo !== null && to === 0 ? { at: to, cargo: null, delivered: cargo } : null;
  if (done.cargo === null) return { at: to, cargo, delivered: null };
  const found = COLOURS[to - 3];
  return cargo === null && found !== undefined && G.stock[found] > 0 ? { at: to, cargo: found, delivered: null } : null;
}

/** Let a canoe that has gone over the falls begin again; its cargo is in the river once more, and its owner pays. */
function lose(G, player, canoe) {
  if (canoe.cargo !== null) G.stock[canoe.cargo] += 1;
  const paid = player.delivered.pop();
  if (paid !== undefined) G.stock[paid] += 1;
  canoe.at = 0;
  canoe.cargo = null;
}

/** Let the river flow as fast as the slowest paddle says, and the weather. */
function flow(G) {
  const paddled = G.chosen.filter((card) => card !== 'weather').map(Number);
  const speed = Math.max(0, (paddled.length > 0 ? Math.min(...paddled) : 1) + G.weather);
  for (const player of G.players)
    for (const canoe of player.canoes) {
      if (canoe.at > 0) canoe.at += speed;
      if (canoe.at >= FALLS) lose(G, player, canoe);
    }
}

/** Prepare the next round: whoever has no card left takes all of them up again. */
function goOn(G) {
  flow(G);
  G.round += 1;
  G.first = (G.first + 1) % SEATS;
  G.chosen = Array(SEATS).fill(null);
  G.moved = 0;
  for (const player of G.players) if (player.cards.length === 0) player.cards = [...CARDS];
}

exports.seats = SEATS;

exports.game = {
  name: 'river',
  disableUndo: true,
  setup: () => ({
    round: 1,
    first: 0,
    weather: 0,
    moved: 0,
    stock: Object.fromEntries(COLOURS.map((colour) => [colour, SEATS + 1])),
    chosen: Array(SEATS).fill(null),
    players: Array.from({ length: SEATS }, () => ({
      cards: [...CARDS],
      delivered: [],
      canoes: CANOES.map(() => ({ at: 0, cargo: null })),
    })),
  }),
  /** A card that has been chosen is secret until all have, and so is what its owner still holds. */
  playerView: ({ G, ctx, playerID }) =>
    ctx.phase !== 'cards'
      ? G
      : {
          ...G,
          chosen: G.chosen.map((card, seat) => (card === null || String(seat) === playerID ? card : 'hidden')),
          players: G.players.map((player, seat) =>
            String(seat) === playerID || G.chosen[seat] === null
              ? player
              : { ...player, cards: [...player.cards, G.chosen[seat]].sort() },
          ),
        },
  phases: {
    cards: {
      start: true,
      next: 'canoes',
      turn: { activePlayers: { all: 'choose', minMoves: 1, maxMoves: 1 }, stages: { choose: {} } },
      moves: {
        choose: {
          client: false,
          redact: true,
          ignoreStaleStateID: true,
          move: ({ G, playerID }, card) => {
            const { cards } = G.players[playerID];
            if (G.chosen[playerID] !== null || !cards.includes(card)) return INVALID_MOVE;
            cards.splice(cards.indexOf(card), 1);
            G.chosen[playerID] = card;
          },
        },
      },
      endIf: ({ G }) => G.chosen.every((card) => card !== null),
    },
    canoes: {
      next: 'cards',
      turn: {
        minMoves: 1,
        maxMoves: 1,
        order: { first: ({ G }) => G.first, next: ({ ctx }) => (ctx.playOrderPos + 1) % SEATS },
      },
      moves: {
        weather: ({ G, playerID }, change) => {
          if (G.chosen[playerID] !== 'weather' || ![1, -1].includes(change)) return INVALID_MOVE;
          G.weather = Math.min(2, Math.max(-1, G.weather + change));
          G.moved += 1;
        },
        paddle: ({ G, playerID }, done) => {
          const player = G.players[playerID];
          const card = G.chosen[playerID];
          if (card === 'weather' || !Array.isArray(done) || done.length !== CANOES.length) return INVALID_MOVE;
          for (const [number, each] of done.entries()) {
            const canoe = player.canoes[number];
            if (each === null) {
              if (WAYS.some((way) => moved(G, canoe, card, way) !== null)) return INVALID_MOVE;
              continue;
            }
            const result = moved(G, canoe, card, each);
            if (result === null) return INVALID_MOVE;
            if (each.cargo === 'load') G.stock[result.cargo] -= 1;
            if (result.delivered !== null) player.delivered.push(result.delivered);
            canoe.at = result.at;
            canoe.cargo = result.cargo;
            if (canoe.at >= FALLS) lose(G, player, canoe);
          }
          G.moved += 1;
        },
      },
      endIf: ({ G }) => G.moved === SEATS,
      onEnd: ({ G }) => goOn(G),
    },
  },
  endIf: ({ G }) => {
    const rich = G.players.findIndex(
      ({ delivered }) =>
        delivered.length >= 7 ||
        new Set(delivered).size === COLOURS.length ||
        COLOURS.some((colour) => delivered.filter((each) => each === colour).length >= 4),
    );
    if (rich >= 0) return { winner: String(rich) };
    if (G.round > ROUNDS) return { draw: true };
  },
};

const any = (things) => things[Math.floor(Math.random() * things.length)];

/** Return a random move that is legal, as its name and arguments; null when this player has none to make. */
exports.choose = ({ G, ctx }, playerID) => {
  const player = G.players[playerID];
  if (ctx.phase === 'cards') return G.chosen[playerID] === null ? ['choose', any(player.cards)] : null;
  if (ctx.currentPlayer !== playerID) return null;
  const card = G.chosen[playerID];
  if (card === 'weather') return ['weather', any([1, -1])];
  // Of two canoes, one may take what the other wanted: the second looks at what the first has left.
  const left = { ...G, stock: { ...G.stock } };
  const done = player.canoes.map((canoe) => {
    const ways = WAYS.filter((way) => moved(left, canoe, card, way) !== null);
    if (ways.length === 0) return null;
    const way = any(ways);
    const result = moved(left, canoe, card, way);
    if (way.cargo === 'load') left.stock[result.cargo] -= 1;
    if (result.at >= FALLS && result.cargo !== null) left.stock[result.cargo] += 1;
    return way;
  });
  return ['paddle', done];
};
