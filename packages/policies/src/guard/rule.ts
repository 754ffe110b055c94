import type { GuardSettings } from './options.js';
import type { GuardState, SeenTurn } from './state.js';
import type { Finding, GuardRuleName, GuardStatus } from './verdict.js';

/** One rule of the guard: a pure function of what was seen. */
export interface GuardRule {
  readonly name: GuardRuleName;
  /** What the rule found in the turn, if anything. */
  readonly find: (
    turn: SeenTurn,
    state: GuardState,
    settings: GuardSettings,
  ) => Finding | undefined;
}

/** A finding that the model has finished without saying so. */
export function finished(turn: SeenTurn, evidence: string, stuck: boolean): Finding {
  return {
    status: turn.mode === 'task' ? 'implicit_completion' : 'completed',
    evidence,
    stuck,
  };
}

/** A finding that the model does not get on. */
export function stuck(status: GuardStatus, evidence: string): Finding {
  return { status, evidence, stuck: true };
}
