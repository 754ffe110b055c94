import { RlmOptionsError } from './errors.js';

/**
 * Cuts `total` characters into pieces: pairs of start (included) and end (excluded), in order, the last
 * one ending at `total`.
 *
 * Each piece but the last has `size` characters (default 200,000); neighbours share `overlap` of them
 * (default 0). Throws `RlmOptionsError` unless `0 <= overlap < size`: with an overlap as large as the
 * piece there would be a piece for every character.
 */
export function chunkIndices(
  total: number,
  size = 200_000,
  overlap = 0,
): readonly (readonly [start: number, end: number])[] {
  requireInteger('total', total, 0);
  requireInteger('size', size, 1);
  requireInteger('overlap', overlap, 0);
  if (overlap >= size) {
    throw new RlmOptionsError('overlap', `less than the size (${String(size)})`, overlap);
  }
  const pairs: [number, number][] = [];
  for (let start = 0; start < total; start += size - overlap) {
    const end = Math.min(start + size, total);
    pairs.push([start, end]);
    if (end === total) break;
  }
  return pairs;
}

function requireInteger(option: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RlmOptionsError(option, `an integer of at least ${String(least)}`, value);
  }
}
