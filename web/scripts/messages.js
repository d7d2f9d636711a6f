// Says what Paraglide is to compile, and has it do so when run: src/lib/messages.ts fetches what is made for one language.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { compile } from '@inlang/paraglide-js';

/** src/lib/prefs.svelte.ts knows the locale; Paraglide's own ways of finding it are not needed.
 * @type {['baseLocale']} */
const STRATEGY = ['baseLocale'];
const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** The client has words of its own, and so has each part whose words are fetched with it alone: a game, say. */
export const PROJECTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(^|\W)project\.inlang$/.test(path))
  .map((path) => {
    const project = `${SRC}/${path}`;
    const outdir = project.replace(/project\.inlang$/, 'paraglide');
    return { project, outdir, outputStructure: /** @type {const} */ ('locale-modules'), strategy: STRATEGY };
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const project of PROJECTS) await compile(project);
