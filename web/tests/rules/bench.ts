/** Measures rules in Node: `node bench.js MODULE SECONDS`, positions as JSON lists of bytes on stdin, one a line. */
import { readFileSync } from 'node:fs';

import { CHANCE, Rules } from '../../src/rules/rules';
import { bare } from './compare';

const [, , file = '', seconds = '1'] = process.argv;
const module = new Uint8Array(readFileSync(file));
const began = performance.now();
const rules = await Rules.load(module, bare(module));
const loaded = performance.now() - began;
const starts = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => rules.position(Uint8Array.from(JSON.parse(line) as number[])));
const position = rules.position();

let random = 2463534242;
function below(count: number): number {
  random ^= random << 13;
  random ^= random >>> 17;
  random ^= random << 5;
  return (random >>> 0) % count;
}

/** Play games at random until the time is over; return the decisions and all steps. */
function play(milliseconds: number): { decisions: number; steps: number } {
  let [decisions, steps, games] = [0, 0, 0];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const start = starts[games % starts.length];
    if (start === undefined) break;
    games += 1;
    rules.put(position, rules.bytes(start));
    while (!rules.isOver(position)) {
      const seats = rules.toAct(position);
      if (seats === CHANCE) rules.deal(position, BigInt(below(2 ** 31)) * 4_294_967_291n);
      else if (seats === 0) rules.advance(position);
      else {
        const seat = 31 - Math.clz32(seats & -seats);
        const legal = rules.legal(position, seat);
        rules.decide(position, seat, legal[below(legal.length)] ?? -1);
        decisions += 1;
      }
      steps += 1;
    }
  }
  return { decisions, steps };
}

play(500);
// Processor time, so that other programs matter less.
const start = process.cpuUsage();
const { decisions, steps } = play(1000 * Number(seconds));
const took = process.cpuUsage(start).user / 1e6;
console.log(
  JSON.stringify({
    load_ms: Math.round(loaded * 10) / 10,
    decisions_per_s: Math.round(decisions / took),
    steps_per_s: Math.round(steps / took),
  }),
);
