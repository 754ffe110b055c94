import type { Amounts } from './ledger.js';

/** What a tree of runs learns from its calls: how far they go beyond their estimates. */
export class Experience {
  #largestInput = 0;
  #inputFactor = 1;
  #largestCost = 0;
  #costPerToken = 0;

  learn(estimate: Partial<Amounts>, actual: Partial<Amounts>): void {
    const { inputTokens = 0, outputTokens = 0, costUsd = 0 } = actual;
    this.#largestInput = Math.max(this.#largestInput, inputTokens);
    if (estimate.inputTokens !== undefined && estimate.inputTokens > 0) {
      this.#inputFactor = Math.max(this.#inputFactor, inputTokens / estimate.inputTokens);
    }
    this.#largestCost = Math.max(this.#largestCost, costUsd);
    const tokens = inputTokens + outputTokens;
    if (tokens > 0) this.#costPerToken = Math.max(this.#costPerToken, costUsd / tokens);
  }

  /** An estimate corrected by what was learnt: never lower, and no higher than there is reason for. */
  forecast(estimate: Partial<Amounts>): Partial<Amounts> {
    const { inputTokens = 0, outputTokens = 0, costUsd = 0 } = estimate;
    const input = Math.ceil(
      Math.min(inputTokens * this.#inputFactor, Math.max(inputTokens, this.#largestInput)),
    );
    const cost = Math.min((input + outputTokens) * this.#costPerToken, this.#largestCost);
    return { ...estimate, inputTokens: input, costUsd: Math.max(costUsd, cost) };
  }
}
