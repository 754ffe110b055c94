import type { ActionResult } from '@rlm/policies';

import { optionOf } from '../errors.js';
import type { LoopOptions } from '../options/options.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { SentBack } from '../contract/context.js';
import type { RunScope } from '../scope/run-scope.js';
import { limitStop, timeoutStop } from '../stop-reasons.js';
import { withOpinion, type Appraisal, type Opinion } from './opinion.js';
import { PolicyDesk, type Moment, type RunView } from './policy-desk.js';

/** Decides between steps whether a run goes on. Order: abort, policies and limits, guards. */
export class StopCheck {
  readonly #scope: RunScope;
  readonly #options: LoopOptions;
  readonly #desk: PolicyDesk;
  #errorsInARow = 0;
  #lastReward: number | undefined;
  #reviewedStep = 0;

  constructor(scope: RunScope, options: LoopOptions) {
    this.#scope = scope;
    this.#options = options;
    this.#desk = new PolicyDesk(scope, options);
  }

  /** Asked before a step, after `steps` completed ones. */
  async before(steps: number, view: () => RunView): Promise<StopReason | undefined> {
    const interruption = this.#scope.interruption();
    if (interruption !== undefined) return interruption;
    const asking = this.#desk.before(this.#moment(steps, view));
    return (await asking?.policies()) ?? this.#limit(steps) ?? asking?.guards();
  }

  /** Adds reward and confidence to the result of the last step, for its event and the policies. */
  async appraise(steps: number, result: ActionResult, view: () => RunView): Promise<Appraisal> {
    this.#errorsInARow = result.success ? 0 : this.#errorsInARow + 1;
    const { reward, confidence } = this.#options;
    const isAsked = reward !== undefined || confidence !== undefined;
    const ask = (): Opinion => this.#desk.opinionOf(result, this.#moment(steps, view));
    const appraisal = isAsked
      ? withOpinion(result, await this.#scope.effects.decide('appraise', ask))
      : { result };
    const value = appraisal.result.metadata['reward'];
    this.#lastReward = typeof value === 'number' ? value : undefined;
    if (this.#lastReward !== undefined) this.#scope.rewards.push(this.#lastReward);
    return appraisal;
  }

  /**
   * Asked after a step that did not end the run with an answer. `own` is the stop that the step
   * itself asked for: a limit, or the verdict of a guard.
   */
  async after(
    steps: number,
    result: ActionResult,
    view: () => RunView,
    own?: StopReason,
  ): Promise<StopReason | undefined> {
    const interruption = this.#scope.interruption();
    const asking =
      interruption === undefined ? this.#desk.after(result, this.#moment(steps, view)) : undefined;
    const asked = interruption ?? (await asking?.policies());
    const stop = asked ?? own ?? this.#limit(steps) ?? asking?.guards();
    this.#desk.remember(result);
    return stop;
  }

  /** Asks the policies about an answer of the current step. */
  async review(
    steps: number,
    result: ActionResult,
    view: () => RunView,
  ): Promise<SentBack | undefined> {
    this.#reviewedStep = steps;
    return this.#desk.review(result, this.#moment(steps, view));
  }

  /** Whether an answer of the step was reviewed. */
  hasReviewed(steps: number): boolean {
    return this.#reviewedStep === steps;
  }

  #moment(steps: number, view: () => RunView): Moment {
    return { steps, view, errorsInARow: this.#errorsInARow, lastReward: this.#lastReward };
  }

  #limit(steps: number): StopReason | undefined {
    const { maxSteps } = this.#scope;
    const { journal, effects, ledger } = this.#scope;
    const { account } = ledger;
    const { maxErrors = Infinity } = this.#options;
    if (this.#errorsInARow >= maxErrors) {
      return limitStop('max_errors', `${this.#errorsInARow} steps in a row failed`);
    }
    if (steps >= maxSteps)
      return limitStop(
        'max_steps',
        `The run took its ${maxSteps === 1 ? 'only step' : `${maxSteps} steps`}`,
      );
    // What others spent of a shared budget is not the same on a replay, but the recorded status is.
    const ofTree = account.exhausted(true);
    const { status } = effects;
    const exhausted =
      ofTree ?? (journal === undefined ? account.exhausted() : (status.exhausted ?? undefined));
    if (exhausted === undefined) return undefined;
    if (exhausted === 'timeout') return timeoutStop(exhausted, account.timeoutMs);
    const isBudgets =
      ofTree === undefined && (journal === undefined || status.isBudgetExhausted === true);
    return limitStop(
      exhausted,
      `The limit ${optionOf[exhausted]} does not allow another step`,
      isBudgets ? { left: 0 } : undefined,
    );
  }
}
