import type { readTrajectory } from '@rlm/runner';

/** A model's call as it is shown. */
export interface CallView {
  readonly purpose: string;
  /** What was written so far; whole when `durationMs` is there. */
  readonly text: string;
  readonly promptChars: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
  /** Absent while it is under way. */
  readonly durationMs?: number;
}

/** A sub-query, or a call of a tool, as it is shown. */
export interface QueryView {
  readonly queryId: string;
  readonly kind: string;
  /** The function that code called. */
  readonly name: string;
  readonly prompt: string;
  readonly step: number;
  readonly response?: string;
  readonly error?: string;
  /** `asked`, `shared` or `cache`. */
  readonly origin?: string;
  /** Absent while it is under way. */
  readonly durationMs?: number;
  /** The run of an `rlm_query`: a key of {@link TreeView.runs}. */
  readonly childId?: string;
}

/** A block of code and what it came to. */
export interface BlockView {
  readonly block: number;
  readonly blocks: number;
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
  /** The value of the last expression, as text. */
  readonly value?: string;
  readonly error?: { readonly type: string; readonly message: string; readonly traceback: string };
  readonly outcome?: string;
  /** Absent while it runs. */
  readonly durationMs?: number;
}

/** What a policy said after a step. */
export interface DecisionView {
  readonly policy: string;
  readonly terminate: boolean;
  readonly code?: string;
  readonly words: string;
}

/** One step: what the model wrote, what its code did, and what it was told. */
export interface StepView {
  readonly step: number;
  readonly calls: readonly CallView[];
  /** What the model wrote beside its code. */
  readonly reasoning: string;
  readonly blocks: readonly BlockView[];
  readonly notices: readonly { readonly code: string; readonly message: string }[];
  /** `queryId`s, in the order of their starts. */
  readonly queries: readonly string[];
  readonly decisions: readonly DecisionView[];
  readonly reward?: { readonly value: number; readonly reason: string };
  /** The share of the contexts that was read by the end of this step, 0 to 1. */
  readonly coverage?: number;
  readonly final?: { readonly answer: string; readonly source: string };
  /** Tools of a Penguin run. */
  readonly actions: readonly {
    readonly name: string;
    readonly arguments: string;
    readonly result?: string;
    readonly status?: string;
  }[];
  readonly durationMs?: number;
  readonly replayed: boolean;
  /** Indexes of the first and the last event of this step in the log. */
  readonly firstEvent: number;
  readonly lastEvent: number;
}

/** What is left of a bound, and what it was where that is known; `null` where nothing bounds. */
export interface BudgetView {
  readonly name: 'steps' | 'tokens' | 'cost' | 'sub-queries' | 'time';
  readonly left: number | null;
  /** What was left when the run began. */
  readonly of: number | null;
}

/** One run of the tree: the root, or the child of an `rlm_query`. */
export interface RunView {
  readonly runId: string;
  readonly parentId: string | null;
  readonly depth: number;
  /** `rlm` or `task` or `response`; for logs of others `rlm` too. */
  readonly protocol: string;
  readonly query: string;
  readonly contexts: readonly {
    readonly name: string;
    readonly typeName: string;
    readonly totalLength: number;
  }[];
  readonly backend?: string;
  readonly language: 'javascript' | 'python';
  readonly maxSteps?: number;
  readonly promptChars?: number;
  readonly steps: readonly StepView[];
  /** The REPL's variables after the last block, by name: a short text of the value. */
  readonly variables: Readonly<Record<string, string>>;
  readonly budgets: readonly BudgetView[];
  readonly state: 'running' | 'concluding' | 'ended';
  /** Why a limit, a policy or a guard stopped it. */
  readonly stop?: {
    readonly finishReason: string;
    readonly code?: string;
    readonly message: string;
  };
  readonly error?: string;
  readonly end?: EndView;
}

/** What a run came to. */
export interface EndView {
  readonly answer: string | null;
  readonly finishReason: string;
  readonly source: string | null;
  readonly stop?: {
    readonly finishReason: string;
    readonly code?: string;
    readonly message: string;
  };
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
  readonly durationMs: number;
  readonly calls: Readonly<Record<string, number>>;
  readonly rewards: readonly number[];
  readonly coverage?: {
    readonly fraction: number;
    readonly chars: number;
    readonly contexts: Readonly<Record<string, number>>;
    readonly unread: readonly {
      readonly context: string;
      readonly path?: string;
      readonly start: number;
      readonly end: number;
    }[];
  };
  /** A task waits for a person, or a person has decided: `pending_review`, `completed`, `rejected`. */
  readonly status?: string;
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

/** Something of a saved or live run: plain data, as a trajectory has it. */
export type ViewEvent =
  ReturnType<typeof readTrajectory> extends AsyncGenerator<infer Event> ? Event : never;
