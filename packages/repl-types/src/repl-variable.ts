import { countCodePoints, detach, indexAfterCodePoints, indexOffPair } from './code-points.js';
import { groupThousands } from './number-text.js';
import { fenced } from './fence.js';
import { fields } from './options/fields.js';
import { checkOption, checkOptions, mismatch } from './options/option-rule.js';
import { oneOf, required, rule, text } from './options/rules.js';
import { refuseOption } from './invalid-option-error.js';
import { typeNameOf, valueText, type ReplLanguage } from './value-text.js';

/** The fields of a {@link REPLVariable}. */
export interface REPLVariableInit {
  /** The variable's name in the REPL. */
  readonly name: string;
  /** The type's name in the REPL's language: `str`, `dict`; `string`, `object`. */
  readonly typeName: string;
  /** What the variable holds, in words; default none. */
  readonly description?: string | undefined;
  /** How the variable may be used: `Read-only.`; default none. */
  readonly constraints?: string | undefined;
  /** Length of the value's text, in the REPL's own measure; -1 if it was not measured; default 0. */
  readonly totalLength?: number | undefined;
  /** The beginning of the value's text; default: none. */
  readonly preview?: string | undefined;
}

/** How {@link REPLVariable.fromValue} describes a value. */
export interface DescribeValueOptions {
  readonly description?: string | undefined;
  readonly constraints?: string | undefined;
  /** Characters of the preview; default {@link REPLVariable.PREVIEW_LENGTH}; below 0 counts as 0. */
  readonly previewLength?: number | undefined;
  /** The language whose type names, text forms and measure of length are used; default `python`. */
  readonly language?: ReplLanguage | undefined;
}

const initRule = required(
  fields<REPLVariableInit>({
    name: required(text),
    typeName: required(text),
    description: text,
    constraints: text,
    totalLength: rule('a number', (value) => typeof value === 'number'),
    preview: text,
  }),
);

const nameRule = required(text);

const describeRule = fields<DescribeValueOptions>({
  description: text,
  constraints: text,
  previewLength: rule('a number', (value) => typeof value === 'number' && !Number.isNaN(value)),
  language: oneOf('python', 'javascript'),
});

/** A {@link REPLVariable} as plain data. */
export type REPLVariableJson = Required<REPLVariableInit>;

/**
 * The description of a REPL variable that a model gets instead of the value: frozen data. Lengths
 * count code points for Python, UTF-16 units for JavaScript.
 */
export class REPLVariable {
  /** Characters of a preview by default. */
  static readonly PREVIEW_LENGTH: number = 500;

  readonly name: string;
  readonly typeName: string;
  readonly description: string;
  readonly constraints: string;
  readonly totalLength: number;
  readonly preview: string;

  constructor(init: REPLVariableInit) {
    checkOptions(init, initRule, refuseOption);
    this.name = init.name;
    this.typeName = init.typeName;
    this.description = init.description ?? '';
    this.constraints = init.constraints ?? '';
    this.totalLength = init.totalLength ?? 0;
    this.preview = init.preview ?? '';
    Object.freeze(this);
  }

  /**
   * Describes a value. A string is not copied, and its code points are counted in one pass, only if it has surrogates.
   * A container is serialised once, and its text is not kept. Throws `InvalidOptionError` for a name without a value.
   */
  static fromValue(
    ...given: [name: string, value: unknown, options?: DescribeValueOptions]
  ): REPLVariable {
    const [name, value, options = {}] = given;
    checkOption('name', name, nameRule, refuseOption);
    if (given.length < 2) {
      const advice = 'Call REPLVariable.fromValue(name, value).';
      throw refuseOption(mismatch('value', 'given', 'only a name', advice));
    }
    checkOptions(options, describeRule, refuseOption);
    const { description, constraints, language = 'python' } = options;
    const limit = options.previewLength ?? REPLVariable.PREVIEW_LENGTH;
    const written = valueText(value, language);
    const python = language === 'python';
    const end = python
      ? indexAfterCodePoints(written, limit)
      : indexOffPair(written, Math.max(0, limit));
    return new REPLVariable({
      name,
      typeName: typeNameOf(value, language),
      description,
      constraints,
      totalLength: python ? countCodePoints(written) : written.length,
      preview: end < written.length ? `${detach(written.slice(0, end)).trimEnd()}...` : written,
    });
  }

  /** The description as a prompt shows it. */
  format(): string {
    return [
      `Variable: \`${this.name}\` (access it in your code)`,
      `Type: ${this.typeName}`,
      ...(this.description === '' ? [] : [`Description: ${this.description}`]),
      ...(this.constraints === '' ? [] : [`Constraints: ${this.constraints}`]),
      `Total length: ${this.totalLength < 0 ? 'not measured' : `${groupThousands(this.totalLength)} characters`}`,
      'Preview:',
      fenced(this.preview),
    ].join('\n');
  }

  /** All fields as plain data. */
  toJSON(): REPLVariableJson {
    return Object.assign({}, this);
  }
}
