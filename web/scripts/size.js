// Weighs what a browser receives until somebody plays a game, and fails when its JavaScript is over the budget.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILT = new URL('../../src/eddyline/server/static/', import.meta.url).pathname;
const BUDGET = 100_000;
/**
 * The home page and a table of one game, with words in one language. The form for a new table, the pictures of other
 * games, the rules and the other languages come later, or when asked for.
 * @param {string} game */
const wanted = (game) => ['index.html', ...['intro', 'index'].map((part) => `src/boards/${game}/${part}.ts`)];

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(`${BUILT}.vite/manifest.json`, 'utf8'));
const GAMES = Object.keys(manifest).flatMap((key) => /^src\/boards\/(\w+)\/index\.ts$/.exec(key)?.[1] ?? []);

/** Add the files of a chunk, of all that it imports at once, and of the words that it may say.
 * @param {string} name
 * @param {string} locale
 * @param {Set<string>} files */
function collect(name, locale, files) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`No ${name} in the build; run "npm run build" first.`);
  if (files.has(chunk.file)) return;
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  const words = (chunk.dynamicImports ?? []).filter((other) => other.endsWith(`/paraglide/messages/${locale}.js`));
  for (const other of [...(chunk.imports ?? []), ...words]) collect(other, locale, files);
}

/**
 * @param {string} game
 * @param {string} locale */
function weigh(game, locale) {
  /** @type {Set<string>} */
  const files = new Set();
  for (const name of wanted(game)) collect(name, locale, files);
  /** @type {Record<string, number>} */
  const weights = {};
  for (const file of files) {
    const kind = extname(file).slice(1);
    const content = readFileSync(BUILT + file);
    const sent = kind === 'woff2' ? content.length : gzipSync(content, { level: 9 }).length;
    weights[kind] = (weights[kind] ?? 0) + sent;
  }
  return weights;
}

const all = Object.fromEntries(
  GAMES.flatMap((game) => ['en', 'fr', 'it', 'de'].map((locale) => [`${game} ${locale}`, weigh(game, locale)])),
);
const most = Math.max(...Object.values(all).map(({ js }) => js ?? 0));
console.log(JSON.stringify({ bytes_sent: all, limit: BUDGET, most }));
if (most > BUDGET) {
  console.error(`JavaScript is ${most} bytes gzipped; the budget is ${BUDGET}.`);
  process.exit(1);
}
