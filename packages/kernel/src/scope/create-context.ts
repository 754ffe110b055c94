import type { ActionResult } from '@rlm/policies';

import type { Ledger } from '../budget/ledger.js';
import type { Clock } from '../platform/clock.js';
import { seededRandom } from '../platform/random.js';
import type { Diagnostic, RunContext, SentBack } from './context.js';
import type { RunEffects } from './run-effects.js';

/** The key under which a context holds its scope, so that a child finds its parent's. */
export const scopeKey: unique symbol = Symbol.for('@rlm/kernel/run-scope');

/** What a context shows of its run's scope. */
interface Scope {
  readonly runId: string;
  readonly seed: string;
  readonly depth: number;
  readonly maxSteps: number;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly effects: RunEffects;
  readonly step: number;
  readonly review: (result: ActionResult) => Promise<SentBack | undefined>;
  publish(event: { readonly type: string }): void;
  diagnose(diagnostic: Diagnostic): void;
}

/** What a protocol sees of its run. */
export function createContext({
  scope,
  parentId,
  abortSignal,
}: {
  readonly scope: Scope;
  readonly parentId: string | null;
  /** The signal of the phase under way. */
  readonly abortSignal: () => AbortSignal;
}): RunContext {
  const { runId, seed, depth, maxSteps, clock, ledger, effects } = scope;
  return Object.freeze({
    runId,
    parentId,
    seed,
    depth,
    maxSteps,
    clock,
    ledger,
    effects: effects.seam,
    get look() {
      return effects.look;
    },
    lookAgain: () => effects.lookAgain(),
    get step() {
      return scope.step;
    },
    get abortSignal() {
      return abortSignal();
    },
    random: seededRandom(seed),
    reviewAnswer: (result: ActionResult) => scope.review(result),
    emit: (event: { readonly type: string }) => {
      scope.publish(event);
    },
    diagnose: (diagnostic: Diagnostic) => {
      scope.diagnose(diagnostic);
    },
    [scopeKey]: scope,
  });
}
