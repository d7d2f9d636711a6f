/** Compares in Node: `node node.js MODULE`, chunks on stdin, each after its length; answers each with a line of JSON. */
import { readFileSync } from 'node:fs';

import { comparing } from './compare';

const comparison = await comparing(new Uint8Array(readFileSync(process.argv[2] ?? '')));
let waiting = Buffer.alloc(0);
const parts: Buffer[] = [];
let length = 0;
for await (const part of process.stdin) {
  parts.push(part as Buffer);
  length += (part as Buffer).length;
  // Joined only when a chunk is complete: they come in many parts.
  const wanted = waiting.length >= 4 ? waiting.readUInt32LE(0) + 4 : 0;
  if (waiting.length + length < Math.max(wanted, 4)) continue;
  waiting = Buffer.concat([waiting, ...parts]);
  parts.length = length = 0;
  while (waiting.length >= 4 && waiting.length >= waiting.readUInt32LE(0) + 4) {
    const end = waiting.readUInt32LE(0) + 4;
    process.stdout.write(`${JSON.stringify(comparison.fold(waiting.subarray(4, end)))}\n`);
    waiting = waiting.subarray(end);
  }
}
