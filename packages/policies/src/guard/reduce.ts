import type { Turn } from '../shapes/policy.js';
import { echo } from './echo.js';
import { malformed } from './malformed.js';
import { noAction } from './no-action.js';
import type { GuardSettings } from './options.js';
import { polling } from './polling.js';
import { repeat } from './repeat.js';
import type { GuardRule } from './rule.js';
import { seeTurn, type GuardState } from './state.js';
import { trivial } from './trivial.js';
import type { GuardRuleName, GuardVerdict } from './verdict.js';

/** The guard's rules in order (seed document 003, preceded by a rule for malformed turns). */
const rules: readonly (readonly [GuardRuleName, GuardRule])[] = [
  ['malformed', malformed],
  ['no_action', noAction],
  ['echo', echo],
  ['repeat', repeat],
  ['polling', polling],
  ['trivial', trivial],
];

/** One step of the guard: the state after a turn, and the verdict. Pure: it keeps no state elsewhere. */
export function reduceGuard(
  before: GuardState,
  turn: Turn,
  settings: GuardSettings,
): { readonly state: GuardState; readonly verdict: GuardVerdict } {
  const { state, seen } = seeTurn(before, turn, settings);
  for (const [rule, find] of seen.form === 'malformed' ? rules.slice(0, 1) : rules) {
    const finding = find(seen, state, settings);
    if (finding === false) continue;
    const { status, evidence } = finding;
    if (rule === 'no_action' || state.noted || !settings.escalate)
      return { state, verdict: { stop: true, status, rule, evidence } };
    const note = `Stuck: ${evidence}. Change course or finish.`;
    return {
      state: { ...state, noted: true },
      verdict: { stop: false, status: null, rule, evidence, note },
    };
  }
  return { state, verdict: { stop: false, status: null, rule: null } };
}
