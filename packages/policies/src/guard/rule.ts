import type { GuardSettings } from './options.js';
import type { GuardState, SeenTurn } from './state.js';
import type { GuardStatus } from './verdict.js';

/** The finding of a rule: how the run ends, and why. */
interface Finding {
  readonly status: GuardStatus;
  readonly evidence: string;
}

/** One rule of the guard: a pure function of the turns so far; false if it does not apply. */
export type GuardRule = (
  turn: SeenTurn,
  state: GuardState,
  settings: GuardSettings,
) => Finding | false;

/** The status of a run whose model has finished without a finish signal. */
export function finished(turn: SeenTurn): GuardStatus {
  return turn.mode === 'task' ? 'implicit_completion' : 'completed';
}
