import {
  checkOptions,
  fields,
  positiveNumber,
  required,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import { callable } from '@rlm/repl-types/internal';

import { dataRule } from './data-rule.js';
import { refuseTool } from './errors.js';
import { nameRule } from './tool-rules.js';
import {
  jsonSchemaOf,
  schemaRule,
  type SchemaOutput,
  type StandardSchema,
} from './standard-schema.js';
import type { Tool, ToolContext } from './types.js';

const anyObject = Object.freeze({ type: 'object', additionalProperties: true });
const textInput = Object.freeze({
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
});

/** The common fields of tool definitions. */
export interface ToolBase {
  /**
   * The name that the model uses: a letter or `_`, then letters, digits, `_` and `-`, at most 64.
   */
  readonly name: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /**
   * JSON Schema of the input, for native tool calls. Default: the schema's own, if it provides one.
   */
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Time limit of a call, in milliseconds. Default: none. */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether a call may be repeated if it is unknown how far it got (see {@link Tool.repeatable}).
   * Default true.
   */
  readonly repeatable?: boolean | undefined;
}

const definitionRule = (): OptionRule =>
  fields<TextToolDefinition | SchemaToolDefinition<StandardSchema>>({
    name: required(nameRule),
    description: required(text),
    input: schemaRule,
    inputSchema: dataRule('a JSON Schema'),
    timeoutMs: positiveNumber,
    repeatable: trueOrFalse,
    execute: required(callable),
  });

/** A tool that receives the body as text. */
export interface TextToolDefinition extends ToolBase {
  /** Absent: the tool gets text. */
  readonly input?: undefined;
  /**
   * Performs a call. Its result goes to the model as it is if it is text, else as JSON; an error
   * that it throws is a result too.
   */
  readonly execute: (input: string, context: ToolContext) => unknown;
}

/** A tool whose input a schema checks. */
export interface SchemaToolDefinition<Schema extends StandardSchema> extends ToolBase {
  /** Any Standard Schema: Zod, Valibot, ArkType and others. */
  readonly input: Schema;
  /**
   * Performs a call with checked input. Its result goes to the model as it is if it is text, else
   * as JSON; an error that it throws is a result too.
   */
  readonly execute: (input: SchemaOutput<Schema>, context: ToolContext) => unknown;
}

/**
 * Defines a tool. With `input`, a text body is parsed as JSON (or, failing that, used as it is) and
 * checked; without it, `execute` receives the body as text. Throws `InvalidOptionError` for a name
 * that models cannot use.
 */
export function defineTool<Schema extends StandardSchema>(
  definition: SchemaToolDefinition<Schema>,
): Tool;
export function defineTool(definition: TextToolDefinition): Tool;
export function defineTool(
  definition: TextToolDefinition | SchemaToolDefinition<StandardSchema>,
): Tool {
  checkOptions(definition, required(definitionRule()), refuseTool(definition));
  const { name, description, input, timeoutMs, repeatable, execute } = definition;
  const fallback = input === undefined ? textInput : (jsonSchemaOf(input) ?? anyObject);
  return Object.freeze({
    name,
    description,
    input,
    inputSchema: definition.inputSchema ?? fallback,
    timeoutMs,
    repeatable,
    execute,
  });
}
