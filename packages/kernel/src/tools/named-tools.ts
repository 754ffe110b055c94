import { awaitHook, messageOf } from '@rlm/repl-types/internal';

import { jsonSchemaOf, schemaRule, type StandardSchema } from './standard-schema.js';
import type { Tool } from './types.js';

/** A tool as made by `tool()` of the AI SDK. Its name is its key in {@link NamedTools}. */
export interface NamedTool {
  /** A text for the model. */
  readonly description?: unknown;
  /** A Standard Schema (zod, valibot, arktype), or a result of `jsonSchema()` of the AI SDK. */
  readonly inputSchema: unknown;
  /**
   * Receives the checked input and `{ abortSignal, toolCallId, messages }`. The last value of an
   * async iterable is the result.
   */
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  /**
   * Whether a person must approve a call, or a function that decides it from the input and `{
   * toolCallId, messages }`. Default false.
   */
  readonly needsApproval?:
    | boolean
    | ((input: never, options: never) => boolean | PromiseLike<boolean>)
    | undefined;
  /**
   * Converts the output for the model, in the agent loop. In `runRlm`, code receives the output
   * itself. Default: the output.
   */
  readonly toModelOutput?: ((options: never) => unknown) | undefined;
}

/**
 * Tools by name, as in the AI SDK: `{ search: tool({ ... }) }`. A tool of `defineTool` takes the
 * name of its key.
 */
export type NamedTools = Readonly<Record<string, NamedTool>>;

/** The result of `jsonSchema()` of the AI SDK. */
interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: (value: unknown) => unknown;
}

/** Lists the tools of a checked option, in either form. */
export function listTools<T extends object>(
  given: Iterable<T> | NamedTools,
): readonly (T | Tool)[] {
  if (isListed(given)) return [...(given as Iterable<T>)];
  return Object.entries(given as NamedTools).map(([name, tool]) => toTool(name, tool));
}

/** Whether tools are given as a list rather than by name. */
export function isListed(given: object): boolean {
  return Symbol.iterator in given;
}

/** A schema that was read, and its JSON Schema, if it provides one. */
interface ReadSchema {
  readonly input: StandardSchema;
  readonly json: unknown;
}

/**
 * Reads what checks input, and its JSON Schema; undefined for a plain JSON Schema, as in
 * `defineTool`.
 */
export function readSchema(given: unknown): ReadSchema | undefined {
  if (schemaRule.find(given, '') === undefined) {
    const input = given as StandardSchema;
    return { input, json: jsonSchemaOf(input) };
  }
  // The AI SDK also takes a function that makes the schema.
  const schema: unknown = typeof given === 'function' ? Reflect.apply(given, undefined, []) : given;
  if (typeof schema !== 'object' || schema === null || !('jsonSchema' in schema)) return undefined;
  return { input: standardOf(schema), json: schema.jsonSchema };
}

function standardOf(schema: SdkSchema): StandardSchema {
  return {
    '~standard': {
      version: 1,
      vendor: 'ai',
      async validate(value) {
        const checked = (await awaitHook(() => schema.validate?.(value))) as
          | { readonly success: boolean; readonly value?: unknown; readonly error?: unknown }
          | undefined;
        if (checked === undefined) return { value };
        if (checked.success) return { value: checked.value };
        return { issues: [{ message: messageOf(checked.error) }] };
      },
    },
  };
}

function toTool(name: string, given: NamedTool): Tool {
  const schema = readSchema(given.inputSchema);
  if (schema === undefined) return Object.freeze({ ...(given as unknown as Tool), name });
  const { description, needsApproval = false } = given;
  // The rules have checked the fields, and `this` must stay the caller's object.
  const tool = given as {
    execute(input: unknown, options: unknown): unknown;
    needsApproval(input: unknown, options: unknown): boolean | PromiseLike<boolean>;
    toModelOutput(options: unknown): unknown;
  };
  return Object.freeze<Tool>({
    name,
    description: typeof description === 'string' ? description : '',
    input: schema.input,
    inputSchema: (schema.json ?? { type: 'object' }) as Tool['inputSchema'],
    approval:
      needsApproval === false
        ? undefined
        : async (input, { callId, messages }) => {
            if (needsApproval === true) return true;
            const options = { toolCallId: callId, messages: await messages() };
            return awaitHook(() => tool.needsApproval(input, options));
          },
    toModelOutput:
      given.toModelOutput === undefined ? undefined : (output) => tool.toModelOutput(output),
    async execute(input, context) {
      const options = {
        ...context,
        toolCallId: context.callId,
        messages: await context.messages(),
      };
      return lastOf(await awaitHook(() => tool.execute(input, options)));
    },
  });
}

/** Returns the value, or the last one of an async iterable: the ones before it are preliminary. */
async function lastOf(given: unknown): Promise<unknown> {
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) return given;
  const iterator = (given as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  for (let last: unknown; ;) {
    const next = await awaitHook(() => iterator.next());
    if (next.done === true) return last;
    last = next.value;
  }
}
