import type { ActionResult, PolicyContext } from '@rlm/policies';
import {
  createByteQuota,
  definedFields,
  roughBytes,
  type ByteQuota,
} from '@rlm/repl-types/internal';

import type { SentBack } from '../contract/context.js';
import type { StopReason } from '../contract/stop-reason.js';
import { runDefaults, type LoopOptions } from '../options/options.js';
import type { RunScope } from '../scope/run-scope.js';
import { failed, opinionOf, type Opinion } from './opinion.js';
import { PolicyStage, type StageVerdict } from './policy-stage.js';

/** What a protocol shows policies of its run. */
export interface RunView {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly metrics: Readonly<Record<string, number>>;
}

/** A moment of a run at which its policies are asked. */
export interface Moment {
  /** The number of completed steps. */
  readonly steps: number;
  readonly view: () => RunView;
  readonly errorsInARow: number;
  readonly lastReward: number | undefined;
}

/**
 * The policies and guards of a run, asked at one moment. A policy may be the caller's code; a guard
 * depends only on its arguments.
 */
export interface Asking {
  policies(): Promise<StopReason | undefined>;
  guards(): StopReason | undefined;
}

/** Asks the policies, guards, rewards and hooks of one run. */
export class PolicyDesk {
  readonly #scope: RunScope;
  readonly #options: LoopOptions;
  readonly #policies: PolicyStage;
  readonly #guards: PolicyStage;
  readonly #window: number;
  /**
   * Earlier results with their approximate sizes: together never more than the budget, whatever the
   * window.
   */
  readonly #history: { readonly result: ActionResult; readonly bytes: number }[] = [];
  readonly #quota: ByteQuota = createByteQuota(32 * 1024 * 1024);

  constructor(scope: RunScope, options: LoopOptions) {
    const diagnose = scope.diagnose.bind(scope);
    this.#scope = scope;
    this.#options = options;
    this.#window = options.historyWindow ?? runDefaults.historyWindow;
    this.#policies = new PolicyStage('policy', options.policies, diagnose);
    this.#guards = new PolicyStage('guard', options.guards, diagnose);
  }

  /** Asks before a step; undefined if the run has neither policies nor guards. */
  before(moment: Moment): Asking | undefined {
    if (this.#isSilent) return undefined;
    const context = this.#contextAt(moment);
    return {
      policies: () => this.#askPolicies('before', context, () => this.#policies.before(context)),
      guards: () => this.#guards.before(context).stop,
    };
  }

  /** Asks after a step; undefined if the run has neither policies nor guards. */
  after(result: ActionResult, moment: Moment): Asking | undefined {
    if (this.#isSilent) return undefined;
    const context = this.#contextAt(moment);
    return {
      policies: () =>
        this.#askPolicies('after', context, () => this.#policies.after(result, context)),
      guards: () => this.#guards.after(result, context).stop,
    };
  }

  /**
   * Asks the policies about an answer. If one of them throws, that is a diagnostic, and the answer
   * is kept.
   */
  async review(result: ActionResult, moment: Moment): Promise<SentBack | undefined> {
    if (!this.#policies.hasReviews) return undefined;
    const context = this.#contextAt(moment);
    try {
      return await this.#decide('review', () => this.#policies.review(result, context));
    } catch (error) {
      const { code, message } = failed('review of an answer', error);
      this.#scope.diagnose({ code, message });
      return undefined;
    }
  }

  /** What the reward and the hook say about a step. */
  opinionOf(result: ActionResult, moment: Moment): Opinion {
    return opinionOf(result, () => this.#contextAt(moment), this.#options);
  }

  /** Keeps a step's result for the policies that are asked later. */
  remember(result: ActionResult): void {
    if (this.#isSilent && this.#options.reward === undefined) return;
    const { maxBytes } = this.#quota;
    const bytes = Math.min(maxBytes, roughBytes(result, maxBytes));
    while (this.#history.length >= this.#window || !this.#quota.take(bytes)) {
      const oldest = this.#history.shift();
      if (oldest === undefined) return;
      this.#quota.free(oldest.bytes);
    }
    this.#history.push({ result, bytes });
  }

  get #isSilent(): boolean {
    return this.#policies.isEmpty && this.#guards.isEmpty;
  }

  async #decide<T>(about: string, ask: () => T): Promise<T | undefined> {
    return this.#policies.isEmpty ? undefined : this.#scope.effects.decide(about, ask);
  }

  /**
   * Asks the policies whether the run goes on, and publishes each decision; before a step, only one
   * that ends the run.
   */
  async #askPolicies(
    when: 'before' | 'after',
    { metrics }: PolicyContext,
    ask: () => StageVerdict,
  ): Promise<StopReason | undefined> {
    const verdict = await this.#decide(when, ask);
    for (const decision of verdict?.decisions ?? []) {
      if (when === 'before' && !decision.terminate) continue;
      this.#scope.announce({ type: 'policy-decision', when, ...decision, metrics });
    }
    return verdict?.stop;
  }

  #contextAt({ steps, view, errorsInARow, lastReward }: Moment): PolicyContext {
    const { variables, metrics } = view();
    const { maxSteps, effects } = this.#scope;
    const { elapsedMs, spent } = effects.status;
    return Object.freeze({
      task: this.#options.task ?? '',
      step: steps,
      maxSteps,
      history: Object.freeze(this.#history.map(({ result }) => result)),
      variables,
      metrics: Object.freeze(
        definedFields({
          ...metrics,
          elapsed_ms: elapsedMs,
          total_tokens: spent.tokens,
          cost_usd: spent.costUsd,
          consecutive_errors: errorsInARow,
          last_reward: lastReward,
        }),
      ),
      config: this.#options.config ?? {},
    });
  }
}
