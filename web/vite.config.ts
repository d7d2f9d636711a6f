import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `eddyline serve` listens by default; `npm run dev` hands it everything that is not ours. */
const server = process.env['EDDYLINE_URL'] ?? 'http://127.0.0.1:8000';

export default defineConfig(({ mode }) => ({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
    }),
    svelte(),
  ],
  // In tests Svelte must be the browser's one: its server build has no effects.
  ...(mode === 'test' ? { resolve: { conditions: ['browser'] } } : {}),
  build: {
    outDir: '../src/eddyline/server/static',
    emptyOutDir: true,
    // Everything comes from our own host and nothing is inlined, so that the page can forbid all else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
}));
