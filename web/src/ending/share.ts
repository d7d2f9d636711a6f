/** Hands files to other apps, where the browser can. */

/** Tell whether files can be shared here. */
export const sharable = (files: readonly File[]): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [...files] });

/** Let somebody share files, with a text if there is one; false where that failed. */
export async function shared(files: readonly File[], title: string, text: string | null = null): Promise<boolean> {
  try {
    await navigator.share({ files: [...files], title, ...(text && { text }) });
    return true;
  } catch (error) {
    // Who thinks better of it has not failed.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
