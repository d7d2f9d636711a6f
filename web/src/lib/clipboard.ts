/** Copy what stands in a field. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without https there is no clipboard: what is selected, the old command copies.
    document.execCommand('copy');
  }
}
