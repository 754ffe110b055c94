import { corrupt } from '../errors.js';
import type { FoundRun } from './log.js';
import { LineCounter } from '../lines/line-counter.js';
import type { JournalLine } from '../lines/lines.js';

/** The lines that count of a journal's texts, for a store in which none can be torn. */
export function readTexts(runId: string, texts: readonly string[]): JournalLine[] {
  const counter = new LineCounter(runId);
  const lines = texts.map((text, index) => parseLine(runId, text, index + 1));
  return lines.filter((line, index) => counter.take(line, index + 1));
}

/** A line of its text; `at` is its number for people, from 1. */
export function parseLine(runId: string, text: string, at: number): JournalLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    throw corrupt(runId, at, 'is no JSON');
  }
  const { t, n, e, ms } = (line ?? {}) as Partial<JournalLine>;
  if (typeof t === 'string' && [n, e, ms].every(Number.isSafeInteger)) return line as JournalLine;
  throw corrupt(runId, at, 'is no line of a journal');
}

/** The last line of some final texts of a journal that gives the run's status. */
export function lastOf(texts: readonly string[]): Pick<FoundRun, 'last'> {
  for (const text of texts.toReversed()) {
    try {
      const line = JSON.parse(text) as FoundRun['last'];
      if (line !== undefined && line.t !== 'spent') return { last: line };
    } catch {
      continue;
    }
  }
  return {};
}
