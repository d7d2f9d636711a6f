import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const LOCALES = ['en', 'fr', 'it', 'de'] as const;
const COMPILED = new URL('../src/paraglide/messages/', import.meta.url).pathname;
const LOCALE_TS = new URL('../src/lib/locale.ts', import.meta.url).pathname;
const SAID_TS = new URL('../src/lib/said.ts', import.meta.url).pathname;
const INDEX = 'virtual:words';
/** Paraglide's runtime finds and keeps the locale in a dozen ways; src/lib/prefs.svelte.ts knows it. This is the rest. */
const RUNTIME = `
export const locales = ${JSON.stringify(LOCALES)};
export const baseLocale = locales[0];
export const isLocale = (name) => locales.includes(name);
export let getLocale = () => baseLocale;
export const overwriteGetLocale = (get) => { getLocale = get; };
`;

/** Have every value that a compiled message puts into its text written by `said`, which keeps texts apart and formats numbers. */
const saying = (code: string): string => code.replace(/\$\{(i\?\.\w+)\}/g, '${said($1)}');
const SAYS = `import { said } from '${SAID_TS}';\n`;

/**
 * Sends a browser the words of one language only. Paraglide compiles each message into a module with the forms of all
 * languages; the build replaces it by a look-up and puts the forms into one module for each language and part:
 * messages whose names begin with a part's belong to it, all others to "app". src/lib/locale.ts fetches those modules.
 * Outside builds messages are what Paraglide made of them, but for the values within. Fails when Paraglide writes something else.
 */
export function oneLanguage(parts: readonly string[]): Plugin {
  let building = false;
  const every = ['app', ...parts];
  const partOf = (key: string): string => parts.find((part) => key.startsWith(`${part}_`)) ?? 'app';

  function index(): string {
    const fetchers = LOCALES.map((locale) => {
      const all = every.map((part) => `${part}: () => import('${INDEX}/${locale}/${part}')`);
      return `${locale}: { ${all.join(', ')} }`;
    });
    return `export const parts = ${building ? `{ ${fetchers.join(', ')} }` : '{}'};`;
  }

  function words(locale: string, part: string): string {
    const found = readdirSync(COMPILED)
      .filter((file) => file.endsWith('.js') && !file.startsWith('_') && partOf(file) === part)
      .map((file) => form(locale, file.slice(0, -'.js'.length)));
    return `${SAYS}import * as registry from '${join(COMPILED, '..', 'registry.js')}';\nexport const words = {\n${found.join(',\n')}\n};`;
  }

  function form(locale: string, key: string): string {
    const code = readFileSync(join(COMPILED, `${key}.js`), 'utf8');
    const begins = `const ${locale}_${key} = `;
    const [, rest] = code.split(`\n${begins}`);
    const end = rest?.indexOf('\n};') ?? -1;
    if (!rest || end < 0) throw new Error(`The message ${key} is not compiled the way this plugin knows.`);
    if (/^export \{/m.test(code)) throw new Error(`The name of the message ${key} has capitals: choose another.`);
    const made = rest.slice(0, end + 2);
    const constant = /\) => \{\s+return \/\*\*.*?\*\/ \((`[^`$]*`)\)\s+\}$/.exec(made)?.[1];
    return `${key}: ${constant ?? saying(made)}`;
  }

  return {
    name: 'eddyline:one-language',
    // Before Vite finds Paraglide's runtime itself.
    enforce: 'pre',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    resolveId(id) {
      if (id.startsWith(INDEX)) return `\0${id}`;
      return building && id.endsWith('/paraglide/runtime.js') ? '\0virtual:runtime' : null;
    },
    load(id) {
      if (id === '\0virtual:runtime') return RUNTIME;
      if (!id.startsWith(`\0${INDEX}`)) return null;
      const [, locale, part] = id.split('/');
      return locale && part ? words(locale, part) : index();
    },
    transform(code, id) {
      const key = /\/paraglide\/messages\/(?!_index)(\w+)\.js$/.exec(id)?.[1];
      if (!key) return null;
      if (!building) return { code: SAYS + saying(code), map: null };
      return {
        code: `import { word } from '${LOCALE_TS}';\nexport const ${key} = /* @__PURE__ */ word('${key}');`,
        map: null,
      };
    },
  };
}
