import { required, rule, wholeNumber } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

/**
 * Cuts `total` characters into pieces: pairs of start (included) and end (excluded), in order, the last
 * one ending at `total`.
 *
 * Each piece but the last has `size` characters (default 200,000); neighbours share `overlap` of them
 * (default 0). Throws `InvalidOptionError` unless `0 <= overlap < size`: with an overlap as large as the
 * piece there would be a piece for every character.
 */
export function chunkIndices(
  total: number,
  size = 200_000,
  overlap = 0,
): readonly (readonly [start: number, end: number])[] {
  checkOption('total', total, required(wholeNumber()), refuseOption);
  checkOption('size', size, wholeNumber(1), refuseOption);
  checkOption('overlap', overlap, wholeNumber(), refuseOption);
  checkOption(
    'overlap',
    overlap,
    rule(`less than the size (${String(size)})`, (value) => Number(value) < size),
    refuseOption,
  );
  const pairs: [number, number][] = [];
  for (let start = 0; start < total; start += size - overlap) {
    const end = Math.min(start + size, total);
    pairs.push([start, end]);
    if (end === total) break;
  }
  return pairs;
}
