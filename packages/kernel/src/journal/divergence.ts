import { definedFields } from '@rlm/repl-types/internal';

import type { StopReason } from '../contract/stop-reason.js';
import { JournalDivergenceError } from './divergence-error.js';
import type { EffectRecord, RunJournal, RunLine } from '../contract/journal.js';

/** What a run requested, as far as a divergence reports it. */
interface Requested {
  readonly key: string;
  readonly kind: string;
  readonly parts: () => readonly string[] | undefined;
}

/** The run that diverged. */
export interface DivergedRun {
  readonly path: string;
  readonly journal: Pick<RunJournal, 'older'>;
}

/** The run requested something other than the recorded input. */
export function requestedOtherwise(
  { path, journal }: DivergedRun,
  due: RunLine,
  requested: readonly Requested[],
): JournalDivergenceError {
  const recorded = keyOf(due);
  const like = requested.find(({ kind }) => 'kind' in due && kind === due.kind);
  const message = like === undefined ? undefined : firstDifference(due as EffectRecord, like);
  const others = requested.map(({ kind }) => kind).join(', ');
  const which =
    message === undefined ? '' : `; the first message that differs is number ${String(message)}`;
  return new JournalDivergenceError(
    `the journal recorded ${nameOf(due)} there, and the run requested ${others}${which}`,
    {
      path,
      step: due.step,
      recorded,
      requested: requested.map(({ key }) => key),
      ...definedFields({ message }),
    },
    undefined,
    journal.older,
  );
}

/** The run ended before its journal did, with an answer or with `stop`. */
export function endedEarly(
  { path, journal }: DivergedRun,
  due: RunLine,
  stop: StopReason | undefined,
): JournalDivergenceError {
  const details = { path, step: due.step, recorded: keyOf(due), requested: [] };
  const how = stop === undefined ? '' : ` by ${stop.code} (${stop.message})`;
  return new JournalDivergenceError(
    `it ended${how}, but the journal recorded ${nameOf(due)} there`,
    details,
    stop?.error,
    journal.older,
  );
}

/** Code returned something other than before. */
export function cellDiffers({ path, journal }: DivergedRun, due: RunLine): JournalDivergenceError {
  const details = { path, step: due.step, recorded: keyOf(due), requested: [] };
  return new JournalDivergenceError(
    'its code returned something other than the journal recorded',
    details,
    undefined,
    journal.older,
  );
}

/** Identifies a line that is due. */
export function keyOf(line: RunLine): string {
  if (line.t === 'cell') return cellKey(line.step, line.block);
  return 'key' in line ? line.key : line.t;
}

/** Identifies an execution of code within its run. */
export function cellKey(step: number, block: number): string {
  return `cell/${String(step)}/${String(block)}`;
}

function nameOf(line: RunLine): string {
  return line.t === 'effect' ? `the outcome of ${line.kind}` : `the line ${line.t}`;
}

function firstDifference(due: EffectRecord, requested: Requested): number | undefined {
  const parts = requested.parts() ?? [];
  const { parts: before = [] } = due;
  const most = Math.max(parts.length, before.length);
  for (let index = 0; index < most; index += 1) if (parts[index] !== before[index]) return index;
  return undefined;
}
