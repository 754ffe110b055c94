import { countCodePoints, detach, indexAfterCodePoints } from './code-points.js';
import type { Gap } from './cut-text.js';
import type { FinalSignal } from './final-signal.js';
import { inlineJson } from './json-text.js';
import { REPLVariable } from './repl-variable.js';

/** How the execution of one code block ended. */
export type ExecutionOutcome =
  | 'ok'
  | 'error'
  | 'final'
  | 'timeout'
  | 'memory'
  | 'aborted'
  | 'violation'
  | 'crashed';

/**
 * The state of a session's variables after an execution. `kept`: they are as the execution left them. The others say
 * what the next call will find, after it brings a lost guest back: `restored` from a snapshot, `replayed` by running
 * cells again, or `lost`. If that fails, the next call's result says `lost`. The result of a cell before or during
 * which the session was brought back says how.
 */
export type SessionState = 'kept' | 'restored' | 'replayed' | 'lost';

/** An error that model-written code raised, as data for the model to repair. */
export interface ExecutionError {
  /** The guest's own name for the error: `ValueError`, `TypeError`. */
  readonly type: string;
  readonly message: string;
  /** The guest's traceback, reduced to the lines of the cell; empty if there is none. */
  readonly traceback: string;
}

/** What reading a cell before it runs, or its names after it, can find; see {@link CellDiagnostic}. */
export type CellDiagnosticCode =
  /** A name that does not exist: no variable, no function, not part of the language, and not set by the cell. */
  | 'unknown_name'
  /** A FINAL_VAR of a name that is not a variable, and that the cell does not set. */
  | 'final_var_missing'
  /** An async callback of a method that does not wait for it: `filter`, `some`, `every`, `find`, `sort`, `forEach`. */
  | 'async_callback'
  /** A variable of the host that the cell overwrote or deleted. It has its value again before the next cell. */
  | 'data_restored'
  /** A function of the host that the cell replaced. It is itself again before the next cell. */
  | 'function_restored'
  /** A helper (`grep`, `lines`, `chunk`) whose name is the user's from this cell on. */
  | 'function_replaced';

/** A problem that was found by reading a cell before it ran, or its names after it. */
export interface CellDiagnostic {
  readonly code: CellDiagnosticCode;
  /** One line that names the problem and says what to do. */
  readonly message: string;
  /** The line of the cell, counted from 1; 0 for what is not of one line. */
  readonly line: number;
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

/** JSON data: what can cross the border between host and guest. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * A variable after an execution: its value if that is short JSON data, else its description (`local instanceof
 * REPLVariable`). Backends return values of at most 2 kB each and 64 kB in all.
 */
export type ReplLocal = JsonValue | REPLVariable | undefined;

/** The places where printed output was left out. */
export interface OutputGaps {
  readonly stdout: readonly Gap[];
  readonly stderr: readonly Gap[];
}

/** The fields of a {@link REPLResult}; all have defaults. */
export interface REPLResultInit {
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  /** The places where output was left out, so that cutting it again keeps the true numbers; default: none. */
  readonly gaps?:
    | { readonly [Stream in keyof OutputGaps]?: OutputGaps[Stream] | undefined }
    | undefined;
  readonly locals?: Readonly<Record<string, ReplLocal>> | undefined;
  readonly executionTimeMs?: number | undefined;
  readonly llmCalls?: readonly LlmCall[] | undefined;
  readonly success?: boolean | undefined;
  readonly finalOutput?: FinalSignal | null | undefined;
  readonly value?: string | null | undefined;
  readonly error?: ExecutionError | undefined;
  readonly outcome?: ExecutionOutcome | undefined;
  readonly session?: SessionState | undefined;
  readonly refused?: boolean | undefined;
  readonly unread?: boolean | undefined;
  readonly diagnostics?: readonly CellDiagnostic[] | undefined;
}

/** A {@link REPLResult} as plain data for a log: locals are texts, cut at 200 characters. */
export interface REPLResultJson {
  readonly stdout: string;
  readonly stderr: string;
  readonly gaps: OutputGaps;
  readonly locals: Readonly<Record<string, string>>;
  /** Names of the locals whose text is not complete. */
  readonly truncatedLocals: readonly string[];
  readonly executionTimeMs: number;
  readonly llmCalls: readonly LlmCall[];
  readonly success: boolean;
  readonly finalOutput: FinalSignal | null;
  readonly value: string | null;
  readonly error: ExecutionError | undefined;
  readonly outcome: ExecutionOutcome;
  readonly session: SessionState;
  readonly refused: boolean;
  readonly unread: boolean;
  readonly diagnostics: readonly CellDiagnostic[];
}

const localLimit = 200;

/** The result of executing one code block: frozen data. */
export class REPLResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The places where output was left out, as {@link cutText} takes them. */
  readonly gaps: OutputGaps;
  /** The user's variables after the execution, as far as the backend reports them: values, or descriptions. */
  readonly locals: Readonly<Record<string, ReplLocal>>;
  readonly executionTimeMs: number;
  readonly llmCalls: readonly LlmCall[];
  /** Whether the code ran to its end, or to a FINAL, without an error. */
  readonly success: boolean;
  /** The first final signal of the execution, or null. */
  readonly finalOutput: FinalSignal | null;
  /**
   * The value of the code's last expression as text (`repr` in Python), which the backend cuts at a few thousand
   * characters. Null if the code does not end with an expression, or the expression has no value. Not in `stdout`.
   */
  readonly value: string | null;
  readonly error: ExecutionError | undefined;
  readonly outcome: ExecutionOutcome;
  readonly session: SessionState;
  /**
   * Whether the code was refused before it ran, because it was certain to fail. None of it ran; `error` says why. Only
   * backends with `capabilities.preflight` refuse code.
   */
  readonly refused: boolean;
  /**
   * Whether the code could not be read: it is not code of the REPL's language, or has a slip in it. None of it ran;
   * `error` is the language's syntax error. Code that runs and fails to read another text (`JSON.parse`, `eval`) was read.
   */
  readonly unread: boolean;
  /**
   * Problems that were found by reading the code before it ran, most useful first. The reason for a refusal is not
   * among them.
   */
  readonly diagnostics: readonly CellDiagnostic[];

