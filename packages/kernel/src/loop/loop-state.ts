import type { LoopOptions } from '../options/options.js';
import type { Protocol } from '../protocol.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { RunScope } from '../scope/run-scope.js';
import type { StopCheck } from './stop-check.js';

/** The state of one run's loop, which its parts share. */
export interface LoopState<Input, State, Answer> {
  readonly protocol: Protocol<Input, State, Answer, { readonly type: string }>;
  readonly input: Input;
  readonly options: LoopOptions;
  readonly scope: RunScope;
  readonly stopCheck: StopCheck;
  /** The protocol's state, once it is open. */
  opened: { state: State } | undefined;
  /** The number of completed steps. */
  steps: number;
}

/** What ended a run: its answer, or what stopped it, with the best answer so far. */
export type Ending<Answer> =
  | { readonly type: 'final'; readonly answer: Answer }
  | { readonly type: 'stop'; readonly stop: StopReason; readonly answer: Answer | null };

/** The ending of a run that was stopped, with the answer that it has so far. */
export function stopped<Answer>(stop: StopReason, answer: Answer | null = null): Ending<Answer> {
  return { type: 'stop', stop, answer };
}
