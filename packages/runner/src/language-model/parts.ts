import type { RlmResult } from '../result.js';

/** How a model ended, as the AI SDK wants to know it. */
export interface FinishPart {
  readonly finishReason: { readonly unified: 'stop' | 'length' | 'other'; readonly raw: string };
}

/** What a call used, as the AI SDK wants to know it. */
export interface UsagePart {
  readonly usage: {
    readonly inputTokens: {
      readonly total: number;
      /** Undefined if the models of the run reported nothing about a cache. */
      readonly noCache: number | undefined;
      readonly cacheRead: number | undefined;
      readonly cacheWrite: undefined;
    };
    readonly outputTokens: {
      readonly total: number;
      readonly text: undefined;
      readonly reasoning: undefined;
    };
  };
}

/** `stop` for a final answer, `length` for the best answer at a limit. */
export function finishOf({ finishReason }: RlmResult): FinishPart {
  const limited = finishReason.startsWith('max_') || finishReason === 'timeout';
  const unified = finishReason === 'final' ? 'stop' : limited ? 'length' : 'other';
  return { finishReason: { unified, raw: finishReason } };
}

/** The tokens of a run and its children. */
export function usageOf({ usage }: RlmResult): UsagePart {
  const { inputTokens, cachedInputTokens, outputTokens } = usage.total;
  return {
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: cachedInputTokens === undefined ? undefined : inputTokens - cachedInputTokens,
        cacheRead: cachedInputTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
    },
  };
}
