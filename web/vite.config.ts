import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `eddyline serve` listens by default; `npm run dev` hands it everything that is not ours. */
const server = process.env['EDDYLINE_URL'] ?? 'http://127.0.0.1:8000';

/**
 * Shortens what Paraglide writes for each message: instead of four functions and a ladder of comparisons it gets one
 * call of a function that all share. That is a tenth of our JavaScript. Fails when Paraglide writes something else.
 */
function shareLocaleChoice(): Plugin {
  const ladder = /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s+const locale = [^]*?return (\w+)\(inputs\)\s+\}\)/;
  const comparison = /if \(locale === "\w+"\) return (\w+)\(inputs\)/g;
  const constant = /^const (\w+) = \/\*\*.*?\*\/ \(\) => \{\s+return \/\*\*.*?\*\/ \((`[^`]*`)\)\s+\};$/gm;
  return {
    name: 'eddyline:share-locale-choice',
    apply: 'build',
    transform(code, id) {
      if (!/\/paraglide\/messages\/(?!_index)\w+\.js$/.test(id)) return null;
      const found = ladder.exec(code);
      if (!found) return this.error(`${id} does not choose its language the way this plugin knows`);
      // The base locale comes last in the ladder and first in `locales`.
      const forms = [found[1], ...[...found[0].matchAll(comparison)].map(([, form]) => form)];
      const texts = new Map([...code.matchAll(constant)].map(([, form, text]) => [form, text]));
      const said = forms.map((form) => texts.get(form)).filter((text) => text !== undefined);
      const [helper, parts] = said.length === forms.length ? ['say', said] : ['inLocale', forms];
      const shared = `/* @__PURE__ */ ${helper}(${parts.join(', ')})`;
      const from = new URL('./src/lib/locale.ts', import.meta.url).pathname;
      return { code: `import { ${helper} } from '${from}';\n${code.replace(found[0], () => shared)}`, map: null };
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      // One module a message in development too: what is written must not depend on who wrote it last.
      outputStructure: 'message-modules',
      // src/lib/prefs.svelte.ts knows the locale; Paraglide's own ways of finding it are not needed.
      strategy: ['baseLocale'],
    }),
    shareLocaleChoice(),
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
  test: { include: ['tests/**/*.test.ts'], setupFiles: ['tests/browser.ts'] },
}));
