import { RlmError } from '@rlm/repl-types';

import type { EffectRecord, RunLine } from './journal.js';

/** What is known of a divergence. */
export interface Divergence {
  /** The run in which it was found: its path from the root, `''` for the root itself. */
  readonly path: string;
  readonly step: number;
  /** The key of what stands in the journal. */
  readonly expected: string;
  /** The keys of what the run asks for instead; empty where it ended, or gave something else. */
  readonly asked: readonly string[];
  /** The first message, from 0, in which the question differs from the recorded one, where it is one to a model. */
  readonly message?: number;
}

/**
 * A run that is resumed asks for something else than its journal holds: its question, data, options or code have changed, or
 * its code does not depend on what it was given alone.
 */
export class JournalDivergenceError extends RlmError<'journal_divergence', Divergence> {
  static override readonly className: string = 'JournalDivergenceError';

  constructor(what: string, details: Divergence) {
    const run = details.path === '' ? 'The run' : `The child run ${details.path}`;
    super(
      `${run} left its journal in step ${String(details.step)}: ${what}. The journal is as it was: resume with what the run was started with, or fork it before this step`,
      { code: 'journal_divergence', details },
    );
  }
}

/** A question that a run asks, as far as a divergence tells of it. */
interface Asked {
  readonly key: string;
  readonly kind: string;
  readonly parts: readonly string[] | undefined;
}

/** The run asks for something else. */
export function askedOtherwise(
  path: string,
  due: RunLine,
  asked: readonly Asked[],
): JournalDivergenceError {
  const expected = keyOf(due);
  const like = asked.find(({ kind }) => 'kind' in due && kind === due.kind);
  const message = like === undefined ? undefined : firstDifference(due as EffectRecord, like);
  const others = asked.map(({ kind }) => kind).join(', ');
  const which =
    message === undefined ? '' : `; the first message that differs is number ${String(message)}`;
  return new JournalDivergenceError(
    `it was given ${nameOf(due)} there, and asks for ${others} now${which}`,
    {
      path,
      step: due.step,
      expected,
      asked: asked.map(({ key }) => key),
      ...(message === undefined ? {} : { message }),
    },
  );
}

/** The run ended before its journal. */
export function endedEarly(path: string, due: RunLine): JournalDivergenceError {
  const details = { path, step: due.step, expected: keyOf(due), asked: [] };
  return new JournalDivergenceError(`it ended, but was given ${nameOf(due)} there`, details);
}

/** Code came to something else than before. */
export function cellDiffers(path: string, due: RunLine): JournalDivergenceError {
  const details = { path, step: due.step, expected: keyOf(due), asked: [] };
  return new JournalDivergenceError('its code gives something else than it gave then', details);
}

/** What identifies a line that is due. */
export function keyOf(line: RunLine): string {
  if (line.t === 'cell') return cellKey(line.step, line.block);
  return 'key' in line ? line.key : line.t;
}

/** What identifies an execution of code within its run. */
export function cellKey(step: number, block: number): string {
  return `cell/${String(step)}/${String(block)}`;
}

function nameOf(line: RunLine): string {
  return line.t === 'effect' ? `the outcome of ${line.kind}` : `the line ${line.t}`;
}

function firstDifference(due: EffectRecord, { parts = [] }: Asked): number | undefined {
  const { parts: before = [] } = due;
  const most = Math.max(parts.length, before.length);
  for (let index = 0; index < most; index += 1) if (parts[index] !== before[index]) return index;
  return undefined;
}
