import { listOf, oneOf, required, text, type OptionRule } from '@rlm/repl-types/options';
import { checkOption, refuseOption, shape } from '@rlm/repl-types/internal';

import { proceed, stop } from '../define/decisions.js';
import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import type { TerminationDecision, TerminationPolicy, Turn } from '../shapes/policy.js';
import { guardDefaults, type WalletGuardOptions } from './options.js';
import { reduceGuard } from './reduce.js';
import { initialGuardState } from './state.js';
import type { GuardVerdict } from './verdict.js';

const turnRule = (): OptionRule =>
  shape('a turn { reply, results, mode }', {
    reply: required(text),
    results: required(listOf(shape('a result { action, result, status }', {}))),
    mode: required(oneOf('response', 'task')),
  });

/** A guard over one run. It takes one turn at a time. */
export interface WalletGuard extends TerminationPolicy {
  /**
   * Judges the turn that just ended. Only for turns without a finish signal. A verdict to stop is repeated as long as
   * its reason lasts.
   */
  observe(turn: Turn): GuardVerdict;
}

/**
 * The policy `wallet_guard`: ends runs that have silently finished or are stuck. Penguin, a coding agent written in Python,
 * calls it WALLET_GUARD.
 *
 * As a policy it reads `result.metadata.turn`, a {@link Turn}; a step without one is skipped. Its decision has the
 * status as `code`, and the reply as answer if the run finished on its own.
 *
 * @example
 * const guard = walletGuard();
 * guard.observe({ reply: 'All done.', results: [], mode: 'task' });
 * // { stop: true, status: 'implicit_completion', rule: 'no_action', ... }
 */
export const walletGuard: PolicyFactory<WalletGuardOptions, WalletGuard> = definePolicy<
  WalletGuardOptions,
  WalletGuard
>({
  name: 'wallet_guard',
  description: 'When finished or stuck',
  defaults: guardDefaults,
  create(settings) {
    let state = initialGuardState;
    const expected = required(turnRule());
    const observe = (turn: Turn): GuardVerdict => {
      checkOption('turn', turn, expected, refuseOption);
      const next = reduceGuard(state, turn, settings);
      state = next.state;
      return next.verdict;
    };
    return {
      observe,
      shouldTerminate(result) {
        const turn = result.metadata['turn'] as Turn | undefined;
        return turn === undefined ? proceed : decide(turn, observe(turn));
      },
      reset() {
        state = initialGuardState;
      },
    };
  },
});

function decide(turn: Turn, { status, rule, evidence, note }: GuardVerdict): TerminationDecision {
  if (status !== null)
    return stop(status, `${rule}: ${evidence}`, rule === 'no_action' ? turn.reply : null);
  return note === undefined ? proceed : { terminate: false, note };
}
