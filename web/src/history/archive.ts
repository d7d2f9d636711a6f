/** Reads the files of a ZIP archive, such as that of all one's games: what is stored there as it is, or deflated. */

const END = 0x06054b50;
const FILE = 0x02014b50;
/** Bytes of the record at the end, of a file in the directory, and before a file itself, without what may vary. */
const END_SIZE = 22;
const FILE_SIZE = 46;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

/** Something that is no archive, or one of another kind. */
export class ArchiveError extends Error {}

/** Tell whether a file says that it is an archive. */
export async function isArchive(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b; // "PK"
}

/** Give the files of an archive, one at a time. Throws an ArchiveError. */
export async function* filesOf(archive: Blob): AsyncGenerator<File> {
  const view = new DataView(await archive.arrayBuffer());
  try {
    let end = view.byteLength - END_SIZE;
    while (view.getUint32(end, true) !== END) end -= 1;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== FILE) throw new ArchiveError('expected a file of the archive');
      const sizes = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const name = new Uint8Array(view.buffer, at + FILE_SIZE, sizes[0]);
      const local = view.getUint32(at + 42, true);
      const begins = local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const written = timeOf(view.getUint16(at + 12, true), view.getUint16(at + 14, true));
      const packed = new Uint8Array(view.buffer, begins, view.getUint32(at + 20, true));
      const content = await unpacked(packed, view.getUint16(at + 10, true));
      yield new File([content], new TextDecoder().decode(name), { lastModified: written });
      at += sizes.reduce((sum, size) => sum + size, FILE_SIZE);
    }
  } catch (error) {
    // What is cut off or torn is read beyond its end, or cannot be inflated.
    throw error instanceof RangeError || error instanceof TypeError ? new ArchiveError(String(error)) : error;
  }
}

/** Read when a file was written, as archives say it, to two seconds; ours say it in UTC. */
const timeOf = (time: number, date: number): number =>
  Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2);

async function unpacked(packed: Uint8Array<ArrayBuffer>, method: number): Promise<Blob> {
  if (method === STORED) return new Blob([packed]);
  if (method !== DEFLATED) throw new ArchiveError(`expected a file that is deflated, got method ${method}`);
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
}
