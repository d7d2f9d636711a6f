import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { compileMessages, PROJECTS } from './scripts/messages.js';
import { rules } from './scripts/rules.ts';

/** Where `eddyline serve` listens by default; `npm run dev` hands it everything that is not ours. */
const server = process.env['EDDYLINE_URL'] ?? 'http://127.0.0.1:8000';

/** Every game by its id: each has its folder of boards, and a manifest there. */
const GAMES = fs
  .readdirSync(new URL('./src/boards/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .flatMap((file) => /^(\w+)\Wmanifest\.ts$/.exec(file)?.[1] ?? []);

/** Where the licences of what is bundled are listed. */
const LICENCES = 'licences.md';

/** What several parts share becomes one file, not many: small ones compress badly. */
const SHARED = [
  { name: 'base', tags: ['$initial' as const], minShareCount: 2 },
  // A group takes along what its files import, unless an earlier one has it: all that few parts draw with stays out.
  { name: 'pieces', test: 'src/boards/art/', minShareCount: 9 },
  // What teaches a game shares its words, which nobody needs before.
  ...GAMES.map((game) => ({
    name: `${game}-pieces`,
    test: new RegExp(`src/boards/${game}/(?!learn/)`),
    minShareCount: 3,
  })),
];

/** Leaves out what Svelte keeps for custom elements, of which we have none; their class would stay for its side effects. */
const noCustomElements: Plugin = {
  name: 'eddyline:no-custom-elements',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    /\/svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/.test(id)
      ? 'export const create_custom_element = undefined;'
      : null,
};

/** Asks for the fonts together with the page, so that no line breaks anew when they come. */
const fonts: Plugin = {
  name: 'eddyline:fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
        })),
  },
};

/** Compiles our words, unless that was done before. */
const messages: Plugin = { name: 'eddyline:messages', enforce: 'pre', buildStart: compileMessages };

/** Puts our `plural` in the place of Paraglide's, which makes the rules of a language anew for every sentence. */
const ownPlural: Plugin = {
  name: 'eddyline:own-plural',
  enforce: 'pre',
  load: (id) =>
    /\/paraglide\/registry\.js$/.test(id)
      ? `export { plural } from ${JSON.stringify(fileURLToPath(new URL('./src/lib/region.ts', import.meta.url)))};`
      : null,
};

const WORKER = fileURLToPath(new URL('./public/worker.js', import.meta.url));

/** Lists all files whose names contain a digest: what a browser keeps for times without a network. */
const listFiles: Plugin = {
  name: 'eddyline:list-files',
  apply: 'build',
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
    const most = Number(/^const MOST = (\d+);$/m.exec(fs.readFileSync(WORKER, 'utf8'))?.[1]);
    // Whoever plays without a network, and looks at the home page then, must not lose any of them.
    if (!(names.length <= most)) this.error(`public/worker.js keeps ${most} files, and there are ${names.length}`);
    this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(names.sort()) });
  },
};

/** Packages that are bundled into workers, which Vite's list of licences leaves out. */
const inWorkers = new Set<string>();
const noteWorkers: Plugin = {
  name: 'eddyline:note-workers',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
      if (folder) inWorkers.add(folder);
    }
  },
};

/** Adds their licences to the list. */
const licenceWorkers: Plugin = {
  name: 'eddyline:licence-workers',
  apply: 'build',
  enforce: 'post',
  writeBundle({ dir = '' }) {
    const list = path.join(dir, LICENCES);
    for (const folder of [...inWorkers].sort()) {
      const about = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<string, string>;
      const title = `## ${about['name']} - ${about['version']} (${about['license']})`;
      const file = fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      if (!file) throw new Error(`${folder} has no licence to name`);
      if (!fs.readFileSync(list, 'utf8').includes(title))
        fs.appendFileSync(list, `\n${title}\n\n${fs.readFileSync(path.join(folder, file), 'utf8')}`);
    }
  },
};

export default defineConfig(({ command, mode }) => ({
  // Pages may lie below any path: the server adds to the page how far up that is.
  base: command === 'build' ? './' : '/',
  plugins: [
    ...(command === 'serve' && mode === 'development'
      ? // Compiles anew what is changed meanwhile. Projects that are given the same `fs` share, and lose, what it remembers.
        PROJECTS.map((project) => paraglideVitePlugin({ ...project, fs: { ...fs } }))
      : [messages]),
    svelte(),
    noCustomElements,
    ownPlural,
    listFiles,
    fonts,
    rules(),
    licenceWorkers,
  ],
  worker: { plugins: () => [noteWorkers] },
  // In tests Svelte must be the browser's one: its server build has no effects.
  ...(mode === 'test' ? { resolve: { conditions: ['browser'] } } : {}),
  build: {
    outDir: '../src/eddyline/server/static',
    emptyOutDir: true,
    // Everything comes from our own host and nothing is inlined, so that the page can forbid all else.
    assetsInlineLimit: 0,
    // Says which files a page needs; tools weigh by it.
    manifest: true,
    // What is in the files is others' work, too, who are to be named with them.
    license: { fileName: LICENCES },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page names many files; shorter digests of their content make that shorter.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: SHARED },
      },
    },
  },
  server: {
    // The English rules lie with the game, and so do the words of its events and refusals.
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/browser.ts', 'tests/afresh.ts'],
    // To load the client anew for every file would take longer than all the rest.
    isolate: false,
    // After so many milliseconds a test hangs: far more than any needs, on a busy machine, where two runs share the cores.
    testTimeout: 120_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
