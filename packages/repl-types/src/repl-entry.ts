import { indexAfterCodePoints } from './code-points.js';
import { cutText, type Gap } from './cut-text.js';
import { fenced } from './fence.js';
import { guessLanguage } from './guess-language.js';
import { fields } from './options/fields.js';
import { checkOptions, type OptionRule } from './options/option-rule.js';
import { anything, listOf, oneOf, rule, text } from './options/rules.js';
import { refuseOption } from './invalid-option-error.js';
import { isRefusedAnswer, type RefusedAnswer } from './refused-answer.js';
import type { LlmCall } from './repl-result.js';

/** How output that is too long is shown: only its beginning, or its beginning and its end. */
export type OutputTruncation = 'head' | 'head-tail';

/** Characters (code points) of output that a formatted entry shows. */
const outputLimit = 2_000;

/** The fields of a {@link REPLEntry}; all have defaults. */
export interface REPLEntryInit {
  /** What the model wrote around its code. */
  readonly reasoning?: string | undefined;
  readonly code?: string | undefined;
  /** The language of the code, which tags it in `format`. Default: none, and the code itself tells (else `python`). */
  readonly language?: string | undefined;
  /** What the execution printed. */
  readonly output?: string | undefined;
  /** The places where output was left out before it was recorded; default: none. */
  readonly outputGaps?: readonly Gap[] | undefined;
  readonly executionTimeMs?: number | undefined;
  /** The sub-model calls that the execution made. */
  readonly llmCalls?: readonly LlmCall[] | undefined;
  /** The answer that the step gave and that was refused; default: none. */
  readonly refused?: RefusedAnswer | undefined;
  /** ISO 8601, UTC; default: now. */
  readonly timestamp?: string | undefined;
}

/** How an entry is shown to a model. */
export interface FormatEntryOptions {
  /** The step's number in the header; without it the header is `[Step]`. */
  readonly index?: number | null | undefined;
  /** Default `head`: cut after 2,000 characters; `head-tail` keeps both ends. */
  readonly truncate?: OutputTruncation | undefined;
  /** The tag of the code block. Default: the entry's own language, else what its code looks like (else `python`). */
  readonly language?: string | undefined;
}

/** The rule for how output that is too long is shown. */
export const truncateRule: OptionRule = oneOf('head', 'head-tail');

const formatRule = fields<FormatEntryOptions>({
  index: rule('a number or null', (value) => value === null || typeof value === 'number'),
  truncate: truncateRule,
  language: text,
});

const list = listOf(anything);

const initRule = fields<REPLEntryInit>({
  reasoning: text,
  code: text,
  language: text,
  output: text,
  outputGaps: list,
  executionTimeMs: rule('a number', (value) => typeof value === 'number'),
  llmCalls: list,
  refused: rule('a refused answer', isRefusedAnswer),
  timestamp: text,
});

/** A {@link REPLEntry} as plain data. */
export type REPLEntryJson = Required<Omit<REPLEntryInit, 'language' | 'refused'>> &
  Pick<REPLEntryInit, 'language' | 'refused'>;

/** One step of the loop: the model's reasoning, its code and the output. Frozen data. */
export class REPLEntry {
  readonly reasoning: string;
  readonly code: string;
  /** Present only if it was given. */
  declare readonly language?: string;
  readonly output: string;
  readonly outputGaps: readonly Gap[];
  readonly executionTimeMs: number;
  readonly llmCalls: readonly LlmCall[];
  /** The answer that the step gave and that was refused. Present only if there was one. */
  declare readonly refused?: RefusedAnswer;
  readonly timestamp: string;

  constructor(init: REPLEntryInit = {}) {
    checkOptions(init, initRule, refuseOption);
    this.reasoning = init.reasoning ?? '';
    this.code = init.code ?? '';
    if (init.language !== undefined) this.language = init.language;
    this.output = init.output ?? '';
    this.outputGaps = Object.freeze([...(init.outputGaps ?? [])]);
    this.executionTimeMs = init.executionTimeMs ?? 0;
    this.llmCalls = Object.freeze((init.llmCalls ?? []).map((call) => Object.freeze({ ...call })));
    if (init.refused !== undefined) this.refused = Object.freeze({ ...init.refused });
    this.timestamp = init.timestamp ?? new Date().toISOString();
    Object.freeze(this);
  }

  /** The entry as a prompt shows it. A number given instead of options is the index. */
  format(options: FormatEntryOptions | number | null = {}): string {
    const given = options === null || typeof options === 'number' ? { index: options } : options;
    checkOptions(given, formatRule, refuseOption);
    const { index, truncate, language } = given;
    const step = index === undefined || index === null ? '' : ` ${index}`;
    const parts = [`[Step${step}]`];
    if (this.reasoning !== '') parts.push(`Reasoning: ${this.reasoning}`);
    if (this.code !== '')
      parts.push('Code:', fenced(this.code, language ?? this.language ?? guessLanguage(this.code)));
    if (this.output !== '') {
      parts.push('Output:', fenced(this.#cutOutput(truncate ?? 'head')));
    }
    if (this.refused !== undefined) parts.push(`Answer refused: ${this.refused.reason}`);
    if (this.llmCalls.length > 0) parts.push(`(Made ${this.llmCalls.length} sub-LLM call(s))`);
    return parts.join('\n');
  }

  #cutOutput(truncate: OutputTruncation): string {
    const { output, outputGaps } = this;
    if (truncate === 'head-tail') return cutText(output, outputLimit, outputGaps).text;
    const end = indexAfterCodePoints(output, outputLimit);
    return end >= output.length ? output : `${output.slice(0, end)}\n... (truncated)`;
  }

  /** All fields as plain data. */
  toJSON(): REPLEntryJson {
    return Object.assign({}, this);
  }
}
