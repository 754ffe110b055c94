import type { EndView, RunView } from './run-view.js';

/** A part of a context that was read, or was not: shares of its length, from 0 to 1. */
export interface StripPart {
  readonly start: number;
  readonly end: number;
  readonly isRead: boolean;
}

/** How much of a context was read, and where. */
export interface CoverageStrip {
  readonly context: string;
  /** From 0 to 1. */
  readonly fraction: number;
  /** Of a text, from its beginning to its end; empty where places cannot be told: of data, and while the run is under way. */
  readonly parts: readonly StripPart[];
}

/** What was read of each context of a run that counts it; empty of others. While it runs, all contexts together are one strip. */
export function coverageStrips({ contexts, steps, end }: RunView): readonly CoverageStrip[] {
  const { coverage } = end ?? {};
  if (coverage === undefined) {
    const fraction = steps.findLast((step) => step.coverage !== undefined)?.coverage;
    if (fraction === undefined) return [];
    return [{ context: contexts.map(({ name }) => name).join(', '), fraction, parts: [] }];
  }
  return Object.entries(coverage.contexts).map(([context, fraction]) => {
    const { totalLength = 0 } = contexts.find(({ name }) => name === context) ?? {};
    return { context, fraction, parts: partsOf(context, totalLength, coverage) };
  });
}

function partsOf(
  context: string,
  length: number,
  { unread }: NonNullable<EndView['coverage']>,
): StripPart[] {
  const gaps = unread.filter((span) => span.context === context);
  if (length <= 0 || gaps.some(({ path }) => path !== undefined)) return [];
  const parts: StripPart[] = [];
  let at = 0;
  const add = (end: number, isRead: boolean): void => {
    if (end > at) parts.push({ start: at / length, end: end / length, isRead });
    at = Math.max(at, end);
  };
  for (const { start, end } of gaps) {
    add(Math.min(start, length), true);
    add(Math.min(end, length), false);
  }
  add(length, true);
  return parts;
}
