import { readdirSync, readFileSync } from 'node:fs';

import { type AST, parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

import { initialsOf } from '../src/boards/art/names';

/** A node of a component's tree, as far as this test looks at it. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Attributes and properties that people read or hear as they stand. */
const SPOKEN = /^(title|aria-label|alt|text|label|placeholder)$/;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Tell whether an expression gives a name from a person as it is: `name`, `seat.name`, `name(seat)`, or one of several. */
function isName(node: Node): boolean {
  const { callee, property } = node as Node & Record<string, Node>;
  switch (node.type) {
    case 'Identifier':
      return node['name'] === 'name';
    case 'MemberExpression':
      return !node['computed'] && property?.['name'] === 'name';
    case 'CallExpression': // A name without a seat is a game's, or a label's.
      return (node['arguments'] as Node[]).length > 0 && /^name(Of)?$/.test(String(callee?.['name']));
    case 'LogicalExpression':
    case 'ConditionalExpression':
    case 'ChainExpression':
      return children({ ...node, test: null }).some(isName);
    default:
      return false;
  }
}

/** List the expressions of a component that show a name and do not keep it apart. */
function bare(source: string): string[] {
  const found: string[] = [];
  const seen = ({ start, end }: Node): unknown => found.push(source.slice(Number(start), Number(end)));
  function walk(node: Node, apart: boolean, spoken: boolean): void {
    const within = node['attributes'];
    if (Array.isArray(within) && within.every(isNode)) {
      const auto = within.some(({ type, name }) => type === 'Attribute' && name === 'dir');
      apart = node['name'] === 'bdi' || auto || (apart && node['type'] !== 'Component');
      spoken = true;
    }
    if (node.type === 'Attribute') {
      apart = false;
      spoken = SPOKEN.test(String(node['name']));
    }
    if (node.type === 'ExpressionTag' && spoken && !apart && isName(node['expression'] as Node)) seen(node);
    if (node.type === 'TemplateLiteral' && spoken) (node['expressions'] as Node[]).filter(isName).forEach(seen);
    for (const child of children(node)) walk(child, apart, spoken);
  }
  const { fragment, instance } = parse(source, { modern: true }) satisfies AST.Root;
  walk(fragment as unknown as Node, false, true);
  if (instance) walk(instance as unknown as Node, false, true);
  return found;
}

const files = (ending: string): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    // Galleries, pictures and guides have names of their own: of canoes, cards, gems and places.
    (file) =>
      file.endsWith(ending) &&
      !/paraglide|gallery|boards\/niagara\/(art|learn|places|scene)|fate\/Fate|learn\/Guide/.test(file),
  );

// A test for each, because to read all of them takes seconds.
test.each(files('.svelte'))('%s keeps names apart from what stands beside them', (file) => {
  expect(bare(readFileSync(`src/${file}`, 'utf8'))).toEqual([]);
});

test('what shows a name as it is would be found', () => {
  const found = (markup: string): string[] => bare(markup);
  expect(found('<b>{seat.name}</b>')).toEqual(['{seat.name}']);
  expect(found('<b><bdi>{seat.name}</bdi></b>')).toEqual([]);
  expect(found('<p dir="auto">{name}</p>')).toEqual([]);
  expect(found('<bdi title={name}>{name}</bdi>')).toEqual(['{name}']);
  expect(found('<b title={isolated(name)} onclick={() => kick(name)}>{m.hello({ name })}</b>')).toEqual([]);
  expect(found('{free ? m.free() : nameOf(seats, seat)}')).toHaveLength(1);
  expect(found('<svelte:head><title>{info?.name ?? m.title()} · X</title></svelte:head>')).toHaveLength(1);
  expect(found('<script>const told = `${seat.name}: 3`;</script>')).toEqual(['seat.name']);
});

test('no text is put together with a name as it is', () => {
  const told =
    /\$\{(?:[\w.?]*(?:seat|line|friend|found|person|owner|own\.now|entrant|bot)\.name|name(?:Of)?\([^)]+\))\}/;
  const guilty = files('.ts').filter((file) => told.test(readFileSync(`src/${file}`, 'utf8')));
  expect(guilty).toEqual([]);
});

test.each([
  [
    ['Ann', 'Bo'],
    ['A', 'B'],
  ],
  [
    ['Ann', 'Anton'],
    ['An', 'At'],
  ],
  [
    ['Be', 'Bé'],
    ['B1', 'B2'],
  ],
  [
    ['bea', 'Bo', 'Béla', 'Cy'],
    ['Ba', 'B', 'Bl', 'C'],
  ],
  [
    ['A', 'Ann'],
    ['A', 'An'],
  ],
  [
    ['Paddler', 'Paddler 2', 'Paddler 3'],
    ['P', '2', '3'],
  ],
  [
    ['Mira28', 'Felix'],
    ['M', 'F'],
  ],
  [
    ['Mira28', 'Mira29'],
    ['M8', 'M9'],
  ],
  [
    ['Paddler 2', 'Guide 2'],
    ['P2', 'G2'],
  ],
  [
    ['Paddler 2', 'Pim 2'],
    ['Pa', 'Pi'],
  ],
  [
    ['דנה', 'דן'],
    ['דנ', 'דן'],
  ],
])('no two seats have the same flag: %j', (names, flags) => {
  expect(initialsOf(names)).toEqual(flags);
  expect(new Set(initialsOf(names)).size).toBe(names.length);
});
