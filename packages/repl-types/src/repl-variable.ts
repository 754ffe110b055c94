import { countCodePoints, detach, indexAfterCodePoints, indexOffPair } from './code-points.js';
import { fenced } from './fence.js';
import { RlmError } from './rlm-error.js';
import { typeNameOf, valueText, type ReplLanguage } from './value-text.js';

/** The fields of a {@link REPLVariable}. */
export interface REPLVariableInit {
  /** The variable's name in the REPL. */
  readonly name: string;
  /** The type's name in the REPL's language: `str`, `dict`; `string`, `object`. */
  readonly typeName: string;
  /** What the variable holds, in words; default none. */
  readonly description?: string;
  /** How the variable may be used: `Read-only.`; default none. */
  readonly constraints?: string;
  /** Length of the value's text form, in the REPL's own measure; default 0. */
  readonly totalLength?: number;
  /** The beginning of the value's text form; default none. */
  readonly preview?: string;
}

/** How {@link REPLVariable.fromValue} describes a value. */
export interface DescribeValueOptions {
  readonly description?: string;
  readonly constraints?: string;
  /** Characters of the preview; default {@link REPLVariable.PREVIEW_LENGTH}; below 0 counts as 0. */
  readonly previewLength?: number;
  /** Whose type names, text forms and measure of length are used; default `python`. */
  readonly language?: ReplLanguage;
}

/** A {@link REPLVariable} as plain data. */
export type REPLVariableJson = Required<REPLVariableInit>;

/**
 * What a model is told of a variable in its REPL, instead of the value: frozen data
 * (seed document 004). Lengths count code points for Python, UTF-16 units for JavaScript.
 */
export class REPLVariable {
  /** Characters of a preview, where nothing else is asked for. */
  static readonly PREVIEW_LENGTH: number = 500;

  readonly name: string;
  readonly typeName: string;
  readonly description: string;
  readonly constraints: string;
  readonly totalLength: number;
  readonly preview: string;

  constructor(init: REPLVariableInit) {
    if (typeof init.name !== 'string') {
      throw new RlmError(`A variable's name must be a string, not ${typeof init.name}`, {
        code: 'invalid-argument',
      });
    }
    this.name = init.name;
    this.typeName = init.typeName;
    this.description = init.description ?? '';
    this.constraints = init.constraints ?? '';
    this.totalLength = init.totalLength ?? 0;
    this.preview = init.preview ?? '';
    Object.freeze(this);
  }

  /**
   * Describes a value. A string is not copied: one pass counts its code points. A container is
   * serialised once, and its text is not kept.
   */
  static fromValue(name: string, value: unknown, options: DescribeValueOptions = {}): REPLVariable {
    const { description, constraints, language = 'python' } = options;
    const limit = options.previewLength ?? REPLVariable.PREVIEW_LENGTH;
    if (typeof limit !== 'number' || Number.isNaN(limit)) {
      throw new RlmError(`previewLength must be a number, not ${String(limit)}`, {
        code: 'invalid-argument',
      });
    }
    const text = valueText(value, language);
    const python = language === 'python';
    const end = python ? indexAfterCodePoints(text, limit) : indexOffPair(text, Math.max(0, limit));
    return new REPLVariable({
      name,
      typeName: typeNameOf(value, language),
      ...(description === undefined ? {} : { description }),
      ...(constraints === undefined ? {} : { constraints }),
      totalLength: python ? countCodePoints(text) : text.length,
      preview: end < text.length ? `${detach(text.slice(0, end)).trimEnd()}...` : text,
    });
  }

  /** The description as a prompt shows it. */
  format(): string {
    return [
      `Variable: \`${this.name}\` (access it in your code)`,
      `Type: ${this.typeName}`,
      ...(this.description === '' ? [] : [`Description: ${this.description}`]),
      ...(this.constraints === '' ? [] : [`Constraints: ${this.constraints}`]),
      `Total length: ${groupThousands(this.totalLength)} characters`,
      'Preview:',
      fenced(this.preview),
    ].join('\n');
  }

  /** All fields as plain data. */
  toJSON(): REPLVariableJson {
    return Object.assign({}, this);
  }
}

function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
