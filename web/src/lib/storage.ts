/** Read and write JSON in localStorage; where the browser forbids that, keep it for as long as the page lives. */
const memory = new Map<string, string>();

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    const text = memory.get(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Private windows and full disks: the copy in memory serves this page.
  }
}

/** Keep nothing under this key. */
export function drop(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then there was nothing to be found.
  }
}

/** Call back when another tab has changed `key`; returns what ends that. */
export function onChange(key: string, changed: () => void): () => void {
  const hear = (event: StorageEvent): void => {
    if (event.key === key) changed();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
