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
 * The line of some final texts of a journal that gives the run's status: the last one that is not `spent`, or a `wait`
 * that is not decided and that its owner wrote shortly before it ended. Decisions of other waits may follow it.
 */
export function lastOf(texts: readonly string[]): Pick<FoundRun, 'last'> {
  const newest = texts.toReversed().flatMap((text) => {
    const line = lineIn(text);
    return line === undefined || line.t === 'spent' ? [] : [line];
  });
  const last = openWait(newest) ?? newest[0];
  return last === undefined ? {} : { last };
}

function openWait(newest: readonly AnyLine[]): AnyLine | undefined {
  const decisions = decisionsIn(newest);
  const lines = newest.slice(2 * decisions.length);
  const later = new Set<string | undefined>();
  const waits: AnyLine[] = [];
  for (const line of lines.slice(0, maxAfterWait + 2)) {
    if (line.e !== lines[0]?.e || line.t === 'end') break;
    if (line.t !== 'wait') later.add(line.key);
    else if (line.key === undefined || !later.has(line.key)) waits.push(line);
  }
  const decided = new Set(decisions.map(({ key }) => key));
  // Keys that cannot be read can be counted.
  if (decided.has(undefined)) return waits[decisions.length];
  const keys = new Set(waits.map(({ key }) => key));
  // What looks like a decision may be the first line of an owner that went on with the run.
  if ([...decided].some((key) => !keys.has(key))) return undefined;
  return waits.find(({ key }) => !decided.has(key));
}

/** The last effects that may be decisions of a person: each is all that its owner wrote. */
function decisionsIn(newest: readonly AnyLine[]): readonly AnyLine[] {
  const found: AnyLine[] = [];
  for (let at = 0; ; at += 2) {
    const [line, before] = newest.slice(at, at + 2);
    if (line?.t !== 'effect' || before?.t !== 'open' || before.e !== line.e) return found;
    found.push(line);
  }
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
