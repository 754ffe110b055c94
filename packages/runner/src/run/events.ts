import type { RunLimits, RunContext, RunEvent } from '@rlm/kernel';
import type { ModelUsage } from '@rlm/kernel/model';
import type { RefusedAnswer, REPLResult, ReplLanguage } from '@rlm/repl-types';

import type { CoverageFigures } from '../reading/coverage.js';
import type { CoverageStrips } from '../reading/coverage-strips.js';
import type { AnswerSource, RlmResult } from '../result.js';
import type { NoticeCode } from './notice.js';

/** The kinds of sub-queries, as code calls them. */
export type QueryKind = 'llm_query' | 'rlm_query' | 'tool';

/**
 * Where the answer of a sub-query came from: a new call, an identical call in flight, or the cache.
 */
export type QueryOrigin = 'asked' | 'shared' | 'cache';

/** A context as events describe it; `totalLength` is measured as in the REPL's language. */
export interface ContextSummary {
  readonly name: string;
  readonly typeName: string;
  readonly totalLength: number;
}

/** The events that an RLM run publishes, in addition to the kernel's. */
export type RlmEventBody =
  /**
   * The session waits for a place: of `max` that may be open at the same time, all are, and this many wait (`waiting`). The
   * model is asked when it has one. Of a pool over a backend with a limit of its own, there may be one for each.
   */
  | {
      readonly type: 'session-wait';
      readonly backend: string;
      readonly max: number;
      readonly waiting: number;
    }
  /**
   * The session is open and the contexts are in it. `promptChars` does not depend on their size.
   */
  | {
      readonly type: 'session-open';
      readonly query: string;
      readonly contexts: readonly ContextSummary[];
      readonly backend: string;
      readonly language: ReplLanguage;
      readonly promptChars: number;
    }
  /** `block` counts from 0; `blocks` is the number of blocks in the reply. */
  | {
      readonly type: 'code-start';
      readonly code: string;
      readonly block: number;
      readonly blocks: number;
    }
  | {
      readonly type: 'output-delta';
      readonly text: string;
      readonly stream: 'stdout' | 'stderr';
    }
  | { readonly type: 'code-end'; readonly block: number; readonly result: REPLResult }
  /** `name` is the function that code called. */
  | {
      readonly type: 'query-start';
      readonly queryId: string;
      readonly kind: QueryKind;
      readonly name: string;
      readonly prompt: string;
    }
  /**
   * `response` if it was answered, `error` if it failed. `childId` is the run of an `rlm_query`.
   * `usage`: what its own sub-model calls used, with their cost if there are `prices`; absent if
   * there were none.
   */
  | {
      readonly type: 'query-end';
      readonly queryId: string;
      readonly kind: QueryKind;
      readonly name: string;
      readonly origin: QueryOrigin;
      readonly durationMs: number;
      readonly response?: string;
      readonly error?: { readonly code: string; readonly message: string };
      readonly childId?: string | undefined;
      readonly usage?: ModelUsage | undefined;
    }
  /**
   * After each step, with the option `coverage`: what has been read so far, and where in the
   * contexts.
   */
  | ({ readonly type: 'coverage'; readonly strips: CoverageStrips } & CoverageFigures)
  /** `refused`: the answer that the notice refuses, and why. */
  | {
      readonly type: 'notice';
      readonly code: NoticeCode;
      readonly message: string;
      readonly refused?: RefusedAnswer;
    }
  | {
      readonly type: 'final';
      readonly answer: string;
      readonly value: unknown;
      readonly source: AnswerSource;
    }
  /** What is left; `Infinity` without a limit. */
  | {
      readonly type: 'budget';
      readonly stepsLeft: number;
      readonly tokensLeft: number;
      readonly costUsdLeft: number;
      readonly subQueriesLeft: number;
      readonly timeLeftMs: number;
      /**
       * The run's own limits, without those of the runs above it; an absent one does not apply.
       * Older logs have none.
       */
      readonly limits?: Pick<RunLimits, 'maxTokens' | 'maxCostUsd' | 'maxSubQueries' | 'timeoutMs'>;
    };

/**
 * An event of a run or of one of its children (`runId`, `parentId` and `depth` tell them apart), in
 * the order in which they happened. Each run starts with `run-start` and ends with one `run-end`;
 * that of the root is the last event of all.
 */
export type RlmEvent = RunEvent<RlmEventBody, RlmResult>;

/** The run as a step of an RLM sees it, with the events that it publishes. */
export type RlmContext = RunContext<RlmEventBody>;
