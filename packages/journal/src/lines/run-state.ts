import type { RunLine } from '@rlm/kernel';

import { corrupt } from '../errors.js';
import type { EndLine, HeadLine, JournalLine } from './lines.js';

/** The state of a run according to the lines that count. */
export interface RunState {
  readonly head: HeadLine;
  readonly epoch: number;
  /** The number of the next line. */
  readonly n: number;
  readonly elapsedMs: number;
  /** The lines of the runs of the tree, in their order. */
  readonly lines: readonly NumberedLine[];
  readonly end?: EndLine;
}

/** A line of a run, with its number in the journal. */
export interface NumberedLine {
  readonly n: number;
  /** The epoch of its owner. */
  readonly e: number;
  /** How long the run had been worked on, in milliseconds. */
  readonly ms: number;
  readonly line: RunLine;
}

/** Reads the lines that count of one journal. */
export function readRunState(runId: string, lines: readonly JournalLine[]): RunState {
  let head: HeadLine | undefined;
  let end: EndLine | undefined;
  let kept: NumberedLine[] = [];
  let [epoch, elapsedMs] = [0, 0];
  for (const { n, e, ms, ...body } of lines) {
    const line = body as unknown as HeadLine | RunLine | EndLine | (JournalLine & { t: 'open' });
    epoch = e;
    elapsedMs = Math.max(elapsedMs, ms);
    switch (line.t) {
      case 'head':
        head = line;
        break;
      case 'open':
        end = undefined;
        if (line.back !== undefined) kept = takeBack(kept, line.back);
        break;
      case 'end':
        end = line;
        break;
      case 'effect':
      case 'begun':
      case 'spent':
      case 'cell':
      case 'snapshot':
      case 'cut':
      case 'wait':
        kept.push({ n, e, ms, line });
        break;
      default:
        throw corrupt(runId, n + 1, `is of a kind that this version does not know`);
    }
    if (!hasFields(line)) throw corrupt(runId, n + 1, 'lacks a field, or has another in its place');
  }
  if (head === undefined) throw corrupt(runId, 1, 'is missing: there is no head');
  const base = { head, epoch, n: lines.length, elapsedMs, lines: kept };
  return end === undefined ? base : { ...base, end };
}

/** Drops the lines from a number on. Their cost was spent all the same; a child's cost is in its own lines. */
function takeBack(lines: readonly NumberedLine[], from: number): NumberedLine[] {
  return lines.flatMap(({ n, e, ms, line }): NumberedLine[] => {
    if (n < from || line.t === 'spent') return [{ n, e, ms, line }];
    if (line.t !== 'effect' || line.kind === 'child' || line.cost === undefined) return [];
    const { path, step, cost } = line;
    return [{ n, e, ms, line: { t: 'spent', path, step, cost } }];
  });
}

/**
 * Where a failed run continues: the number of the record of the fault that ended it. Undefined if no effect's fault
 * did.
 */
export function faultAt({ end, lines }: RunState): number | undefined {
  if (end?.status !== 'failed' || end.fault === null) return undefined;
  const isFault = ({ line }: NumberedLine): boolean =>
    line.t === 'effect' &&
    line.error !== undefined &&
    (end.fault === undefined || line.key === end.fault);
  return lines.findLast(isFault)?.n;
}

/** Whether a line has the fields that are read of it before anything is compared: anybody can have written it. */
function hasFields(line: object): boolean {
  const given = line as Readonly<Record<string, unknown>>;
  const areTexts = (...names: readonly string[]): boolean =>
    names.every((name) => typeof given[name] === 'string');
  const hasPlace = areTexts('path') && Number.isSafeInteger(given['step']);
  switch (given['t']) {
    case 'head':
      return areTexts('run', 'seed', 'nonce');
    case 'open':
      return areTexts('by');
    case 'end':
      return areTexts('status', 'finishReason');
    case 'effect':
    case 'begun':
    case 'wait':
      return hasPlace && areTexts('key');
    default:
      return hasPlace;
  }
}
