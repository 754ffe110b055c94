import type { RlmResult } from '@rlm/runner';

import type { AskLimits } from '../arguments/limit-arguments.js';
import { counted, dollars, duration, grouped } from '../view/text/numbers.js';

/** What the questions of a session have spent together. */
export interface SessionAccount {
  readonly add: (result: RlmResult) => void;
  /** That, and what each question may spend, in words. */
  readonly words: (limits: AskLimits) => string;
}

/** Opens the account of a session. */
export function openAccount(): SessionAccount {
  let questions = 0;
  let subQueries = 0;
  let tokens = 0;
  let costUsd = 0;
  let ms = 0;
  return {
    add({ usage, calls, durationMs }) {
      questions += 1;
      subQueries += calls.sub + calls.recursive;
      tokens += usage.total.inputTokens + usage.total.outputTokens;
      costUsd += usage.total.costUsd;
      ms += durationMs;
    },
    words({ maxSteps, maxSubQueries, maxTokens, maxCostUsd, prices, timeoutMs }) {
      const spent = [
        counted(questions, 'question'),
        counted(subQueries, 'sub-query', 'sub-queries'),
        counted(tokens, 'token'),
        prices === undefined ? 'cost unknown (--price-in, --price-out)' : dollars(costUsd),
        duration(ms),
      ];
      const bounds = [
        counted(maxSteps, 'step'),
        counted(maxSubQueries, 'sub-query', 'sub-queries'),
        ...(maxTokens === undefined ? [] : [counted(maxTokens, 'token')]),
        ...(maxCostUsd === undefined ? [] : [dollars(maxCostUsd)]),
        `${grouped(timeoutMs / 1000)} s`,
      ];
      return `So far: ${spent.join(', ')}.\nEach question may take ${bounds.join(', ')}.`;
    },
  };
}
