/** Apply a patch of a `delta` message: `[value]` takes the place of what was there, an object patches parts of a copy. */
export function patched(old: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return patch[0];
  const copy = (Array.isArray(old) ? [...old] : { ...(old as object) }) as Record<string, unknown>;
  for (const [key, part] of Object.entries(patch as object)) copy[key] = patched(copy[key], part);
  return copy;
}
