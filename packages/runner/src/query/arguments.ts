import { describeValue, QueryArgumentError } from '../errors.js';

/** What code may pass to a sub-query beside its prompt. */
export interface QueryOptions {
  /** A name of the option `models`. */
  readonly model?: string;
  /** A name of the option `schemas`, or a JSON Schema. */
  readonly schema?: string | Readonly<Record<string, unknown>>;
  /** What a child run works on. */
  readonly context?: unknown;
  /** Asks anew, though the same was asked before or is being asked. */
  readonly fresh?: boolean;
}

const knownOptions = ['model', 'schema', 'context', 'fresh'];

/** The arguments of `llm_query` or `rlm_query`: `(prompt, options?)`, or everything by keyword. */
export function readQueryArguments(
  name: string,
  args: readonly unknown[],
): { readonly prompt: string; readonly options: QueryOptions } {
  const [first, second] = args;
  if (args.length === 1 && isRecord(first) && 'prompt' in first) {
    const { prompt, ...options } = first;
    return { prompt: readPrompt(name, prompt), options: readOptions(name, options) };
  }
  return { prompt: readPrompt(name, first), options: readOptions(name, second) };
}

/** The arguments of a batched call: `(prompts, options?)`, or everything by keyword. */
export function readBatchArguments(
  name: string,
  args: readonly unknown[],
): { readonly items: readonly { prompt: string; options: QueryOptions }[] } {
  const [first, second] = args;
  const byKeyword = args.length === 1 && isRecord(first) && 'prompts' in first;
  const { prompts, ...shared } = byKeyword ? first : { prompts: first };
  const options = readOptions(name, byKeyword ? shared : second);
  if (!Array.isArray(prompts)) {
    throw new QueryArgumentError(
      `${name}: prompts must be a list of strings, got ${describeValue(prompts)}`,
    );
  }
  const items = prompts.map((item: unknown) => {
    if (isRecord(item)) {
      const { prompt, ...own } = item;
      return {
        prompt: readPrompt(name, prompt),
        options: { ...options, ...readOptions(name, own) },
      };
    }
    if (typeof item !== 'string') {
      throw new QueryArgumentError(
        `${name}: prompts must be a list of strings, got an item that is ${describeValue(item)}`,
      );
    }
    return { prompt: item, options };
  });
  return { items };
}

function readPrompt(name: string, prompt: unknown): string {
  if (typeof prompt === 'string') return prompt;
  throw new QueryArgumentError(`${name}: prompt must be a string, got ${describeValue(prompt)}`);
}

function readOptions(name: string, options: unknown): QueryOptions {
  if (options === undefined || options === null) return {};
  if (!isRecord(options)) {
    throw new QueryArgumentError(
      `${name}: options must be an object, got ${describeValue(options)}`,
    );
  }
  for (const [key, value] of Object.entries(options)) {
    if (!knownOptions.includes(key)) {
      throw new QueryArgumentError(
        `${name}: unknown option ${key}; known are ${knownOptions.join(', ')}`,
      );
    }
    const wrong =
      (key === 'model' && typeof value !== 'string') ||
      (key === 'schema' && typeof value !== 'string' && !isRecord(value));
    if (wrong && value !== null) {
      throw new QueryArgumentError(`${name}: ${key} cannot be ${describeValue(value)}`);
    }
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
