import { isRecord, describeValue } from '@rlm/repl-types/internal';

import { QueryArgumentError } from '../query-errors.js';
import { readQueryOptions, type QueryOptions } from './query-options.js';

/** One prompt and its options. */
export interface QueryArguments {
  readonly prompt: string;
  readonly options: QueryOptions;
}

/** The arguments of `llm_query` or `rlm_query`: `(prompt, options?)`, or everything by keyword. */
export function readQueryArguments(name: string, args: readonly unknown[]): QueryArguments {
  const [first, second] = args;
  requireFew(name, args);
  if (args.length === 1 && isRecord(first) && 'prompt' in first) {
    const { prompt, ...options } = first;
    return { prompt: readPrompt(name, prompt), options: readQueryOptions(name, options) };
  }
  return { prompt: readPrompt(name, first), options: readQueryOptions(name, second) };
}

/** The arguments of a batched call: `(prompts, options?)`, or everything by keyword. */
export function readBatchArguments(
  name: string,
  args: readonly unknown[],
): readonly QueryArguments[] {
  const [first, second] = args;
  requireFew(name, args);
  const byKeyword = args.length === 1 && isRecord(first) && 'prompts' in first;
  const { prompts, ...shared } = byKeyword ? first : { prompts: first };
  const options = readQueryOptions(name, byKeyword ? shared : second);
  if (!Array.isArray(prompts)) {
    throw new QueryArgumentError(
      `${name}: prompts must be a list of strings, got ${describeValue(prompts)}`,
    );
  }
  return prompts.map((item: unknown) => {
    if (isRecord(item)) {
      const { prompt, ...own } = item;
      return {
        prompt: readPrompt(name, prompt),
        options: { ...options, ...readQueryOptions(name, own) },
      };
    }
    if (typeof item !== 'string') {
      throw new QueryArgumentError(
        `${name}: prompts must be a list of strings, got an item that is ${describeValue(item)}`,
      );
    }
    return { prompt: item, options };
  });
}

function requireFew(name: string, args: readonly unknown[]): void {
  if (args.length <= 2) return;
  const what = name.endsWith('_batched') ? 'a list of prompts' : 'a prompt';
  throw new QueryArgumentError(
    `${name} takes ${what} and options by name, got ${String(args.length)} arguments`,
  );
}

function readPrompt(name: string, prompt: unknown): string {
  if (typeof prompt === 'string') return prompt;
  throw new QueryArgumentError(`${name}: prompt must be a string, got ${describeValue(prompt)}`);
}
