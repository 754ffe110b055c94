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
  const line: unknown = lineIn(text);
  if (line === undefined) throw corrupt(runId, at, 'is no JSON');
  const { t, n, e, ms } = (line ?? {}) as Partial<JournalLine>;
  if (typeof t === 'string' && [n, e, ms].every(Number.isSafeInteger)) return line as JournalLine;
  throw corrupt(runId, at, 'is no line of a journal');
}

/** How many lines of the same owner may follow a `wait` that is found: calls that ended while it was written. */
const maxAfterWait = 16;
/** How many lines of an end that holds decisions are looked at: those of some 80 waits. */
export const maxTail = 256;

/**
 * The line of some final texts of a journal that gives the run's status: the last one that is not `spent`, or a `wait`
 * that is not decided and that its owner wrote shortly before it ended. Decisions of other waits may follow it.
 */
export function lastOf(texts: readonly string[]): Pick<FoundRun, 'last'> {
  const newest = newestOf(texts);
  const last = openWait(newest) ?? newest[0];
  return { last };
}

/** Whether some final texts end with a decision, so that those before them say whether the run waits for another. */
export const endsDecided = (texts: readonly string[]): boolean =>
  decidedIn(newestOf(texts)).length > 0;

/** The last lines that are not `spent`, newest first. */
function newestOf(texts: readonly string[]): readonly AnyLine[] {
  const found: AnyLine[] = [];
  for (const text of texts.toReversed()) {
    const line = lineIn(text);
    if (line && line.t !== 'spent' && found.push(line) === maxTail) break;
  }
  return found;
}

function openWait(newest: readonly AnyLine[]): AnyLine | undefined {
  const decided = decidedIn(newest);
  const lines = newest.slice(2 * decided.length);
  const later: unknown[] = [];
  const waits: AnyLine[] = [];
  for (const line of lines) {
    if (line.e !== lines[0]?.e || line.t === 'end' || later.length > maxAfterWait) break;
    if (line.t !== 'wait') later.push(line.key);
    else if (!later.includes(line.key)) waits.push(line);
  }
  const keys = waits.map(({ key }) => key);
  // Each decision is of one wait. What looks like one may be the first line of an owner that went on with the run.
  return decided.every((key) => keys.includes(key)) ? waits[decided.length] : undefined;
}

/** The keys of the last effects that may be decisions of a person: each effect is all that its owner wrote. */
function decidedIn(newest: readonly AnyLine[]): readonly (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  for (;;) {
    const [line, before] = newest.slice(2 * keys.length);
    if (line?.t !== 'effect' || before?.t !== 'open' || line.e !== before.e) return keys;
    keys.push(line.key);
  }
}

/** A line, as a store has it. */
type AnyLine = Pick<JournalLine, 't' | 'e'> & { readonly key?: string };

/** The JSON of a text; undefined if it has none. */
function lineIn(text: string): AnyLine | null | undefined {
  try {
    return JSON.parse(text) as AnyLine | null;
  } catch {
    return undefined;
  }
}
