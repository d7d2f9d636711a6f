/** Write a list as a file that any editor reads. */
export const asText = (title: string, note: string, lines: readonly string[]): Blob =>
  new Blob([[title, note, '', ...lines, ''].join('\r\n')], { type: 'text/plain;charset=utf-8' });

/** Print a list on a sheet of its own: what is in a dialog cannot be printed without the page behind it. */
export function printLines(title: string, note: string, lines: readonly string[]): void {
  const sheet = document.createElement('section');
  sheet.className = 'print';
  const add = (tag: string, text: string, within: Element = sheet): void => {
    within.append(Object.assign(document.createElement(tag), { textContent: text }));
  };
  add('h1', title);
  add('p', note);
  const list = document.createElement('ol');
  for (const line of lines) {
    const entry = document.createElement('li');
    add('code', line, entry);
    list.append(entry);
  }
  sheet.append(list);
  document.body.append(sheet);
  // Some browsers go on while they print.
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}