  constructor(init: REPLResultInit = {}) {
    this.stdout = init.stdout ?? '';
    this.stderr = init.stderr ?? '';
    this.gaps = Object.freeze({
      stdout: init.gaps?.stdout ?? [],
      stderr: init.gaps?.stderr ?? [],
    });
    this.locals = Object.freeze({ ...init.locals });
    this.executionTimeMs = init.executionTimeMs ?? 0;
    this.llmCalls = Object.freeze([...(init.llmCalls ?? [])]);
    this.success = init.success ?? init.error === undefined;
    this.finalOutput = init.finalOutput ?? null;
    this.value = init.value ?? null;
    this.error = init.error;
    this.outcome =
      init.outcome ?? (this.finalOutput !== null ? 'final' : this.success ? 'ok' : 'error');
    this.session = init.session ?? 'kept';
    this.refused = init.refused ?? false;
    this.unread = init.unread ?? false;
    this.diagnostics = Object.freeze([...(init.diagnostics ?? [])]);
    Object.freeze(this);
  }

  /** The result for a log. Each local becomes text of at most 200 characters. */
  toJSON(): REPLResultJson {
    const truncatedLocals: string[] = [];
    const locals = Object.entries(this.locals).map(([name, value]) => {
      const text = textOf(value);
      const end = indexAfterCodePoints(text, localLimit);
      if (end < text.length || !isWhole(value)) truncatedLocals.push(name);
      if (end === text.length) return [name, text];
      return [name, detach(text.slice(0, end))];
    });
    return Object.assign({}, this, {
      locals: Object.fromEntries(locals) as Record<string, string>,
      truncatedLocals,
    });
  }
}

/** A local as text; a description becomes the beginning of its value's text. */
function textOf(local: ReplLocal): string {
  if (local instanceof REPLVariable) return local.preview;
  return typeof local === 'string' ? local : (inlineJson(local) ?? 'undefined');
}

/** Whether {@link textOf} returns all of a local's text; lengths are measured in the guest's way. */
function isWhole(local: ReplLocal): boolean {
  if (!(local instanceof REPLVariable)) return true;
  const { preview, totalLength } = local;
  return totalLength === preview.length || totalLength === countCodePoints(preview);
}
