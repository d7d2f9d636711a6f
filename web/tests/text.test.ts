import { expect, test } from 'vitest';
import { EncodingError, textOf } from '../src/lib/text';

const utf16 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Uint16Array.from(text, (each) => each.charCodeAt(0)).buffer);

test('files from Windows are read like any other', async () => {
  expect(await textOf(new Blob(['\ufeff{"é":1}\r\n']))).toBe('{"é":1}\r\n');
  expect(await textOf(new Blob([]))).toBe('');
});

test.each([utf16('\ufeffmap'), utf16('map'), new Uint8Array([0x6d, 0xe9, 0x21])])(
  'other encodings are refused as such',
  async (bytes) => {
    await expect(textOf(new Blob([bytes]))).rejects.toThrow(EncodingError);
  },
);
