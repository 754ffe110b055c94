import type { EndView, RunView } from './run-view.js';

/** A part of a context: shares of its length, from 0 to 1, and the share of the part that was read. */
interface StripPart {
  readonly start: number;
  readonly end: number;
  readonly share: number;
}

/** How much of a context was read, and where. */
export interface CoverageStrip {
  readonly context: string;
  /** From 0 to 1. */
  readonly fraction: number;
  /** From its beginning to its end; what is missing was not read. */
  readonly parts: readonly StripPart[];
}

/**
 * What was read of each context of a run that counts it; empty of others. Of a text, once the run has ended, to the character;
 * before, and of data, by a hundredth of the context.
 */
export function coverageStrips(run: RunView): readonly CoverageStrip[] {
  const { contexts, steps, end } = run;
  const strips = steps.findLast((step) => step.strips !== undefined)?.strips ?? {};
  const coverage = end?.coverage;
  const names = coverage === undefined ? Object.keys(strips) : Object.keys(coverage.contexts);
  return names.map((context) => {
    const shares = strips[context] ?? [];
    const { totalLength = 0 } = contexts.find(({ name }) => name === context) ?? {};
    const exact = coverage && exactParts(context, totalLength, coverage);
    const fraction = coverage?.contexts[context] ?? mean(shares);
    return { context, fraction, parts: exact ?? evenParts(shares) };
  });
}

function mean(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function evenParts(shares: readonly number[]): StripPart[] {
  const { length } = shares;
  return shares
    .map((share, index) => ({ start: index / length, end: (index + 1) / length, share }))
    .filter(({ share }) => share > 0);
}

/** Undefined of data: its places are those of its strings. */
function exactParts(
  context: string,
  length: number,
  { unread }: NonNullable<EndView['coverage']>,
): StripPart[] | undefined {
  const gaps = unread.filter((span) => span.context === context);
  if (length <= 0 || gaps.some(({ path }) => path !== undefined)) return undefined;
  const parts: StripPart[] = [];
  let at = 0;
  const readTo = (start: number, next: number): void => {
    if (start > at) parts.push({ start: at / length, end: start / length, share: 1 });
    at = Math.max(at, next);
  };
  for (const { start, end } of gaps) readTo(Math.min(start, length), Math.min(end, length));
  readTo(length, length);
  return parts;
}
