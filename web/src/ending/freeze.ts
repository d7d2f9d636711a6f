/**
 * Writes a picture that the page draws as a file of its own: every colour and size as it is shown, and nothing that leads
 * elsewhere or does anything. Only what is listed here is written.
 */

/** What is drawn, and what says where. */
const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
  svg: ['x', 'y', 'width', 'height', 'viewBox', 'preserveAspectRatio'],
  g: [],
  path: ['d', 'fill-rule'],
  rect: ['x', 'y', 'width', 'height', 'rx'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  text: ['x', 'y'],
};

/** What a shape is painted with, and what it is painted with where nothing is said. */
const PAINTED: readonly (readonly [name: string, usual: string])[] = [
  ['fill', ''],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['stroke-dasharray', 'none'],
];
const WRITTEN: readonly (readonly [name: string, usual: string])[] = [
  ['font-family', ''],
  ['font-size', ''],
  ['font-weight', '400'],
  ['text-anchor', 'start'],
];

/** What no XML may contain, not even escaped. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Write text as XML does. */
export const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? '');

type Styles = Pick<CSSStyleDeclaration, 'getPropertyValue'>;

const TEXT = 3;

/** Write an SVG that the page shows; `title` says in words what it is, `css` gives it its fonts. */
export function frozen(
  picture: Element,
  title: string,
  css: string,
  styleOf: (element: Element) => Styles = getComputedStyle,
): string {
  const { width, height } = { width: picture.getAttribute('width'), height: picture.getAttribute('height') };
  const root = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: picture.getAttribute('viewBox') };
  const style = css && `<style>${escaped(css)}</style>`;
  return `<svg${written(root)} role="img"><title>${escaped(title)}</title>${style}${inside(picture, styleOf)}</svg>\n`;
}

const inside = (parent: Element, styleOf: (element: Element) => Styles): string =>
  [...parent.childNodes].map((node) => part(node, styleOf)).join('');

function part(node: ChildNode, styleOf: (element: Element) => Styles): string {
  if (node.nodeType === TEXT) return node.parentElement?.localName === 'text' ? escaped(node.nodeValue ?? '') : '';
  const element = node as Element;
  const geometry = GEOMETRY[element.localName];
  if (!geometry) return '';
  const style = styleOf(element);
  const value = (name: string): string => style.getPropertyValue(name);
  if (value('display') === 'none' || value('visibility') === 'hidden') return '';
  const holds = element.localName === 'g' || element.localName === 'svg';
  const asked = [...(holds ? [] : PAINTED), ...(element.localName === 'text' ? WRITTEN : [])];
  const attributes = {
    ...Object.fromEntries(geometry.map((name) => [name, element.getAttribute(name)])),
    transform: element.getAttribute('transform') ?? moved(value('transform')),
    ...Object.assign({}, ...asked.map(([name, usual]) => painted(name, value(name), usual, value(`${name}-opacity`)))),
    opacity: value('opacity') === '1' ? null : value('opacity'),
  } as Record<string, string | null>;
  return `<${element.localName}${written(attributes)}>${inside(element, styleOf)}</${element.localName}>`;
}

const moved = (transform: string): string | null => (transform.startsWith('matrix(') ? transform : null);

/** Write a style as attributes: how much of a colour shines through apart from it, as all programs read it. */
function painted(name: string, value: string, usual: string, opacity: string): Record<string, string | null> {
  if (value === usual || value === '') return {};
  // A pattern or a gradient would have to come along.
  if (value.includes('url(')) return { [name]: 'none' };
  const [, colour, alpha] = /^rgba\((.+), ([\d.]+)\)$/.exec(value) ?? [];
  const through = Number(alpha ?? 1) * Number(opacity || 1);
  return { [name]: colour ? `rgb(${colour})` : value, [`${name}-opacity`]: through === 1 ? null : `${through}` };
}

const written = (attributes: Readonly<Record<string, string | null>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value ? ` ${name}="${escaped(value)}"` : ''))
    .join('');
