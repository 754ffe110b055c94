import type { ReplyCaps } from '@rlm/kernel/internal';

/** Upper bounds of a run and of the tree of runs below it. An absent one has its default. */
export interface RlmLimits {
  /** Sub-queries of the whole tree (`llm_query`, each prompt of a batch, `rlm_query`). Default 1,000. */
  readonly maxSubQueries?: number;
  /** Input and output tokens of the whole tree together. Default: no bound. */
  readonly maxTokens?: number;
  /** Cost of the whole tree in US dollars, by `prices`. Default: no bound. */
  readonly maxCostUsd?: number;
  /**
   * Tokens that one reply may have: one number, or one for sub-queries (`sub`) and one for the model that writes code (`root`). The
   * provider is given it, and with `maxTokens` or `maxCostUsd` each call reserves as many: a call that does not fit beside those under
   * way waits for them. Default 8,192 with one of these limits, else no bound.
   */
  readonly maxOutputTokens?: number | ReplyCaps;
  /** Calls of models by the whole tree. Default: no bound. */
  readonly maxCalls?: number;
  /** Wall time of the whole tree in milliseconds. Default 1,800,000 (30 minutes). */
  readonly timeoutMs?: number;
  /** Turns in a row that failed or did nothing before the run ends. Default 5. */
  readonly maxConsecutiveErrors?: number;
  /**
   * Characters of a turn's output that the model is shown, head and tail. Default 20,000. Names of variables, notices and headings
   * take up to 13,000 beside it, and 200 for each block of the reply.
   */
  readonly maxOutputChars?: number;
  /**
   * Characters of one reply of a model, a sub-model's too. A longer one is stopped there: what was received counts, the model is told, and
   * a diagnostic `reply_too_long` says so. Default 1,000,000.
   */
  readonly maxReplyChars?: number;
  /** Sub-queries of the whole tree that run at the same time. Default 16. */
  readonly maxConcurrentQueries?: number;
  /** Child runs of one level that are under way at the same time. Default 4. */
  readonly maxConcurrentRuns?: number;
  /** Wall time of one call of a model or a tool in milliseconds. Default 300,000. */
  readonly callTimeoutMs?: number;
}

/** The limits of a run that names none. */
export const defaultRlmLimits: Readonly<Required<RlmLimits>> = Object.freeze({
  maxSubQueries: 1_000,
  maxTokens: Infinity,
  maxCostUsd: Infinity,
  maxOutputTokens: Object.freeze({}),
  maxCalls: Infinity,
  timeoutMs: 1_800_000,
  maxConsecutiveErrors: 5,
  maxOutputChars: 20_000,
  maxReplyChars: 1_000_000,
  maxConcurrentQueries: 16,
  maxConcurrentRuns: 4,
  callTimeoutMs: 300_000,
});
