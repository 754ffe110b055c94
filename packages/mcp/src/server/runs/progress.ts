import type { RlmEvent, RlmOptions } from '@rlm/runner';

/** What a client learns of a run that is under way. */
export interface Progress {
  /** Steps and sub-queries so far: each is more than the last. */
  readonly progress: number;
  readonly message: string;
}

/** Sub-queries are reported at most this often; each step is. */
const pauseMs = 200;

/**
 * Follows a run. Returns what to report of an event: step, sub-queries, tokens and cost so far; undefined if it is
 * nothing new.
 */
export function followRun(
  prices: RlmOptions['prices'],
  now: () => number,
): (event: RlmEvent) => Progress | undefined {
  let maxSteps = 0;
  let step = 0;
  let queries = 0;
  let tokens = 0;
  let costUsd = 0;
  let last = -Infinity;
  return (event) => {
    if (event.type === 'run-start' && event.depth === 0) ({ maxSteps } = event);
    if (event.type === 'model-end' || event.type === 'query-end') {
      const { inputTokens = 0, outputTokens = 0 } = event.usage ?? {};
      tokens += inputTokens + outputTokens;
      costUsd += costOf(event.usage, prices);
    }
    if (event.type === 'budget' && event.depth === 0) {
      const { maxCostUsd } = event.limits ?? {};
      if (maxCostUsd !== undefined) costUsd = maxCostUsd - event.costUsdLeft;
    }
    const isStep = event.type === 'step-start' && event.depth === 0;
    if (isStep) ({ step } = event);
    if (event.type === 'query-end') queries += 1;
    if (!isStep && event.type !== 'query-end') return undefined;
    const time = now();
    if (!isStep && time - last < pauseMs) return undefined;
    last = time;
    const cost = costUsd === 0 ? '' : `, $${costUsd.toFixed(4)}`;
    return {
      progress: step + queries,
      message: `Step ${step} of at most ${maxSteps}; ${queries} sub-queries, ${tokens} tokens${cost}`,
    };
  };
}

type Usage = Extract<RlmEvent, { readonly type: 'model-end' }>['usage'];

/** What a call cost, as far as it is known: reported, or by the one price of all models. */
function costOf(usage: Usage = {}, prices: RlmOptions['prices']): number {
  if (usage.costUsd !== undefined) return usage.costUsd;
  const { inputPerMillion, outputPerMillion } = (prices ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof inputPerMillion !== 'number' || typeof outputPerMillion !== 'number') return 0;
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return (inputTokens * inputPerMillion + outputTokens * outputPerMillion) / 1_000_000;
}
