import type { ModelPurpose, ModelUsage } from '@rlm/penguin-engine/model';
import type { REPLResult } from '@rlm/repl-types';

import type { AnswerSource, RlmResult } from './result.js';
import type { NoticeCode } from './turn/notice.js';

/** What every event says of its place. */
export interface EventPlace {
  readonly runId: string;
  /** The run that started this one, or null. */
  readonly parentId: string | null;
  /** 0 for a run that only the caller started. */
  readonly depth: number;
  /** The turn, from 1; 0 before the first. */
  readonly step: number;
}

/** The kinds of sub-queries, as code calls them. */
export type QueryKind = 'llm_query' | 'rlm_query' | 'tool';

/** Where the answer of a sub-query came from: asked anew, shared with one in flight, or kept. */
export type QueryOrigin = 'asked' | 'shared' | 'cache';

/** What happens in a run, without its place. */
export type RlmEventBody =
  | {
      readonly type: 'run-start';
      readonly query: string;
      readonly maxSteps: number;
      /** The contexts: name, type in the REPL's language, and length in code points. */
      readonly contexts: readonly {
        readonly name: string;
        readonly typeName: string;
        readonly totalLength: number;
      }[];
      readonly backend: string;
      readonly language: 'python' | 'javascript';
      /** Characters of the first prompt; does not depend on the contexts' size. */
      readonly promptChars: number;
    }
  | { readonly type: 'step-start'; readonly maxSteps: number }
  | {
      readonly type: 'model-start';
      readonly purpose: ModelPurpose;
      readonly messages: number;
      readonly promptChars: number;
    }
  | { readonly type: 'text-delta'; readonly text: string }
  | {
      readonly type: 'model-end';
      readonly purpose: ModelPurpose;
      readonly text: string;
      readonly usage: ModelUsage;
      readonly durationMs: number;
      /** Whether the stream was cut after its first block of code. */
      readonly fenceStopped: boolean;
    }
  | {
      readonly type: 'code-start';
      readonly code: string;
      /** The block, from 0, and how many the reply has. */
      readonly block: number;
      readonly blocks: number;
    }
  | {
      readonly type: 'output-delta';
      readonly text: string;
      readonly stream: 'stdout' | 'stderr';
    }
  | { readonly type: 'code-end'; readonly block: number; readonly result: REPLResult }
  | {
      readonly type: 'query-start';
      readonly queryId: string;
      readonly kind: QueryKind;
      /** The function that was called. */
      readonly name: string;
      readonly prompt: string;
    }
  | {
      readonly type: 'query-end';
      readonly queryId: string;
      readonly kind: QueryKind;
      readonly name: string;
      readonly origin: QueryOrigin;
      readonly durationMs: number;
      /** The answer's text; absent where the query failed. */
      readonly response?: string;
      readonly error?: { readonly code: string; readonly message: string };
      /** The child run of an `rlm_query`. */
      readonly childId?: string;
    }
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly message: string }
  | {
      readonly type: 'final';
      readonly answer: string;
      readonly value: unknown;
      readonly source: AnswerSource;
    }
  | {
      readonly type: 'budget';
      readonly stepsLeft: number;
      readonly tokensLeft: number;
      readonly costUsdLeft: number;
      readonly subQueriesLeft: number;
      readonly timeLeftMs: number;
    }
  | { readonly type: 'step-end'; readonly success: boolean; readonly durationMs: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  | { readonly type: 'run-end'; readonly result: RlmResult };

/**
 * What a run tells while it works: its own events and those of its children, in the order in which
 * they happened. `run-end` comes once for each run; the root's is the last event of all.
 */
export type RlmEvent = EventPlace & RlmEventBody;
