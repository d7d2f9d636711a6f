// Play on an Eddyline server: a bot that chooses at random. Node 22, or Node 20 with --experimental-websocket.
//
//   node --experimental-websocket examples/bot.mjs http://127.0.0.1:8000 niagara      opens a table, and plays
//   node --experimental-websocket examples/bot.mjs http://127.0.0.1:8000 niagara ID   joins an open table

const [server, game, table] = process.argv.slice(2);
const house = { niagara: 'paddler', canyon: 'voyageur' }[game];
const name = `Node ${Math.floor(Math.random() * 1000)}`;

/** Choose a decision: put your own idea here. `draft.view` is what this seat sees after its decisions so far. */
const choose = (draft) => draft.legal[Math.floor(Math.random() * draft.legal.length)];

async function ask(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(server + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/** Return the next message of a turn; null when no turn is owed or a secret one has been confirmed. */
function next(draft) {
  if (!draft || draft.confirmed) return null;
  const { version, step } = draft;
  const decisions = draft.decisions.map(({ id }) => id);
  if (draft.complete) return { type: 'confirm', version, decisions, turn: crypto.randomUUID() };
  return { type: 'decide', version, step, action: choose(draft).id };
}

/** Play on one connection; resolve to the last view when the game is over, or to null when the connection closes. */
function converse({ table, token }) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${server.replace('http', 'ws')}/ws/tables/${table}`);
    const say = (message) => message && socket.send(JSON.stringify(message));
    const hello = { type: 'hello', token };
    socket.onopen = () => say(hello);
    socket.onclose = () => resolve(null);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'sync' && message.table.status === 'over') {
        resolve(message.view);
        socket.close();
      } else if (message.type === 'sync') say(next(message.draft));
      else if (message.type === 'draft') say(next(message));
      else if (message.code === 'too_fast') setTimeout(() => say(hello), 1000);
      else if (message.type === 'refused' && !['stale', 'not_yours'].includes(message.code)) throw new Error(message.message);
    };
  });
}

const bots = [house, house];
const seated = table
  ? await ask(`/api/tables/${table}/seats`, { name })
  : await ask('/api/tables', { game, name, seats: 3, bots, start: true });
console.log(`${server}/t/${seated.table}`);
let last = null;
while (!last) {
  last = await converse(seated);
  if (!last) await new Promise((resolve) => setTimeout(resolve, 1000));
}
const { ranking } = last; // null when the players stopped the game
console.log(ranking ? `rank ${ranking[seated.seat]} of ${ranking.length}` : 'stopped');
