import type { ActionResult } from '@rlm/policies';
import { RlmError } from '@rlm/repl-types';
import { loadOnce } from '@rlm/repl-types/internal';

import { optionOf } from '../errors.js';
import type { LoopOptions } from '../options/options.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { SentBack } from '../contract/context.js';
import { resetPolicies } from '../policies/make-policies.js';
import { mayStateConfidence, readConfidence } from '../policies/read-confidence.js';
import type { RunScope } from '../scope/run-scope.js';
import { limitStop, timeoutStop } from '../stop-reasons.js';
import { withOpinion, type Appraisal, type Opinion } from './appraise.js';
import type { Moment, PolicyDesk, ResetFaults, RunView } from './policy-desk.js';
import { waitFor } from './wait.js';

const desks = loadOnce(() => import('./policy-desk.js'));

/** Why a run stops, if it does; a promise of it if policies are asked. */
type Verdict = Promise<StopReason | undefined> | StopReason | undefined;

/** Decides between steps whether a run goes on. Order: abort, policies and limits, guards. */
export class StopCheck {
  readonly #scope: RunScope;
  readonly #options: LoopOptions;
  readonly #faults: ResetFaults;
  /** Asks the policies; undefined in a run without anything to ask. */
  #desk: PolicyDesk | undefined;
  #errorsInARow = 0;
  #lastReward: number | undefined;
  #reviewedStep = 0;

  constructor(scope: RunScope, options: LoopOptions) {
    const { policies, guards } = options;
    this.#scope = scope;
    this.#options = options;
    this.#faults = { policies: resetPolicies(policies), guards: resetPolicies(guards) };
  }

  /** Loads what asks policies, rewards and hooks, if the run has any. */
  async open(): Promise<void> {
    const { policies, guards, reward, confidence = readConfidence } = this.#options;
    const isAsked = policies.length + guards.length > 0 || reward !== undefined;
    if (isAsked || confidence !== readConfidence) await this.#openDesk();
  }

  async #openDesk(): Promise<PolicyDesk> {
    const { PolicyDesk } = await desks();
    return (this.#desk ??= new PolicyDesk(this.#scope, this.#options, this.#faults));
  }

  /** Asked before a step, after `steps` completed ones. */
  before(steps: number, view: () => RunView): Verdict {
    const interruption = this.#scope.interruption();
    if (interruption !== undefined) return interruption;
    const asking = this.#desk?.before(this.#moment(steps, view));
    if (asking === undefined) return this.#limit(steps);
    return asking.policies().then((stop) => stop ?? this.#limit(steps) ?? asking.guards());
  }

  /** Adds reward and confidence to the result of the last step, for its event and the policies. */
  async appraise(steps: number, result: ActionResult, view: () => RunView): Promise<Appraisal> {
    this.#errorsInARow = result.success ? 0 : this.#errorsInARow + 1;
    const { reward, confidence } = this.#options;
    const isAsked = reward !== undefined || confidence !== undefined;
    let appraisal: Appraisal = { result };
    if (isAsked) {
      const isNeeded = this.#desk === undefined && mayStateConfidence(result);
      const failure = isNeeded ? await this.#faultOfDesk() : undefined;
      const ask = (): Opinion =>
        failure === undefined
          ? (this.#desk?.opinionOf(result, this.#moment(steps, view)) ?? {})
          : { failure };
      appraisal = withOpinion(result, await this.#scope.effects.decide('appraise', ask));
    }
    const value = appraisal.result.metadata['reward'];
    this.#lastReward = typeof value === 'number' ? value : undefined;
    if (this.#lastReward !== undefined) this.#scope.rewards.push(this.#lastReward);
    return appraisal;
  }

  /** Loads the desk of a run without rewards and hooks, for a reply that states its confidence. Returns why it cannot. */
  async #faultOfDesk(): Promise<RlmError | undefined> {
    const waited = await waitFor(this.#scope, this.#openDesk());
    return waited.type === 'failed' && RlmError.isInstance(waited.error) ? waited.error : undefined;
  }

  /**
   * Asked after a step that did not end the run with an answer. `own` is the stop that the step
   * itself asked for: a limit, or the verdict of a guard.
   */
  after(steps: number, result: ActionResult, view: () => RunView, own?: StopReason): Verdict {
    const interruption = this.#scope.interruption();
    const asking =
      interruption === undefined ? this.#desk?.after(result, this.#moment(steps, view)) : undefined;
    const decide = (asked: StopReason | undefined): StopReason | undefined => {
      const stop =
        asked ?? own ?? this.#limit(steps) ?? asking?.guards() ?? this.#options.ownGuard?.(result);
      this.#desk?.remember(result);
      return stop;
    };
    return asking === undefined ? decide(interruption) : asking.policies().then(decide);
  }

  /** Asks the policies about an answer of the current step. */
  async review(
    steps: number,
    result: ActionResult,
    view: () => RunView,
  ): Promise<SentBack | undefined> {
    this.#reviewedStep = steps;
    return this.#desk?.review(result, this.#moment(steps, view));
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
