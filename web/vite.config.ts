import { readdirSync } from 'node:fs';

import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { rules } from './scripts/rules.ts';
import { oneLanguage } from './scripts/words.ts';

/** Where `eddyline serve` listens by default; `npm run dev` hands it everything that is not ours. */
const server = process.env['EDDYLINE_URL'] ?? 'http://127.0.0.1:8000';

/** Every game by its id: each has its folder of boards, and a manifest there. */
const GAMES = readdirSync(new URL('./src/boards/', import.meta.url), { recursive: true, encoding: 'utf8' }).flatMap(
  (file) => /^(\w+)\Wmanifest\.ts$/.exec(file)?.[1] ?? [],
);

/**
 * Parts of the client whose words come with them, by what their messages' names begin with; whoever needs them asks
 * for them by speak(part); the first part that fits counts. All other words come with the page.
 */
const PARTS = [
  ...GAMES.flatMap((game) => ['why', 'log', 'map', 'sheet', 'keys'].map((part) => `${game}_${part}`).concat(game)),
  'plain',
  'learn',
  'bots',
  'chat',
  'closed',
  'cup',
  'ending',
  'fair',
  'fate',
  'file',
  'home',
  'how',
  'lobby',
  'meet',
  'pace',
  'people',
  'rated',
  'friends',
  'tip',
  'show',
  'tavern',
];

/** What every page needs. */
const BASE =
  /\/node_modules\/svelte\/(?!.*\/bindings\/)|\/src\/lib\/(?!record|clipboard)|\/src\/components\/(Beside|Dialog|Icon|Later|Lost|Missing|settings)|\/src\/(pages\/Unknown|table\/Offline|learn\/lesson|home\/open|people\/(Who|signIn)|home\/parts|boards\/(index|game|\w+\/manifest|plain\/game)\.ts)|\/paraglide\/registry|virtual:(runtime|words$)|vite\/preload-helper/;
/** What several parts share becomes one file, not many: small ones compress badly. */
const SHARED = [
  { name: 'base', test: BASE },
  { name: 'base', test: /\/src\/paraglide\/messages\/app_/, minShareCount: 2 },
  // Landscapes and their water are fetched after the pieces that lie in them; what both are made of comes with the pieces,
  // for a group takes along what its files import, unless an earlier group has it.
  {
    name: 'pieces',
    test: /\/src\/boards\/(art\/(?!paper|Pine|Rock|[Ss]tream)|described|fetched|part)/,
    minShareCount: 2,
  },
  { name: 'paper', test: /\/src\/boards\/art\/(paper|Pine|Rock)/, minShareCount: 2 },
  { name: 'stream', test: /\/src\/boards\/art\/[Ss]tream/, minShareCount: 2 },
  // The map editor draws Canyon's land, too.
  ...GAMES.map((game) => ({
    name: `${game}-pieces`,
    test: new RegExp(
      `/src/boards/${game}/(?!(art/(Landscape|Water|Buildings|House|Totem)|brink|relief|field|wood)\\b)`,
    ),
    minShareCount: 2,
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

export default defineConfig(({ mode }) => ({
  // Pages may lie below any path: the server adds to the page how far up that is.
  base: mode === 'production' ? './' : '/',
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      // One module a message in development too: what is written must not depend on who wrote it last.
      outputStructure: 'message-modules',
      // src/lib/prefs.svelte.ts knows the locale; Paraglide's own ways of finding it are not needed.
      strategy: ['baseLocale'],
    }),
    oneLanguage(PARTS),
    svelte(),
    noCustomElements,
    rules(),
  ],
  // In tests Svelte must be the browser's one: its server build has no effects.
  ...(mode === 'test' ? { resolve: { conditions: ['browser'] } } : {}),
  build: {
    outDir: '../src/eddyline/server/static',
    emptyOutDir: true,
    // Everything comes from our own host and nothing is inlined, so that the page can forbid all else.
    assetsInlineLimit: 0,
    // Says which files a page needs; tools weigh by it.
    manifest: true,
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
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
