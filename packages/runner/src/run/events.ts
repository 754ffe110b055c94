import type { RunLimits, RunContext, RunEvent } from '@rlm/kernel';
import type { ModelUsage } from '@rlm/kernel/model';
import type { RefusedAnswer, REPLResult, ReplLanguage } from '@rlm/repl-types';

import type { CoverageFigures } from '../reading/coverage.js';
import type { CoverageStrips } from '../reading/coverage-strips.js';
import type { AnswerSource, RlmResult } from '../result.js';
import type { NoticeCode } from './notice.js';

/** The kinds of sub-queries, as code calls them. */
export type QueryKind = 'llm_query' | 'rlm_query' | 'tool';

/** Where the answer of a sub-query came from: asked anew, shared with one in flight, or kept. */
export type QueryOrigin = 'asked' | 'shared' | 'cache';

/** A context as events describe it; `totalLength` in the measure of the REPL's language. */
export interface ContextSummary {
  readonly name: string;
  readonly typeName: string;
  readonly totalLength: number;
}

/** What an RLM run tells of itself, beside the kernel's own events. */
export type RlmEventBody =
  /** The session is open and the contexts are in it. `promptChars` does not depend on their size. */
  | {
      readonly type: 'session-open';
      readonly query: string;
      readonly contexts: readonly ContextSummary[];
      readonly backend: string;
      readonly language: ReplLanguage;
      readonly promptChars: number;
    }
  /** `block` counts from 0; `blocks` is how many the reply has. */
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
   * `response` where it was answered, `error` where it failed; `childId` is the run of an `rlm_query`. `usage`: what its own calls
   * of a sub-model used; absent where none was asked.
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
      readonly childId?: string;
      readonly usage?: ModelUsage;
    }
  /** After each turn, with the option `coverage`: what was read so far, and where in the contexts. */
  | ({ readonly type: 'coverage'; readonly strips: CoverageStrips } & CoverageFigures)
  /** `refused`: the answer that it refuses, and why. */
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
  /** What is left; `Infinity` where nothing bounds. */
  | {
      readonly type: 'budget';
      readonly stepsLeft: number;
      readonly tokensLeft: number;
      readonly costUsdLeft: number;
      readonly subQueriesLeft: number;
      readonly timeLeftMs: number;
      /** The limits of the run itself, without those of the runs above it; one that does not bound is absent. Older logs have none. */
      readonly limits?: Pick<RunLimits, 'maxTokens' | 'maxCostUsd' | 'maxSubQueries' | 'timeoutMs'>;
    };

/**
 * An event of a run or of one of its children (told apart by `runId`, `parentId`, `depth`), in the order
 * in which they happened. Each run starts with `run-start` and ends with one `run-end`; the root's
 * is the last event of all.
 */
export type RlmEvent = RunEvent<RlmEventBody, RlmResult>;

/** What an RLM's step sees of its run, and publishes its events with. */
export type RlmContext = RunContext<RlmEventBody>;
