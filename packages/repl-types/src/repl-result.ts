import { detach, indexAfterCodePoints } from './code-points.js';
import type { FinalSignal } from './final-signal.js';
import { inlineJson } from './json-text.js';

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

/** A {@link REPLResult} as plain data for a log: locals are texts, cut at 200 characters. */
export interface REPLResultJson {
  readonly stdout: string;
  readonly stderr: string;
  readonly locals: Readonly<Record<string, string>>;
  /** Names of the locals whose text was cut. */
  readonly truncatedLocals: readonly string[];
  readonly executionTimeMs: number;
  readonly llmCalls: readonly LlmCall[];
  readonly success: boolean;
  readonly finalOutput: FinalSignal | null;
  readonly error: ExecutionError | undefined;
  readonly outcome: ExecutionOutcome;
  readonly session: SessionState;
}

const localLimit = 200;

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

  /** The result for a log. Each local is given by its text, at most 200 characters of it. */
  toJSON(): REPLResultJson {
    const truncatedLocals: string[] = [];
    const locals = Object.entries(this.locals).map(([name, value]) => {
      const text = typeof value === 'string' ? value : (inlineJson(value) ?? String(value));
      const end = indexAfterCodePoints(text, localLimit);
      if (end === text.length) return [name, text];
      truncatedLocals.push(name);
      return [name, detach(text.slice(0, end))];
    });
    return Object.assign({}, this, {
      locals: Object.fromEntries(locals) as Record<string, string>,
      truncatedLocals,
    });
  }
}
