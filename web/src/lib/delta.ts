import type { Position } from '../protocol';

/** Apply a patch of a `delta` message: `[value]` takes the place of what was there, an object patches parts of a copy. */
export function patched(old: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return patch[0];
  const copy = (Array.isArray(old) ? [...old] : { ...(old as object) }) as Record<string, unknown>;
  for (const [key, part] of Object.entries(patch as object)) copy[key] = patched(copy[key], part);
  return copy;
}

/**
 * Put every part of `old` that is equal into `fresh`, which nobody else has, and return it, or `old` if all is equal. Who
 * draws a part then sees by its identity that it has not changed.
 */
export function shared<T>(old: unknown, fresh: T): T {
  if (old === fresh || !isObject(old) || !isObject(fresh) || Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  const parts: Record<string, unknown> = fresh;
  const names = Object.keys(parts);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    parts[name] = shared(old[name], parts[name]);
    same &&= name in old && parts[name] === old[name];
  }
  return same ? (old as T) : fresh;
}

/** Make what passes on every value as `shared` does, each beside the one before it. */
export function steady<T>(): (fresh: T) => T {
  let last: T | undefined;
  return (fresh) => (last = shared(last, fresh));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Join a record, which is told in pieces so that a patch names few of them, to one text of base64. */
export const recordOf = ({ record }: Pick<Position, 'record'>): string => record.join('');
