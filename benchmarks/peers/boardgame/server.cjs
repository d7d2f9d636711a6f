// Serve a game with boardgame.io's own server, and print the address: node server.cjs PORT GAME [FOLDER]
// Matches are kept in its default store in memory, or in its store of files in FOLDER.
const { FlatFile, Origins, Server } = require('boardgame.io/server');

const [port, name, folder] = process.argv.slice(2);
const { game } = require(`./${name}.cjs`);

const db = folder === undefined ? undefined : new FlatFile({ dir: folder });
const server = Server({ games: [game], origins: [Origins.LOCALHOST], db });
// With port 0 it would take its default, so the port is chosen by who starts this.
server.run(Number(port), () => console.log(`http://127.0.0.1:${port}`));
