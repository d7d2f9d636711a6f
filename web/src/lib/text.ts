/** Says that a file is no text in UTF-8. */
export class EncodingError extends Error {}

/** Read a file as text, without a byte-order mark; throws EncodingError for other encodings than UTF-8. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 without a mark is UTF-8, too, with a zero beside every letter.
    if (!text.slice(0, 2).includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw new EncodingError();
}
