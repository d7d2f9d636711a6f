// Weighs the built client as a browser receives it, and fails when its JavaScript is over the budget.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILT = new URL('../../src/eddyline/server/static/assets/', import.meta.url).pathname;
const BUDGET = 80_000;

/** @type {Record<string, number>} */
const weights = {};
for (const name of readdirSync(BUILT)) {
  const kind = extname(name).slice(1);
  // Compressed copies that a server may keep beside the files are not sent in addition to them.
  if (!['js', 'css', 'woff2', 'svg'].includes(kind)) continue;
  const content = readFileSync(join(BUILT, name));
  const sent = kind === 'woff2' ? content.length : gzipSync(content, { level: 9 }).length;
  weights[kind] = (weights[kind] ?? 0) + sent;
}

for (const [kind, bytes] of Object.entries(weights)) console.log(`${kind.padEnd(6)} ${(bytes / 1000).toFixed(1)} kB`);
const js = weights['js'] ?? 0;
if (js === 0) {
  console.error(`No JavaScript in ${BUILT}; run "npm run build" first.`);
  process.exit(1);
}
if (js > BUDGET) {
  console.error(`JavaScript is ${js} bytes gzipped; the budget is ${BUDGET}.`);
  process.exit(1);
}
