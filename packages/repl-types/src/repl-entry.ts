import { cutOutput, type OutputTruncation } from './cut-output.js';
import { fenced } from './fence.js';
import type { LlmCall } from './repl-result.js';

/** The fields of a {@link REPLEntry}; all of them have defaults. */
export interface REPLEntryInit {
  /** What the model wrote around its code. */
  readonly reasoning?: string;
  readonly code?: string;
  /** What the execution printed. */
  readonly output?: string;
  readonly executionTimeMs?: number;
  /** The sub-model calls that the execution made. */
  readonly llmCalls?: readonly LlmCall[];
  /** ISO 8601, UTC; default: now. */
  readonly timestamp?: string;
}

/** How an entry is shown to a model. */
export interface FormatEntryOptions {
  /** The step's number in the header; without it the header is `[Step]`. */
  readonly index?: number | null;
  /** Default `head`: cut after 2,000 characters; `head-tail` keeps both ends. */
  readonly truncate?: OutputTruncation;
  /** The tag of the code block; default `python`. */
  readonly language?: string;
}

/** A {@link REPLEntry} as plain data. */
export type REPLEntryJson = Required<REPLEntryInit>;

/** One turn of the loop: what was thought, executed and seen. Frozen data (seed document 004). */
export class REPLEntry {
  readonly reasoning: string;
  readonly code: string;
  readonly output: string;
  readonly executionTimeMs: number;
  readonly llmCalls: readonly LlmCall[];
  readonly timestamp: string;

  constructor(init: REPLEntryInit = {}) {
    this.reasoning = init.reasoning ?? '';
    this.code = init.code ?? '';
    this.output = init.output ?? '';
    this.executionTimeMs = init.executionTimeMs ?? 0;
    this.llmCalls = Object.freeze((init.llmCalls ?? []).map((call) => Object.freeze({ ...call })));
    this.timestamp = init.timestamp ?? new Date().toISOString();
    Object.freeze(this);
  }

  /** The entry as a prompt shows it. A number given instead of options is the index. */
  format(options: FormatEntryOptions | number | null = {}): string {
    const { index, truncate, language } =
      typeof options === 'object' && options !== null ? options : { index: options };
    const step = index === undefined || index === null ? '' : ` ${index}`;
    const parts = [`[Step${step}]`];
    if (this.reasoning !== '') parts.push(`Reasoning: ${this.reasoning}`);
    if (this.code !== '') parts.push('Code:', fenced(this.code, language ?? 'python'));
    if (this.output !== '') {
      parts.push('Output:', fenced(cutOutput(this.output, truncate ?? 'head')));
    }
    if (this.llmCalls.length > 0) parts.push(`(Made ${this.llmCalls.length} sub-LLM call(s))`);
    return parts.join('\n');
  }

  /** All fields as plain data. */
  toJSON(): REPLEntryJson {
    return Object.assign({}, this);
  }
}
