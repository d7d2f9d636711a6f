import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it, test } from 'vitest';

import { compile } from '../scripts/rules';
import { figuresOf } from '../src/learn/figures';
import { howToOf } from '../src/learn/howto';
import { readable, type RulesText, search } from '../src/learn/rules';
import { tipFor, tipsOf } from '../src/learn/tips';
import { prefs } from '../src/lib/prefs.svelte';

const GAMES = new URL('../../src/eddyline/games/', import.meta.url).pathname;
const BOARDS = new URL('../src/boards/', import.meta.url).pathname;
const OTHERS = ['fr', 'it', 'de'] as const;

/** Loaded before the tests begin: compiling a whole board is no part of what they measure. */
const FIGURES = new Map(
  await Promise.all(readable.map(async (game) => [game, (await figuresOf(game)?.get()) ?? {}] as const)),
);

const idsOf = (text: RulesText): string[] =>
  text.sections.flatMap(({ blocks }) => blocks.flatMap(({ rule }) => (rule === null ? [] : [rule])));
const english = (game: string): RulesText => compile(readFileSync(`${GAMES}${game}/rules.md`, 'utf-8'));
const other = (game: string, locale: string): RulesText =>
  compile(readFileSync(`${BOARDS}${game}/learn/${locale}.md`, 'utf-8'));

