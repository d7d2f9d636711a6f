import './browser';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { copyFrom } from '../src/lib/clipboard';
import { saveFile } from '../src/lib/file';
import { asText, printLines } from '../src/people/print';

/** The little of an element that these need. */
class Part {
  textContent = '';
  href = '';
  download = '';
  className = '';
  readonly within: Part[] = [];
  readonly tag: string;
  constructor(tag: string) {
    this.tag = tag;
  }
  append = (part: Part): void => void this.within.push(part);
  remove = (): void => void body.within.splice(body.within.indexOf(this), 1);
  click = (): void => void saved.push([this.download, this.href]);
  get lines(): string[] {
    return [
      ...(this.textContent ? [`${this.tag} ${this.textContent}`] : []),
      ...this.within.flatMap((each) => each.lines),
    ];
  }
}
let body: Part;
let saved: [string, string][];

beforeEach(() => {
  [body, saved] = [new Part('body'), []];
  Object.assign(document, { body, createElement: (tag: string) => new Part(tag) });
});
afterEach(() => vi.unstubAllGlobals());

test('codes are printed on a sheet of their own, which goes when they are', () => {
  const printed: string[][] = [];
  vi.stubGlobal('print', () => printed.push(body.within.flatMap((sheet) => [sheet.className, ...sheet.lines])));
  printLines('Codes of Ann', 'Each once.', ['one', 'two']);
  expect(printed).toEqual([['print', 'h1 Codes of Ann', 'p Each once.', 'code one', 'code two']]);
  expect(body.within).toHaveLength(1);
  dispatchEvent(new Event('afterprint'));
  expect(body.within).toEqual([]);
});

test('codes are saved with what they are, as any editor reads them', async () => {
  let kept: Blob | undefined;
  const dropped = vi.fn();
  vi.stubGlobal('URL', { createObjectURL: (blob: Blob) => ((kept = blob), 'blob:1'), revokeObjectURL: dropped });
  saveFile(asText('Codes of Ann', 'Each once.', ['one', 'two']), 'codes.txt');
  expect(await kept?.text()).toBe('Codes of Ann\r\nEach once.\r\n\r\none\r\ntwo\r\n');
  expect(kept?.type).toMatch(/^text\/plain;\s?charset=utf-8$/);
  expect([saved, dropped.mock.calls]).toEqual([[['codes.txt', 'blob:1']], [['blob:1']]]);
});

test.each([true, false])('codes are copied, with a clipboard or without: %s', async (there) => {
  const copied: string[] = [];
  const field = { value: 'one two', select: vi.fn() } as unknown as HTMLInputElement;
  const writeText = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
  Object.assign(navigator, { clipboard: there ? { writeText } : undefined });
  Object.assign(document, { execCommand: () => copied.push(`selected ${field.value}`) });
  await copyFrom(field);
  expect(copied).toEqual([there ? 'one two' : 'selected one two']);
});
