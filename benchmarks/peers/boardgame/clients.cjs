// Play a game at random with a server of boardgame.io: node clients.cjs GAME. Takes the orders of load/seats.py on stdin.
// It speaks what boardgame.io's clients speak, without their work for each state, to leave the cores to the server.
const readline = require('node:readline');
const { io } = require('socket.io-client');

const { choose, game, seats } = require(`./${process.argv[2]}.cjs`);

const tables = [];
let pause = 0;
let playing = false;
let ready = 0;

class Player {
  constructor(table, playerID, server) {
    this.table = table;
    this.playerID = playerID;
    this.state = null;
    this.sent = null;
    this.before = 0;
    this.forget();
    this.socket = io(`${server}/${game.name}`, { transports: ['websocket'], forceNew: true });
    this.socket.on('connect', () => {
      if (playerID === '0') this.enter();
    });
    this.socket.on('sync', (matchID, { state }) => this.synced(matchID, state));
    this.socket.on('update', (matchID, state, log) => {
      if (matchID === this.table.match) this.updated(state, log);
    });
  }

  forget() {
    this.moves = 0;
    this.waits = [];
    if (this.socket) this.before = this.bytes();
  }

  /** Ask for the table's match, which is made on demand. */
  enter() {
    this.socket.emit('sync', this.table.match, this.playerID, undefined, seats);
  }

  synced(matchID, state) {
    if (matchID !== this.table.match) return;
    this.state = state;
    // Two who ask at once for a match that is not there would both make it.
    if (this.playerID === '0') for (const other of this.table.players.slice(1)) other.enter();
    if (!this.seen) {
      this.seen = true;
      ready += 1;
      if (ready === tables.length * seats) say({ ready });
    }
    this.goOn();
  }

  updated(state, log) {
    this.state = state;
    if (log.some(({ action }) => action.payload.playerID === this.playerID)) {
      this.moves += 1;
      this.waits.push(performance.now() - this.sent);
      this.sent = null;
    }
    this.goOn();
  }

  goOn() {
    if (!playing || this.state === null || this.sent !== null) return;
    if (this.state.ctx.gameover !== undefined) this.table.over(this);
    else if (pause > 0) this.later ??= setTimeout(() => this.act(), pause * (500 + 1000 * Math.random()));
    else this.act();
  }

  act() {
    this.later = undefined;
    const chosen = this.state === null || this.sent !== null ? null : choose(this.state, this.playerID);
    if (chosen === null) return;
    const [type, ...args] = chosen;
    const payload = { type, args, playerID: this.playerID };
    this.sent = performance.now();
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.state._stateID, this.table.match, this.playerID);
  }

  bytes() {
    return this.socket.io.engine?.transport?.ws?._socket?.bytesRead ?? 0;
  }
}

class Table {
  constructor(name, server) {
    this.name = name;
    this.number = 0;
    this.match = `${name}-0`;
    this.players = Array.from({ length: seats }, (_, id) => new Player(this, String(id), server));
  }

  /** Begin the next match once everybody has seen the end of this one. */
  over(player) {
    player.state = null;
    if (this.players.some(({ state }) => state !== null)) return;
    this.number += 1;
    this.match = `${this.name}-${this.number}`;
    this.players[0].enter();
  }
}

function say(message) {
  console.log(JSON.stringify(message));
}

function report() {
  const everybody = tables.flatMap(({ players }) => players);
  const wire = tables.flatMap(({ players }) => {
    const moves = players.reduce((sum, player) => sum + player.moves, 0);
    return moves ? players.map((player) => (player.bytes() - player.before) / moves) : [];
  });
  const { user, system } = process.cpuUsage();
  return {
    turns: everybody.reduce((sum, { moves }) => sum + moves, 0),
    waits_ms: everybody.flatMap(({ waits }) => waits),
    wire,
    plain: [],
    refused: 0,
    cpu_s: (user + system) / 1e6,
  };
}

const orders = {
  connect({ address, tables: names, pause: seconds }) {
    pause = seconds;
    for (const name of names) tables.push(new Table(name, address));
  },
  play() {
    playing = true;
    for (const { players } of tables) for (const player of players) player.goOn();
  },
  measure() {
    for (const { players } of tables) for (const player of players) player.forget();
    say({ measuring: true });
  },
  report() {
    say(report());
  },
};

readline
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { order, ...rest } = JSON.parse(line);
    orders[order](rest);
  })
  .on('close', () => process.exit());
