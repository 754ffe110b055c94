/** A model's call as it is shown. */
export interface CallView {
  readonly purpose: string;
  /** What was written so far; whole when `durationMs` is there. */
  readonly text: string;
  /** Absent where the log does not say. */
  readonly promptChars?: number | undefined;
  readonly inputTokens?: number | undefined;
  /** Of `inputTokens`, those from the provider's cache; absent if there were none. So in the sums below. */
  readonly cachedInputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly costUsd?: number | undefined;
  /** Absent while it is under way. */
  readonly durationMs?: number | undefined;
}

/** A sub-query, or a call of a tool, as it is shown. */
export interface QueryView {
  readonly queryId: string;
  readonly kind: string;
  /** The function that code called. */
  readonly name: string;
  readonly prompt: string;
  readonly step: number;
  readonly response?: string | undefined;
  readonly error?: string | undefined;
  /** `asked`, `shared` or `cache`. */
  readonly origin?: string | undefined;
  /** Of both kinds, of its own calls; absent where the log does not say. */
  readonly tokens?: number | undefined;
  /** Absent while it is under way. */
  readonly durationMs?: number | undefined;
  /** The run of an `rlm_query`: a key of {@link TreeView.runs}. */
  readonly childId?: string | undefined;
}

/** A block of code and its outcome. */
export interface BlockView {
  readonly block: number;
  readonly blocks: number;
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
  /** The value of the last expression, as text. */
  readonly value?: string | undefined;
  readonly error?:
    | { readonly type: string; readonly message: string; readonly traceback: string }
    | undefined;
  /** How it ended: `ok`, `error`, `final`, `timeout`, `memory`, `aborted`, `violation`, `crashed`. */
  readonly outcome?: string | undefined;
  /** Absent while it runs. */
  readonly durationMs?: number | undefined;
}

/** What a policy said when it was asked whether the run goes on. */
export interface DecisionView {
  readonly policy: string;
  /** `after` the step, or `before` the next one. */
  readonly when: string;
  readonly terminate: boolean;
  readonly code?: string | undefined;
  /** Empty if it had nothing to say. */
  readonly reason: string;
  /** The figures that it was shown: `last_reward`, `total_tokens`, `cost_usd`, `elapsed_ms` ... */
  readonly metrics: Readonly<Record<string, number>>;
}

/** A call of a tool of the agent loop. */
export interface ActionView {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly result?: string | undefined;
  /** `completed` or `error`; absent while it is under way. */
  readonly status?: string | undefined;
}

/** What the host told the model beside the output. */
export interface NoticeView {
  readonly code: string;
  readonly message: string;
  /** The answer that it refuses, as text, and why in one line. */
  readonly refused?: { readonly answer: string; readonly reason: string } | undefined;
}

