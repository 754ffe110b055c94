import type { FinalSignal } from './final-signal.js';

/** How the execution of one code block ended. */
export type ExecutionOutcome =
  'ok' | 'error' | 'final' | 'timeout' | 'memory' | 'aborted' | 'violation' | 'crashed';

/** What the variables of a session are worth after an execution. */
export type SessionState = 'kept' | 'restored' | 'replayed' | 'lost';

/** An error that model-written code raised, as data for the model to repair. */
export interface ExecutionError {
  /** The guest's own name for it: `ValueError`, `TypeError`. */
  readonly type: string;
  readonly message: string;
  /** The guest's traceback, reduced to the lines of the cell; empty where there is none. */
  readonly traceback: string;
}

/** One call of a host function (`llm_query`, a tool) that an execution made. */
export interface LlmCall {
  /** The function's name. */
  readonly name?: string;
  readonly prompt?: string;
  readonly response?: string;
  readonly error?: string;
  readonly durationMs?: number;
  readonly [key: string]: unknown;
}

/** The fields of a {@link REPLResult}; all of them have defaults. */
export interface REPLResultInit {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly locals?: Readonly<Record<string, unknown>>;
  readonly executionTimeMs?: number;
  readonly llmCalls?: readonly LlmCall[];
  readonly success?: boolean;
  readonly finalOutput?: FinalSignal | null;
  readonly error?: ExecutionError;
  readonly outcome?: ExecutionOutcome;
  readonly session?: SessionState;
}

/** The result of executing one code block: frozen data (seed document 004). */
export class REPLResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The user's variables after the execution, as far as the backend reports them. */
  readonly locals: Readonly<Record<string, unknown>>;
  readonly executionTimeMs: number;
  readonly llmCalls: readonly LlmCall[];
  /** Whether the code ran to its end, or to a FINAL, without an error. */
  readonly success: boolean;
  /** The first final signal that the execution gave, or null. */
  readonly finalOutput: FinalSignal | null;
  readonly error: ExecutionError | undefined;
  readonly outcome: ExecutionOutcome;
  readonly session: SessionState;

  constructor(init: REPLResultInit = {}) {
    this.stdout = init.stdout ?? '';
    this.stderr = init.stderr ?? '';
    this.locals = Object.freeze({ ...init.locals });
    this.executionTimeMs = init.executionTimeMs ?? 0;
    this.llmCalls = Object.freeze([...(init.llmCalls ?? [])]);
    this.success = init.success ?? init.error === undefined;
    this.finalOutput = init.finalOutput ?? null;
    this.error = init.error;
    this.outcome =
      init.outcome ?? (this.finalOutput !== null ? 'final' : this.success ? 'ok' : 'error');
    this.session = init.session ?? 'kept';
    Object.freeze(this);
  }
}
