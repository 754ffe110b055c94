import { proceed, stop } from '../define/decisions.js';
import type { Decide } from '../define/define-termination.js';
import { guardDefaults, type GuardSettings } from './options.js';
import type { GuardRule } from './rule.js';
import { initialGuardState, seeTurn } from './state.js';
import { turnOf } from './turn-of.js';

/** Checks one rule of the guard after each step, of any kind. */
export function ruleAsPolicy(code: string, rule: GuardRule, given: Partial<GuardSettings>): Decide {
  let state = initialGuardState;
  const settings = { ...guardDefaults, ...given };
  return (result) => {
    const next = seeTurn(state, turnOf(result), settings);
    state = next.state;
    const finding = rule(next.seen, state, settings);
    return finding === false ? proceed : stop(code, finding.evidence);
  };
}
