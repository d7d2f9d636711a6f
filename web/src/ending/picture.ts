/** Makes files of a poster. */
import sans from '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-400-normal.woff2?url';
import serif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';

const FONTS = { 'Young Serif': serif, 'Hanken Grotesk': sans };

/** Write the fonts of the page into the file; one that does not come is replaced, as on any machine that lacks it. */
export async function fontFaces(): Promise<string> {
  const faces = Object.entries(FONTS).map(async ([family, url]) => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${text}) format('woff2');font-feature-settings:'lnum'}`;
  });
  const settled = await Promise.allSettled(faces);
  return settled.map((face) => (face.status === 'fulfilled' ? face.value : '')).join('');
}

/** Draw an SVG as a PNG; rejects where the browser cannot. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image(width, height);
  // Not as an object's URL: the page may show pictures of its own host, and those that are written out.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no PNG'))), 'image/png');
  });
}