/** An attempt at a call that failed, and is followed by another. */
export interface RetryView {
  /** `model`, `sub-query`, or another effect. */
  readonly kind: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly message: string;
  readonly waitMs: number;
  /** When the next one starts, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** One step: what the model wrote, what its code did, and what it got back. The wrap-up after a limit is a step too. */
export interface StepView {
  readonly step: number;
  readonly calls: readonly CallView[];
  /** What the model wrote beside its code; empty while it writes. */
  readonly reasoning: string;
  readonly blocks: readonly BlockView[];
  readonly notices: readonly NoticeView[];
  /** `queryId`s, in the order of their starts. */
  readonly queries: readonly string[];
  readonly decisions: readonly DecisionView[];
  /** Attempts that failed; absent if there were none. */
  readonly retries?: readonly RetryView[] | undefined;
  readonly reward?: { readonly value: number; readonly reason: string } | undefined;
  /** The share of the contexts that was read by the end of this step, 0 to 1. */
  readonly coverage?: number | undefined;
  /** Of each context, from its beginning to its end, the share of each of up to 100 parts that was read by then, 0 to 1. */
  readonly strips?: Readonly<Record<string, readonly number[]>> | undefined;
  readonly final?: { readonly answer: string; readonly source: string } | undefined;
  /** Tools of the agent loop. */
  readonly actions: readonly ActionView[];
  /** Tokens of the step, where the log says so. */
  readonly tokens?: number | undefined;
  /** Whether the best answer is asked for here, since something stopped the run. */
  readonly isWrapUp: boolean;
  /** Absent while it is under way, of the wrap-up, and where the log does not say. */
  readonly durationMs?: number | undefined;
  /** Whether all that is known of it was given again, in a run that was resumed. */
  readonly replayed: boolean;
  /** Indexes of the first and the last event of this step in the log. */
  readonly firstEvent: number;
  readonly lastEvent: number;
}

/** What is left of a bound, in its unit: tokens, US dollars, milliseconds. What does not bound is not there. */
export interface BudgetView {
  readonly name: 'steps' | 'tokens' | 'cost' | 'sub-queries' | 'time';
  readonly left: number;
  /** The limit; where the events do not tell it, what was left at first and what was spent by then. */
  readonly of: number;
}

/** Why a limit, a policy, a guard or an error stopped a run. */
export interface StopView {
  readonly finishReason: string;
  readonly code?: string | undefined;
  readonly message: string;
}

/** One run of the tree: the root, or the child of an `rlm_query`. */
export interface RunView {
  readonly runId: string;
  readonly parentId: string | null;
  /** The step of its parent in which it began; 0 of a root. */
  readonly parentStep: number;
  readonly depth: number;
  /** `rlm`, `task` or `response`; for logs of others `rlm` too. */
  readonly protocol: string;
  readonly query: string;
  readonly contexts: readonly {
    readonly name: string;
    readonly typeName: string;
    readonly totalLength: number;
  }[];
  readonly backend?: string | undefined;
  readonly language: 'javascript' | 'python';
  readonly maxSteps?: number | undefined;
  readonly promptChars?: number | undefined;
  readonly steps: readonly StepView[];
  /** The REPL's variables after the last block, by name: a short text of the value. */
  readonly variables: Readonly<Record<string, string>>;
  readonly budgets: readonly BudgetView[];
  readonly state: 'running' | 'wrapping-up' | 'ended';
  readonly stop?: StopView | undefined;
  readonly error?: string | undefined;
  readonly end?: EndView | undefined;
  /** Until its session is open, how many may be open at the same time, and how many wait for a place. */
  readonly placeWait?: { readonly max: number; readonly waiting: number } | undefined;
  /** How many events its reader was too slow for: they are not in this view. */
  readonly missingEvents?: number | undefined;
}

/** A place in a context whose words are in the answer. */
export interface EvidenceView {
  readonly context: string;
  /** In data: the JSON Pointer of the string. */
  readonly path?: string | undefined;
  /** Where the quote starts, in UTF-16 code units. */
  readonly start: number;
  readonly quote: string;
}

/** The outcome of a run. */
export interface EndView {
  readonly answer: string | null;
  readonly finishReason: string;
  readonly source: string | null;
  readonly stop?: StopView | undefined;
  /** Absent where the log does not say; so is the time. */
  readonly inputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** `null` if no price is known. */
  readonly costUsd: number | null;
  readonly durationMs?: number | undefined;
  readonly calls: Readonly<Record<string, number>>;
  readonly rewards: readonly number[];
  readonly coverage?:
    | {
        readonly fraction: number;
        readonly chars: number;
        readonly contexts: Readonly<Record<string, number>>;
        readonly unread: readonly {
          readonly context: string;
          readonly path?: string | undefined;
          readonly start: number;
          readonly end: number;
        }[];
        /** The places whose words are in the answer, each with its text. */
        readonly evidence: readonly EvidenceView[];
      }
    | undefined;
  /** Diagnostics of the run. */
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  /** A task waits for a person, or a person has decided: `pending_review`, `completed`, `rejected`. */
  readonly status?: string | undefined;
}

/**
 * A tree of runs as it is shown, made of its events alone: the terminal, the page and the exported file show the same. A new event
 * makes a new view that shares all that has not changed.
 */
export interface TreeView {
  /** Empty until the first event. */
  readonly rootId: string;
  readonly runs: Readonly<Record<string, RunView>>;
  readonly queries: Readonly<Record<string, QueryView>>;
  /** How many events made it. */
  readonly events: number;
}

/** An event of a saved or live run: of the RLM loop or of the agent loop, as an object or as a trajectory has it. */
export interface ViewEvent {
  readonly type: string;
  readonly runId: string;
  readonly parentId: string | null;
  readonly depth: number;
  readonly step: number;
  readonly replayed?: unknown;
}
