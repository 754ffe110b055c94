import type { CutText, FinalSignal, LlmCall } from '@rlm/repl-types';
import type { ExecutionError, ExecutionOutcome } from '@rlm/repl-types/internal';

import type { ChildExit } from '../../contract/backend.js';
import type { DoneFrame } from '../../contract/frames.js';
import type { DeliveredCall } from '../calls/delivered-call.js';
import { describeStop, type StopCause } from './stop-cause.js';

/** How a cell's execution ended, before the session has recovered from it. */
export interface CellEnd {
  readonly outcome: ExecutionOutcome;
  readonly error: ExecutionError | undefined;
  readonly final: FinalSignal | null;
  readonly stdout: CutText;
  readonly stderr: CutText;
  readonly llmCalls: readonly LlmCall[];
  /** Results that reached the guest, in order; undefined if they took too much to be kept. */
  readonly delivered: readonly DeliveredCall[] | undefined;
  /** The last expression's value as text; only of a cell that ran to its end. */
  readonly value: string | undefined;
  readonly variables: string | undefined;
  /** The findings of the preflight check, as the guest's JSON text. */
  readonly findings: string | undefined;
  /** Whether that look refused the cell: nothing of it ran. */
  readonly isRefused: boolean;
  /** Whether it was not code of the language: nothing of it ran. */
  readonly isUnread: boolean;
  readonly guestMs: number;
  /** Whether the guest is gone, or must be ended. */
  readonly isGuestLost: boolean;
  /** Whether the cell was stopped from outside. */
  readonly wasStopped: boolean;
}

/** Why a cell ends whose guest has ended in some way. */
export const causeOfExit: Readonly<
  Record<ChildExit['kind'], 'aborted' | 'crashed' | 'violation' | 'memory'>
> = {
  killed: 'aborted',
  crashed: 'crashed',
  violation: 'violation',
  memory: 'memory',
  'process-died': 'crashed',
};

/** How a cell ended: by its cause, or as the guest says. */
export function describeEnd(
  cause: StopCause | undefined,
  done: DoneFrame | undefined,
): { outcome: ExecutionOutcome; error: ExecutionError | undefined } {
  if (cause?.kind === 'final') return { outcome: 'final', error: undefined };
  if (cause !== undefined) {
    const stopped = describeStop(cause);
    const traceback = done?.error?.traceback ?? '';
    return { outcome: stopped.outcome, error: { ...stopped.error, traceback } };
  }
  const error = done?.error && { ...done.error, traceback: done.error.traceback ?? '' };
  switch (done?.status) {
    case 'ok':
      return { outcome: 'ok', error: undefined };
    case 'memory':
      return { outcome: 'memory', error };
    default:
      return { outcome: 'error', error: error ?? noError };
  }
}

const noError: ExecutionError = { type: 'Error', message: 'the cell failed', traceback: '' };
