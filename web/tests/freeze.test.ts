import { expect, test } from 'vitest';

import { escaped, frozen } from '../src/ending/freeze';

interface Node {
  readonly nodeType: number;
  readonly localName?: string;
  readonly nodeValue?: string;
  readonly parentElement?: Node;
  readonly childNodes: readonly Node[];
  readonly styles?: Readonly<Record<string, string>>;
  getAttribute(name: string): string | null;
}

/** Draw an element as a page has it: attributes, styles as they are shown, and what it holds. */
function draw(
  localName: string,
  attributes: Readonly<Record<string, string>> = {},
  styles: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): Node {
  const element: Node & { childNodes: Node[] } = {
    nodeType: 1,
    localName,
    childNodes: [],
    styles: { opacity: '1', ...styles },
    getAttribute: (name) => attributes[name] ?? null,
  };
  element.childNodes = children.map((child) =>
    typeof child === 'string'
      ? { nodeType: 3, nodeValue: child, parentElement: element, childNodes: [], getAttribute: () => null }
      : child,
  );
  return element;
}

const page = { width: '1080', height: '1350', viewBox: '0 0 1080 1350' };
const freeze = (children: readonly Node[], title = 'Poster', css = ''): string =>
  frozen(draw('svg', page, {}, children) as unknown as Element, title, css, (element) => {
    const { styles = {} } = element as unknown as Node;
    return { getPropertyValue: (name) => styles[name] ?? '' };
  });

/** Tell whether every element that opens closes, in order, and nothing else is markup. */
function wellFormed(text: string): boolean {
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)([a-z]+)((?: [A-Za-z:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)>/g,
    (_, end, name) => {
      if (!end) open.push(name as string);
      else if (open.pop() !== name) open.push('broken');
      return '';
    },
  );
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(rest);
}

test('what people are called is text, whatever it looks like', () => {
  const name = '<script>alert("&amp;")</script>\u0000\ud800';
  const text = freeze([draw('text', { x: '1' }, {}, [name])], name);
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;alert(&quot;&amp;amp;&quot;)&lt;/script&gt;</text>');
  expect(wellFormed(text)).toBe(true);
  expect(escaped('Zoë 🛶 \u2068Bo\u2069')).toBe('Zoë 🛶 \u2068Bo\u2069');
});

test('nothing leads elsewhere, and nothing does anything', () => {
  const text = freeze([
    draw('script', {}, {}, ['alert(1)']),
    draw('image', { href: 'https://example.org/a.png' }),
    draw('foreignObject', {}, {}, [draw('iframe', { src: 'https://example.org' })]),
    draw('a', { href: 'https://example.org' }, {}, [draw('text', {}, {}, ['come'])]),
    draw('g', { onclick: 'alert(1)', style: 'background:url(https://example.org)', class: 'x' }, {}, [
      draw('path', { d: 'M0 0H9', href: '#x' }, { fill: 'url("https://example.org/#a")' }),
    ]),
  ]);
  expect(text).not.toMatch(/example|alert|href|onclick|style|class|url\(|come/);
  expect(text).toContain('<g><path d="M0 0H9" fill="none"></path></g>');
  expect(wellFormed(text)).toBe(true);
});

test('it is painted as it is shown, and what is not shown is left out', () => {
  const text = freeze([
    draw('path', { d: 'M0 0' }, { fill: 'rgba(22, 40, 30, 0.26)', stroke: 'rgb(1, 2, 3)', 'stroke-width': '1px' }),
    draw('g', { transform: 'translate(1 2)' }, { opacity: '0.5', transform: 'matrix(1, 0, 0, 1, 9, 9)' }, [
      draw('circle', { r: '4' }, { fill: 'none', transform: 'matrix(2, 0, 0, 2, 0, 0)' }),
    ]),
    draw('rect', { width: '4' }, { display: 'none' }),
    draw('ellipse', { rx: '7' }, { fill: 'rgba(0, 0, 0, 0.5)', 'fill-opacity': '0.5', 'stroke-opacity': '1' }),
    draw('path', { d: 'M1 1' }, { fill: 'none', stroke: 'rgb(1, 2, 3)', 'stroke-opacity': '0.8' }),
    draw('text', {}, { 'font-family': '"Young Serif", serif', 'text-anchor': 'middle' }, ['C']),
  ]);
  expect(text).toContain('<path d="M0 0" fill="rgb(22, 40, 30)" fill-opacity="0.26" stroke="rgb(1, 2, 3)"></path>');
  expect(text).toContain(
    '<g transform="translate(1 2)" opacity="0.5"><circle r="4" transform="matrix(2, 0, 0, 2, 0, 0)" fill="none">',
  );
  expect(text).not.toContain('<rect');
  expect(text).toContain('<ellipse rx="7" fill="rgb(0, 0, 0)" fill-opacity="0.25">');
  expect(text).toContain('<path d="M1 1" fill="none" stroke="rgb(1, 2, 3)" stroke-opacity="0.8">');
  expect(text).toContain('<text font-family="&quot;Young Serif&quot;, serif" text-anchor="middle">C</text>');
  expect(text).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1080" height="1350" viewBox="0 0 1080 1350"/,
  );
});
