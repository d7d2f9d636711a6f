/** Read and write JSON in localStorage; what the browser forbids or has no room for is kept for as long as the page lives. */
const memory = new Map<string, string>();

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = memory.get(key) ?? localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** Return whether it outlasts the page. */
export function save(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
    return true;
  } catch {
    // Private windows and full disks; an older text that is still there is not read any more.
    memory.set(key, text);
    return false;
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
