import { countCodePoints, indexAfterCodePoints, indexOffPair } from './code-points.js';

/** How output that is too long is shown: its beginning alone, or its beginning and its end. */
export type OutputTruncation = 'head' | 'head-tail';

/** Characters of output that a formatted entry shows. */
const outputLimit = 2000;

/**
 * Shortens `output` to `limit` code points. `head` adds a line `... (truncated)`; `head-tail` keeps
 * as much of the end as of the beginning and says how much was left out between them.
 */
export function cutOutput(
  output: string,
  truncate: OutputTruncation,
  limit: number = outputLimit,
): string {
  const head = truncate === 'head' ? limit : Math.ceil(limit / 2);
  if (indexAfterCodePoints(output, limit) >= output.length) return output;
  const headEnd = indexAfterCodePoints(output, head);
  if (truncate === 'head') return `${output.slice(0, headEnd)}\n... (truncated)`;
  const tailStart = indexOffPair(output, Math.max(headEnd, output.length - (limit - head)));
  const leftOut = countCodePoints(output.slice(headEnd, tailStart));
  return `${output.slice(0, headEnd)}\n... (${leftOut} characters left out) ...\n${output.slice(tailStart)}`;
}
