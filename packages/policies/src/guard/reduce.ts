import type { Turn } from '../shapes/policy.js';
import type { GuardSettings } from './options.js';
import { repeat } from './repeat.js';
import { type GuardRule, finished } from './rule.js';
import { seeTurn, type GuardState } from './state.js';
import { trivial } from './trivial.js';
import type { GuardRuleName, GuardVerdict } from './verdict.js';

/** A reply that repeats a tool's result as if the model had written it. */
const echo: GuardRule = (turn, _, { echoPrefix }) =>
  !turn.echoed &&
  (turn.reply.startsWith(echoPrefix) ||
    (turn.reply !== '' && turn.results.includes(turn.reply))) && {
    status: finished(turn),
    evidence: 'a result repeated',
  };

/** Unreadable action syntax in consecutive turns, after the turns that are allowed for repair. */
const malformed: GuardRule = (_, state, { maxMalformed }) =>
  state.malformed > maxMalformed && {
    status: 'malformed_action_output',
    evidence: `${state.malformed} unreadable replies in a row`,
  };

/** A reply in plain text without any action: the model has finished without a finish signal. */
const noAction: GuardRule = (turn) =>
  turn.form === 'text' &&
  !turn.echoed && {
    status: finished(turn),
    evidence: 'text without an action',
  };

/** The same calls with always new results, for longer than allowed. */
const polling: GuardRule = (_, { calls }, { maxPolls }) =>
  calls >= maxPolls && {
    status: 'repeated_response',
    evidence: `${calls} same calls in a row`,
  };

/** The guard's rules in order (those of Penguin's WALLET_GUARD, after a rule for malformed turns). */
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
