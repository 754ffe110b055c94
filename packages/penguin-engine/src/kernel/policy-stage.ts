import type {
  ActionResult,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
} from '@rlm/policies';

import type { Diagnostic } from './context.js';
import type { PolicySource } from './options.js';
import type { StopReason } from './protocol.js';

/** The policies, or the guards, of one run: fresh ones, asked in order until one stops the run. */
export class PolicyStage {
  readonly #rank: 'policy' | 'guard';
  readonly #policies: readonly TerminationPolicy[];
  readonly #diagnose: (diagnostic: Diagnostic) => void;

  constructor(
    rank: 'policy' | 'guard',
    sources: readonly PolicySource[],
    diagnose: (diagnostic: Diagnostic) => void,
  ) {
    this.#rank = rank;
    this.#diagnose = diagnose;
    this.#policies = sources.map((source) => (typeof source === 'function' ? source() : source));
    for (const policy of this.#policies) policy.reset();
  }

  get isEmpty(): boolean {
    return this.#policies.length === 0;
  }

  before(context: PolicyContext): StopReason | undefined {
    for (const policy of this.#policies) {
      const decision = policy.beforeStep?.(context);
      if (decision === undefined) continue;
      const stop = this.#read(policy, decision, context.step);
      if (stop !== undefined) return stop;
    }
    return undefined;
  }

  after(result: ActionResult, context: PolicyContext): StopReason | undefined {
    for (const policy of this.#policies) {
      const stop = this.#read(policy, policy.shouldTerminate(result, context), context.step);
      if (stop !== undefined) return stop;
    }
    return undefined;
  }

  #read(
    policy: TerminationPolicy,
    decision: TerminationDecision,
    step: number,
  ): StopReason | undefined {
    if (!decision.terminate) {
      if (decision.note !== undefined) {
        this.#diagnose({ code: policy.name, message: decision.note, step });
      }
      return undefined;
    }
    const { code, reason, answer } = decision;
    return Object.freeze({
      finishReason: this.#rank,
      code,
      message: reason,
      ...(answer === null ? {} : { answer }),
    });
  }
}
