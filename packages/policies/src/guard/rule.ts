import type { GuardSettings } from './options.js';
import type { GuardState, SeenTurn } from './state.js';
import type { GuardStatus } from './verdict.js';

/** What a rule found: how the run ends, and why. */
interface Finding {
  readonly status: GuardStatus;
  readonly evidence: string;
}

/** One rule of the guard: a pure function of what was seen; false when it has nothing to say. */
export type GuardRule = (
  turn: SeenTurn,
  state: GuardState,
  settings: GuardSettings,
) => Finding | false;

/** How a run ends whose model has finished without saying so. */
export function finished(turn: SeenTurn): GuardStatus {
  return turn.mode === 'task' ? 'implicit_completion' : 'completed';
}
