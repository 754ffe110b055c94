import type { Amounts, SeenReplies } from '../contract/ledger.js';

/**
 * How far calls have exceeded their estimates so far, to correct later estimates: those of a tree of
 * runs, or those of one model.
 */
export class EstimateCorrection implements SeenReplies {
  largestOutput: number | undefined;
  hidesReasoning = false;
  #largestInput = 0;
  #inputFactor = 1;
  #largestCost = 0;
  #costPerToken: number | undefined;

  learn(estimate: Partial<Amounts>, actual: Partial<Amounts>, hidesReasoning = false): void {
    const { inputTokens = 0, outputTokens = 0, costUsd } = actual;
    this.largestOutput = Math.max(this.largestOutput ?? 0, outputTokens);
    this.hidesReasoning ||= hidesReasoning;
    this.#largestInput = Math.max(this.#largestInput, inputTokens);
    if (estimate.inputTokens !== undefined && estimate.inputTokens > 0) {
      this.#inputFactor = Math.max(this.#inputFactor, inputTokens / estimate.inputTokens);
    }
    const tokens = inputTokens + outputTokens;
    if (costUsd === undefined || tokens === 0) return;
    this.#largestCost = Math.max(this.#largestCost, costUsd);
    this.#costPerToken = Math.max(this.#costPerToken ?? 0, costUsd / tokens);
  }

  /**
   * Corrects an estimate by what earlier calls taught: never lower, and never above both the
   * estimate and the largest amount seen. It has a cost once one is known, from the estimate or
   * from an earlier call.
   */
  forecast(estimate: Partial<Amounts>): Partial<Amounts> {
    const { inputTokens = 0, outputTokens = 0, costUsd } = estimate;
    const input = Math.ceil(
      Math.min(inputTokens * this.#inputFactor, Math.max(inputTokens, this.#largestInput)),
    );
    const corrected = { ...estimate, inputTokens: input };
    if (this.#costPerToken === undefined) return corrected;
    const cost = Math.min((input + outputTokens) * this.#costPerToken, this.#largestCost);
    return { ...corrected, costUsd: Math.max(costUsd ?? 0, cost) };
  }
}
