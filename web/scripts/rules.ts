/** Compiles a game's rules from Markdown to what the rules page draws, at build time: `import rules from './rules.md?rules'`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

import type { Block, RulesText, Section } from '../src/learn/rules';

/** A list item that starts with an id in bold is a rule. */
const RULE = /^\*\*([A-Z]-[A-Z]+-\d+)\*\*\s*/;
/** In the text, but not in code or tags: who says so, in brackets, and the ids of rules. */
const SOURCE_OR_ID = /<(?:code|pre)\b[^]*?<\/(?:code|pre)>|<[^>]*>|\[([^\]<]+)\]|\b([A-Z]-[A-Z]+-\d+)\b/g;

const GAMES = new URL('../../src/eddyline/games/', import.meta.url);
/** The game whose rules have ids that begin with a letter. */
const GAME_OF: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/rules.md`, GAMES)))
    .flatMap(({ name }) => {
      const text = readFileSync(new URL(`${name}/rules.md`, GAMES), 'utf-8');
      return [...text.matchAll(/^\s*[-*|]\s*(?:\*\*|`)([A-Z])-[A-Z]+-\d+/gm)].map(([, letter]) => [letter, name]);
    }),
);

const marked = new Marked({
  renderer: {
    // The page shows what is made here as it is, so nothing gets in but what Markdown makes of text.
    html: ({ text }) => {
      throw new Error(`HTML in the rules: ${text}`);
    },
    code: ({ text }) => `<pre tabindex="0">${escaped(text)}</pre>`,
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string): string =>
        `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((row) => cells(row, 'td')).join('');
      return `<div class="scroll" tabindex="0" role="group"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
    },
  },
});

/** Compile one file; its parts keep the order of the file. */
export function compile(markdown: string): RulesText {
  const text: RulesText = { title: '', sections: [{ id: 'top', level: 1, title: '', blocks: [] }] };
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') begin(text, token as Tokens.Heading);
    else if (token.type !== 'space') text.sections.at(-1)?.blocks.push(...blocks(token));
  }
  return text;
}

function begin(text: RulesText, { depth, text: title }: Tokens.Heading): void {
  const [top] = text.sections;
  if (depth === 1 && top) text.title = top.title = title;
  else text.sections.push({ id: `part-${text.sections.length}`, level: depth as Section['level'], title, blocks: [] });
}

function blocks(token: Token): Block[] {
  if (token.type !== 'list') return [{ rule: null, html: html([token]) }];
  const list = token as Tokens.List;
  if (!list.items.some(({ text }) => RULE.test(text))) return [{ rule: null, html: html([token]) }];
  return list.items.map(({ text }) => {
    const [whole, rule] = RULE.exec(text) ?? [];
    if (!whole || !rule) throw new Error(`An item without an id among rules: ${text}`);
    return { rule, html: html(marked.lexer(text.slice(whole.length))) };
  });
}

function html(tokens: Token[]): string {
  return marked
    .parser(tokens)
    .trim()
    .replace(SOURCE_OR_ID, (found: string, source?: string, id?: string) => {
      if (source) return `<span class="source">${source}</span>`;
      return id ? `<a href="${placeOf(id)}">${id}</a>` : found;
    });
}

/** The address of a rule; on its own page that is only a jump. */
function placeOf(id: string): string {
  return `/rules/${GAME_OF[id.charAt(0)]}#${id}`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** Let `….md?rules` be imported; a change of the file reloads the page that shows it. */
export function rules(): Plugin {
  return {
    name: 'eddyline:rules',
    load(id) {
      const [path, query] = id.split('?');
      if (query !== 'rules' || !path) return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(compile(readFileSync(path, 'utf-8')))};`;
    },
  };
}
