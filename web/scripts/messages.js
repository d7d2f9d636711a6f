// Says what Paraglide is to compile, and has it do so when run: src/lib/messages.ts fetches what is made for one language.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { compile } from '@inlang/paraglide-js';

/** src/lib/prefs.svelte.ts knows the locale; Paraglide's own ways of finding it are not needed.
 * @type {['baseLocale']} */
const STRATEGY = ['baseLocale'];
/** How Vite says so; without it, what only servers need would be in the pages. */
const IS_SERVER = "import.meta.env?.SSR ?? typeof window === 'undefined'";
const SRC = fileURLToPath(new URL('../src', import.meta.url));
/** What all is made with: this file and the packages. */
const MAKERS = [fileURLToPath(import.meta.url), fileURLToPath(new URL('../package-lock.json', import.meta.url))];
/** Says beside what was compiled what it was made of, and what it was then. */
const STAMP = '.made-of';

/** The client has words of its own, and so has each part whose words are fetched with it alone: a game, say. */
export const PROJECTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\W)project\.inlang$/.test(file))
  .map((file) => {
    const project = `${SRC}/${file}`;
    const outdir = project.replace(/project\.inlang$/, 'paraglide');
    return {
      project,
      outdir,
      outputStructure: /** @type {const} */ ('locale-modules'),
      strategy: STRATEGY,
      isServer: IS_SERVER,
    };
  });

/** Compile what is not there yet as it would become: the check, the build and the tests all need the same. */
export async function compileMessages() {
  for (const project of PROJECTS) {
    const stamp = path.join(project.outdir, STAMP);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(project)) continue;
    await compile(project);
    writeFileSync(stamp, digest(project));
  }
}

/** @param {typeof PROJECTS[number]} project */
function digest({ project, outdir }) {
  const settings = path.join(project, 'settings.json');
  const { locales, 'plugin.inlang.messageFormat': format } = JSON.parse(readFileSync(settings, 'utf8'));
  const messages = [format.pathPattern]
    .flat()
    .flatMap((pattern) => locales.map((/** @type {string} */ locale) => pattern.replaceAll('{locale}', locale)))
    .map((file) => path.resolve(path.dirname(project), file));
  const made = readdirSync(outdir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== STAMP)
    .map((entry) => path.join(entry.parentPath, entry.name));
  const total = createHash('sha256');
  for (const file of [...MAKERS, settings, ...messages, ...made.sort()]) {
    const content = createHash('sha256').update(existsSync(file) ? readFileSync(file) : '');
    total.update(`${path.relative(SRC, file)} ${content.digest('hex')}\n`);
  }
  return total.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileMessages();
