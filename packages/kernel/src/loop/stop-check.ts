import type { ActionResult, PolicyContext } from '@rlm/policies';
import { createByteBudget, roughBytes, type ByteBudget } from '@rlm/repl-types/internal';

import { optionOf } from '../errors.js';
import { runDefaults, type LoopOptions } from '../options/options.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { SentBack } from '../contract/context.js';
import type { RunScope } from '../scope/run-scope.js';
import { limitStop, timeoutStop } from '../stop-reasons.js';
import { appraise, failed, type Appraisal } from './appraise.js';
import { PolicyStage, type StageVerdict } from './policy-stage.js';

/** What a protocol lets policies see of its run. */
export interface RunView {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Decides between steps whether a run goes on. Order: abort, policies and limits, guards. */
export class StopCheck {
  readonly #scope: RunScope;
  readonly #options: LoopOptions;
  readonly #policies: PolicyStage;
  readonly #guards: PolicyStage;
  readonly #window: number;
  /** Earlier results with about what they take: no more than the budget, whatever the window. */
  readonly #history: { readonly result: ActionResult; readonly bytes: number }[] = [];
  readonly #room: ByteBudget = createByteBudget(32 * 1024 * 1024);
  #errorsInARow = 0;
  #lastReward: number | undefined;
  #reviewedStep = 0;

  constructor(scope: RunScope, options: LoopOptions) {
    const diagnose = scope.diagnose.bind(scope);
    this.#scope = scope;
    this.#options = options;
    this.#window = options.historyWindow ?? runDefaults.historyWindow;
    this.#policies = new PolicyStage('policy', options.policies, diagnose);
    this.#guards = new PolicyStage('guard', options.guards, diagnose);
  }

  /** Asked before the step after `steps` complete ones. */
  async before(steps: number, view: () => RunView): Promise<StopReason | undefined> {
    if (this.#scope.interruption() !== undefined) return this.#scope.interruption();
    const context = this.#isSilent ? undefined : this.#contextAt(steps, view());
    return (
      (context &&
        (await this.#askPolicies('before', context, () => this.#policies.before(context)))) ??
      this.#limit(steps) ??
      (context && this.#guards.before(context).stop)
    );
  }

  /** Adds reward and confidence to the result of the step just taken: its event and the policies see them. */
  async appraise(steps: number, result: ActionResult, view: () => RunView): Promise<Appraisal> {
    this.#errorsInARow = result.success ? 0 : this.#errorsInARow + 1;
    const context = (): PolicyContext => this.#contextAt(steps, view());
    const { effects } = this.#scope;
    const appraisal = await appraise(result, context, this.#options, (about, ask) =>
      effects.decide(about, ask),
    );
    const value = appraisal.result.metadata['reward'];
    this.#lastReward = typeof value === 'number' ? value : undefined;
    if (this.#lastReward !== undefined) this.#scope.rewards.push(this.#lastReward);
    return appraisal;
  }

  /**
   * Asked after a step that did not end the run by an answer; `own` is the stop that the step itself asked for:
   * a limit or a guard's verdict.
   */
  async after(
    steps: number,
    result: ActionResult,
    view: () => RunView,
    own?: StopReason,
  ): Promise<StopReason | undefined> {
    const stop = this.#scope.interruption() ?? (await this.#ask(steps, result, view, own));
    this.#remember(result);
    return stop;
  }

  /** Asks the policies about an answer of the step that is being taken. What one of them throws is a diagnostic: the answer stands. */
  async review(
    steps: number,
    result: ActionResult,
    view: () => RunView,
  ): Promise<SentBack | undefined> {
    this.#reviewedStep = steps;
    if (!this.#policies.hasReviews) return undefined;
    const context = this.#contextAt(steps, view());
    try {
      return await this.#decide('review', () => this.#policies.review(result, context));
    } catch (error) {
      const { code, message } = failed('review of an answer', error);
      this.#scope.diagnose({ code, message });
      return undefined;
    }
  }

  /** Whether an answer of the step was reviewed. */
  hasReviewed(steps: number): boolean {
    return this.#reviewedStep === steps;
  }

  get #isSilent(): boolean {
    return this.#policies.isEmpty && this.#guards.isEmpty;
  }

  /** What the policies decide; they may be a caller's. Guards are ours, and depend on what they are given alone. */
  async #decide<T>(about: string, ask: () => T): Promise<T | undefined> {
    return this.#policies.isEmpty ? undefined : this.#scope.effects.decide(about, ask);
  }

  /** Asks the policies whether the run goes on, and tells what each of them said; before a step, only one that ends the run. */
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

  async #ask(
    steps: number,
    result: ActionResult,
    view: () => RunView,
    own: StopReason | undefined,
  ): Promise<StopReason | undefined> {
    const context = this.#isSilent ? undefined : this.#contextAt(steps, view());
    return (
      (context &&
        (await this.#askPolicies('after', context, () => this.#policies.after(result, context)))) ??
      own ??
      this.#limit(steps) ??
      (context && this.#guards.after(result, context).stop)
    );
  }

  #limit(steps: number): StopReason | undefined {
    const { maxSteps } = this.#scope;
    const { account } = this.#scope.ledger;
    const { maxErrors = Infinity } = this.#options;
    if (this.#errorsInARow >= maxErrors) {
      return limitStop('max_errors', `${this.#errorsInARow} steps in a row failed`);
    }
    if (steps >= maxSteps) return limitStop('max_steps', `The run took its ${maxSteps} steps`);
    const exhausted = account.exhausted();
    if (exhausted === undefined) return undefined;
    if (exhausted === 'timeout') return timeoutStop(exhausted, account.timeoutMs);
    return limitStop(exhausted, `The limit ${optionOf[exhausted]} leaves no room for another step`);
  }

  #contextAt(step: number, { variables, metrics }: RunView): PolicyContext {
    const { maxSteps, effects } = this.#scope;
    const { elapsedMs, spent } = effects.look;
    return Object.freeze({
      task: this.#options.task ?? '',
      step,
      maxSteps,
      history: Object.freeze(this.#history.map(({ result }) => result)),
      variables,
      metrics: Object.freeze({
        ...metrics,
        elapsed_ms: elapsedMs,
        total_tokens: spent.tokens,
        cost_usd: spent.costUsd,
        consecutive_errors: this.#errorsInARow,
        ...(this.#lastReward === undefined ? {} : { last_reward: this.#lastReward }),
      }),
      config: this.#options.config ?? {},
    });
  }

  #remember(result: ActionResult): void {
    if (this.#isSilent && this.#options.reward === undefined) return;
    const { maxBytes } = this.#room;
    const bytes = Math.min(maxBytes, roughBytes(result, maxBytes));
    while (this.#history.length >= this.#window || !this.#room.take(bytes)) {
      const oldest = this.#history.shift();
      if (oldest === undefined) return;
      this.#room.free(oldest.bytes);
    }
    this.#history.push({ result, bytes });
  }
}
