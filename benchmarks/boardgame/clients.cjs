// Play tic-tac-toe at random with boardgame.io's own clients; takes the same orders on stdin as load/seats.py.
const readline = require('node:readline');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { TicTacToe } = require('./game.cjs');

const players = [];
let pause = 0;
let playing = false;
let ready = 0;

class Player {
  constructor(server, table, playerID) {
    this.table = table;
    this.playerID = playerID;
    this.game = 0;
    this.moves = 0;
    this.waits = [];
    this.sent = 0;
    this.before = 0;
    const multiplayer = (options) => {
      const { transportDataCallback } = options;
      this.transport = SocketIO({ server })({
        ...options,
        transportDataCallback: (data) => {
          transportDataCallback(data);
          this.heard(data);
        },
      });
      return this.transport;
    };
    this.client = Client({ game: TicTacToe, numPlayers: 2, matchID: `${table}-0`, playerID, multiplayer, debug: false });
    this.client.start();
  }

  heard({ type, args }) {
    if (type === 'sync' && this.game === 0 && !this.connected) {
      this.connected = true;
      ready += 1;
      if (ready === players.length) say({ ready });
    }
    if (type === 'update') {
      const [matchID, , log] = args;
      if (matchID !== `${this.table}-${this.game}`) return;
      if (log.some(({ action }) => action.payload.playerID === this.playerID)) {
        this.moves += 1;
        this.waits.push(performance.now() - this.sent);
      }
    }
    if ((type === 'update' || type === 'sync') && playing) this.goOn();
  }

  goOn() {
    const state = this.client.getState();
    if (state === null) return;
    if (state.ctx.gameover !== undefined) {
      this.game += 1;
      this.client.updateMatchID(`${this.table}-${this.game}`);
    } else if (state.ctx.currentPlayer === this.playerID) {
      if (pause > 0) setTimeout(() => this.move(), pause * (500 + 1000 * Math.random()));
      else this.move();
    }
  }

  move() {
    const { G } = this.client.getState();
    const free = G.cells.flatMap((cell, id) => (cell === null ? [id] : []));
    this.sent = performance.now();
    this.client.moves.clickCell(free[Math.floor(Math.random() * free.length)]);
  }

  bytes() {
    return this.transport.socket.io.engine.transport.ws._socket.bytesRead;
  }
}

function say(message) {
  console.log(JSON.stringify(message));
}

function report() {
  const wire = [];
  for (let i = 0; i < players.length; i += 2) {
    const pair = players.slice(i, i + 2);
    const moves = pair[0].moves + pair[1].moves;
    if (moves) wire.push(...pair.map((each) => (each.bytes() - each.before) / moves));
  }
  const { user, system } = process.cpuUsage();
  return {
    turns: players.reduce((sum, { moves }) => sum + moves, 0),
    waits_ms: players.flatMap(({ waits }) => waits),
    wire,
    plain: [],
    refused: 0,
    cpu_s: (user + system) / 1e6,
  };
}

const orders = {
  connect({ address, tables, pause: seconds }) {
    pause = seconds;
    for (const table of tables) for (const id of ['0', '1']) players.push(new Player(address, table, id));
  },
  play() {
    playing = true;
    for (const player of players) player.goOn();
  },
  measure() {
    for (const player of players) {
      player.moves = 0;
      player.waits = [];
      player.before = player.bytes();
    }
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
