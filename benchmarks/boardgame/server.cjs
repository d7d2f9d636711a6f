// Serve tic-tac-toe with boardgame.io's own server and its default store in memory; prints the address.
const { Origins, Server } = require('boardgame.io/server');
const { TicTacToe } = require('./game.cjs');

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
// With port 0 it would take its default, so the port is chosen by who starts this.
const port = Number(process.argv[2]);
server.run(port, () => console.log(`http://127.0.0.1:${port}`));