describe.each(readable)('the rules of %s', (game) => {
  const ids = idsOf(english(game));

  it('have each id once, as tests/support/rule_ids.py finds them', () => {
    const text = readFileSync(`${GAMES}${game}/rules.md`, 'utf-8');
    const defined = [...text.matchAll(/^\s*(?:[-*|]\s*)?(?:\*\*|`)?([A-Z]-[A-Z]+-\d+)\b/gm)].map(([, id]) => id);
    expect(new Set(ids)).toEqual(new Set(defined));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(15);
  });

  it.each(OTHERS)('have the same ids in the same order in %s', (locale) => {
    expect(idsOf(other(game, locale))).toEqual(ids);
  });

  it.each(OTHERS)('have the same parts, each with as many rules, in %s', (locale) => {
    const shape = (text: RulesText) =>
      text.sections.map(({ level, blocks }) => [level, blocks.map(({ rule }) => rule)]);
    expect(shape(other(game, locale))).toEqual(shape(english(game)));
  });

  it.each(OTHERS)('name in %s the options, presets and other rules that the English ones name', (locale) => {
    const names = (text: RulesText) =>
      text.sections.flatMap(({ blocks }) =>
        blocks.map(({ rule, html }) => [
          rule,
          [...html.matchAll(/<code>\w+<\/code>|#[A-Z]-[A-Z]+-\d+/g)].map(([all]) => all).sort(),
        ]),
      );
    expect(names(other(game, locale))).toEqual(names(english(game)));
  });

  it.each(['en', ...OTHERS] as const)('begin in %s with one page that tells the goal first', async (locale) => {
    prefs.locale = locale;
    const { steps } = (await howToOf(game)?.get()) ?? { steps: [] };
    expect(steps[0]?.id).toBe('goal');
    // Five to nine steps: three rows of pictures.
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps.length).toBeLessThanOrEqual(10);
    for (const { title, text } of steps) {
      expect(title()).toMatch(/^\p{Lu}[^{}]*$/u);
      // Short enough to be read beside a picture.
      expect(text()).toMatch(/^[^{}]{20,220}\.$/);
    }
    prefs.locale = 'en';
  });

  it.each(['en', ...OTHERS] as const)('are what the tips at the table lead to, in %s', async (locale) => {
    prefs.locale = locale;
    const tips = (await tipsOf(game)?.get()) ?? {};
    expect(Object.keys(tips)).toEqual(expect.arrayContaining(['panel', 'status', 'card']));
    for (const { title, text, rule } of Object.values(tips)) {
      expect(ids).toContain(rule);
      expect(title()).toMatch(/^\p{Lu}[^{}]*$/u);
      expect(text()).toMatch(/^[^{}]{20,200}\.$/);
    }
    expect(tipFor(tips, 'card-3')).toBe(tips['card']);
    expect(tipFor(tips, 'menu')).toBeNull();
    prefs.locale = 'en';
  });

  it('link only to rules that exist', () => {
    const links = OTHERS.flatMap((locale) => other(game, locale).sections)
      .flatMap(({ blocks }) => blocks)
      .flatMap(({ html }) => [...html.matchAll(/href="\/rules\/(.*?)#(.*?)"/g)]);
    expect(links.length).toBeGreaterThan(10);
    for (const [, of, id] of links) expect(idsOf(english(of ?? ''))).toContain(id);
  });

  it('have figures beside rules that exist', () => {
    const { map, ...others } = FIGURES.get(game) ?? {};
    for (const id of Object.keys(others)) expect(ids).toContain(id);
    expect(map !== undefined).toBe(game === 'niagara');
  });
});

it.each(['en', ...OTHERS] as const)('the rules of Niagara have one map, for which a figure stands in %s', (locale) => {
  const text = locale === 'en' ? english('niagara') : other('niagara', locale);
  const maps = text.sections.flatMap(({ blocks }) => blocks.filter(({ html }) => html.startsWith('<pre')));
  expect(maps.map(({ rule }) => rule)).toEqual([null]);
  prefs.locale = locale;
  const caption = FIGURES.get('niagara')?.map?.caption() ?? '';
  const discs = (told: string) => [...new Set(told.match(/\b[67][A-Z]\b/g))].sort();
  expect(discs(caption)).toEqual(discs(maps[0]?.html ?? ''));
  expect(discs(caption)).toHaveLength(4);
});

test('the rules of Niagara say where they come from after what players need', () => {
  const titles = english('niagara').sections.map(({ title }) => title);
  expect(titles.indexOf('About these rules')).toBeGreaterThan(titles.indexOf('The end'));
});

test('every game with rules of its own can be read about', () => {
  const games = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const written = games.filter(({ name }) => readdirSync(GAMES + name).includes('rules.md')).map(({ name }) => name);
  expect([...readable].sort()).toEqual(written.sort());
});

describe('compiling', () => {
  const text = compile(
    '# Toy\n\nIntro.\n\n## Moves\n\n- **N-MOVE-1** One step, see N-MOVE-2. [all]\n- **N-MOVE-2** Or `[two]`.\n',
  );

  it('keeps rules apart, links ids and says who says so', () => {
    expect(text.title).toBe('Toy');
    expect(text.sections.map(({ title }) => title)).toEqual(['Toy', 'Moves']);
    expect(text.sections[1]?.blocks).toEqual([
      {
        rule: 'N-MOVE-1',
        html: '<p>One step, see <a href="/rules/niagara#N-MOVE-2">N-MOVE-2</a>. <span class="source">all</span></p>',
      },
      { rule: 'N-MOVE-2', html: '<p>Or <code>[two]</code>.</p>' },
    ]);
  });

  it('lets no HTML through', () => {
    expect(() => compile('# Toy\n\n<script>alert(1)</script>\n')).toThrow('HTML in the rules');
    expect(() => compile('# Toy\n\nA <b>bold</b> word.\n')).toThrow('HTML in the rules');
  });

  it('refuses an item without an id among rules', () => {
    expect(() => compile('# Toy\n\n- **N-MOVE-1** One.\n- Two.\n')).toThrow('without an id');
  });
});

describe('searching', () => {
  const { sections } = compile(
    '# Spiel\n\n## Züge\n\n- **N-MOVE-1** Über den Fluss.\n- **N-MOVE-2** An Land.\n\n## Ende\n\n- **N-END-1** Schluss.\n',
  );
  const found = (wanted: string) => search(sections, wanted).flatMap(({ blocks }) => blocks.map(({ rule }) => rule));

  it('finds words, parts of words and ids, without minding capitals and accents', () => {
    expect(found('uber fluss')).toEqual(['N-MOVE-1']);
    expect(found('LAND')).toEqual(['N-MOVE-2']);
    expect(found('n-end')).toEqual(['N-END-1']);
    expect(found('zuge')).toEqual(['N-MOVE-1', 'N-MOVE-2']);
  });

  it('shows everything for nothing, and nothing for what is not there', () => {
    expect(found('  ')).toEqual(['N-MOVE-1', 'N-MOVE-2', 'N-END-1']);
    expect(found('canyon')).toEqual([]);
  });
});
