import { awaitHook, messageOf } from '@rlm/repl-types/internal';

import { jsonSchemaOf, schemaRule, type StandardSchema } from './standard-schema.js';
import type { Tool } from './types.js';

/** A tool as `tool()` of the AI SDK makes it. Its name is its key in {@link NamedTools}. */
export interface NamedTool {
  /** For the model: text. */
  readonly description?: unknown;
  /** A Standard Schema (zod, valibot, arktype), or what `jsonSchema()` of the AI SDK gives. */
  readonly inputSchema: unknown;
  /** Gets the checked input and `{ abortSignal, toolCallId, messages }`. Of an async iterable, the last value counts. */
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  /** Whether a person must agree to a call, or what decides it by the input and `{ toolCallId, messages }`. Default false. */
  readonly needsApproval?:
    boolean | ((input: never, options: never) => boolean | PromiseLike<boolean>) | undefined;
  /** What the model is shown of the output, in the agent loop. In `runRlm`, code gets the output itself. Default: the output. */
  readonly toModelOutput?: ((options: never) => unknown) | undefined;
}

/** Tools by name, as the AI SDK has them: `{ search: tool({ ... }) }`. A tool of `defineTool` takes the name of its key. */
export type NamedTools = Readonly<Record<string, NamedTool>>;

/** What `jsonSchema()` of the AI SDK gives. */
interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: (value: unknown) => unknown;
}

/** Lists the tools of an option that was checked, whichever form they have. */
export function listTools<T extends object>(
  given: Iterable<T> | NamedTools,
): readonly (T | Tool)[] {
  if (isListed(given)) return [...(given as Iterable<T>)];
  return Object.entries(given as NamedTools).map(([name, tool]) => toTool(name, tool));
}

/** Whether tools come one by one, and not by name. */
export function isListed(given: object): boolean {
  return Symbol.iterator in given;
}

/** A schema as it is read, and its JSON Schema, if it can tell it. */
interface ReadSchema {
  readonly input: StandardSchema;
  readonly json: unknown;
}

/** What checks input, and its JSON Schema; undefined for a plain JSON Schema, as `defineTool` has it. */
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
  // The checks have seen the fields, and `this` stays the caller's object.
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
    ...(needsApproval === false
      ? {}
      : {
          approval: async (input, { callId, messages }) => {
            if (needsApproval === true) return true;
            const options = { toolCallId: callId, messages: await messages() };
            return awaitHook(() => tool.needsApproval(input, options));
          },
        }),
    ...(given.toModelOutput === undefined
      ? {}
      : { toModelOutput: (output) => tool.toModelOutput(output) }),
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

/** The value, or the last one of an async iterable: those before it are preliminary. */
async function lastOf(given: unknown): Promise<unknown> {
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) return given;
  const iterator = (given as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  for (let last: unknown; ;) {
    const next = await awaitHook(() => iterator.next());
    if (next.done === true) return last;
    last = next.value;
  }
}
