import type { ActionResult } from '@rlm/policies';

import type { Ledger } from '../contract/ledger.js';
import type { Clock } from '../platform/clock.js';
import { seededRandom } from '../platform/random.js';
import { scopeKey, type Diagnostic, type RunContext, type SentBack } from '../contract/context.js';
import type { RunEffects } from './run-effects.js';

/** The part of a run's scope that its context shows. */
interface Scope {
  readonly runId: string;
  readonly seed: string;
  readonly depth: number;
  readonly maxSteps: number;
  readonly clock: Clock;
  readonly journal: unknown;
  readonly ledger: Ledger;
  readonly effects: RunEffects;
  readonly step: number;
  readonly review: (result: ActionResult) => Promise<SentBack | undefined>;
  now(): number;
  publish(event: { readonly type: string }): void;
  diagnose(diagnostic: Diagnostic): void;
}

/** Creates the context that a protocol sees. */
export function createContext({
  scope,
  parentId,
  abortSignal,
}: {
  readonly scope: Scope;
  readonly parentId: string | null;
  /** The signal of the current phase. */
  readonly abortSignal: () => AbortSignal;
}): RunContext {
  const { runId, seed, depth, maxSteps, ledger, effects } = scope;
  const clock =
    scope.journal === undefined
      ? scope.clock
      : Object.freeze({
          now: () => scope.now(),
          sleep: (ms: number, signal?: AbortSignal) => scope.clock.sleep(ms, signal),
        });
  return Object.freeze({
    runId,
    parentId,
    seed,
    depth,
    maxSteps,
    clock,
    ledger,
    effects: effects.seam,
    get status() {
      return effects.status;
    },
    refreshStatus: () => effects.refreshStatus(),
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
