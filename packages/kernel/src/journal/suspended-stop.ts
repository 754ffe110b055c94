import type { RunJournal } from '../contract/journal.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { RecordedLines } from './recorded-lines.js';

/** The stop of a run that waits for a decision. */
export function suspendedStop(kind: string, key: string, request: unknown): StopReason {
  return Object.freeze({
    finishReason: 'suspended',
    code: kind,
    message: `The run waits for a person (${kind}): record the decision with decide(store, id, { key, value }), then resume the run`,
    wait: Object.freeze({ key, request }),
  });
}

/** For a journal that is only read: what ends the run at its first request beyond the lines. Otherwise undefined. */
export function endOf(
  { endsHere }: Pick<RunJournal, 'endsHere'>,
  lines: RecordedLines,
  stopTree: (stop: StopReason) => void,
): ((asked: { readonly kind: string; readonly key: string }) => void) | undefined {
  if (endsHere === undefined) return undefined;
  const stop = Object.freeze({
    finishReason: 'aborted',
    code: 'journal_end',
    message: endsHere,
  } as const);
  return ({ kind, key }) => {
    const wait = lines.waitOf(key);
    stopTree(wait === undefined ? stop : suspendedStop(kind, key, wait.request));
  };
}
