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

/** How many lines of the same owner may follow a `wait` that is found: calls that ended while it was written. */
const maxAfterWait = 16;

/**
 * The line of some final texts of a journal that gives the run's status: the last one that is not `spent`, or the `wait` that the same
 * owner wrote shortly before it.
 */
export function lastOf(texts: readonly string[]): Pick<FoundRun, 'last'> {
  let last: AnyLine | undefined;
  const later: unknown[] = [];
  for (const text of texts.toReversed()) {
    const line = lineIn(text);
    if (line === undefined || line.t === 'spent') continue;
    last ??= line;
    if (line.e !== last.e || last.t === 'end' || later.length > maxAfterWait) break;
    if (line.t === 'wait' && !later.includes(line.key ?? last)) return { last: line };
    later.push(line.key);
  }
  return last === undefined ? {} : { last };
}

/** A line, as a store has it: an encrypted one has no key that can be read. */
type AnyLine = Pick<JournalLine, 't' | 'e'> & { readonly key?: string };

function lineIn(text: string): AnyLine | undefined {
  try {
    return JSON.parse(text) as AnyLine;
  } catch {
    return undefined;
  }
}
