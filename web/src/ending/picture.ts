/** Makes files and pixels of pictures. */
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

/** Draw an SVG; rejects where the browser cannot. */
async function drawn(svg: string, width: number, height: number): Promise<CanvasRenderingContext2D> {
  const image = new Image(width, height);
  // Not as an object's URL: the page may show pictures of its own host, and those that are written out.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, width, height);
  return context;
}

/** Draw an SVG as a PNG; rejects where the browser cannot. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const { canvas } = await drawn(svg, width, height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no PNG'))), 'image/png');
  });
}

/** Draw an SVG, and read its pixels; rejects where the browser cannot. */
export async function pixelsOf(svg: string, width: number, height: number): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return (await drawn(svg, width, height)).getImageData(0, 0, width, height).data;
}
