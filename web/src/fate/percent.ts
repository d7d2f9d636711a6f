/** Writes shares. */
import { number } from '../lib/region';

/** Write a share in per cent; neither "0 %" nor "100 %" for what only nearly is. */
export function percent(share: number): string {
  const format = (each: number): string => number(each, { style: 'percent' });
  if (share > 0 && share < 0.01) return `< ${format(0.01)}`;
  if (share < 1 && share > 0.99) return `> ${format(0.99)}`;
  return format(share);
}
