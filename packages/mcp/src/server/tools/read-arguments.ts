import { runStatuses, type RunStatus } from '@rlm/journal';
import { describeValue, isRecord } from '@rlm/repl-types/internal';

import { McpError } from '../../errors.js';
import type { McpLimits } from '../question.js';
import { limitNames } from './definitions.js';

/** The longest question, and the longest path, in characters. */
const maxChars = 100_000;

/** What a client asks. */
export interface AskArguments {
  readonly question: string;
  readonly paths: readonly string[];
  readonly limits: McpLimits;
}

/** Reads the arguments of `ask`. Throws `McpError` (`invalid_call`). */
export function readAskArguments(given: unknown): AskArguments {
  const { question, paths, ...rest } = requireFields(given, ['question', 'paths', ...limitNames]);
  if (!isText(question)) throw refuse('question', 'a text', question);
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > 100 || !paths.every(isText)) {
    throw refuse('paths', 'a list of 1 to 100 paths', paths);
  }
  const limits = limitNames.flatMap((name) => {
    const value = rest[name];
    if (value === undefined) return [];
    const isCost = name === 'maxCostUsd';
    const least = isCost || name === 'maxSubQueries' ? 0 : 1;
    const isGood = isCost ? Number.isFinite(value) : Number.isSafeInteger(value);
    if (!isGood || !(Number(value) >= least)) {
      throw refuse(name, `a ${isCost ? '' : 'whole '}number from ${least}`, value);
    }
    return [[name, value as number] as const];
  });
  return { question, paths, limits: Object.fromEntries(limits) };
}

/** Reads the arguments of `resume`. Throws `McpError` (`invalid_call`). */
export function readResumeArguments(given: unknown): { readonly runId: string } {
  const { runId } = requireFields(given, ['runId']);
  if (!isText(runId)) throw refuse('runId', 'the id of a run', runId);
  return { runId };
}

/** Reads the arguments of `runs`. Throws `McpError` (`invalid_call`). */
export function readRunsArguments(given: unknown): {
  readonly status: RunStatus | undefined;
  readonly limit: number;
} {
  const { status, limit = 50 } = requireFields(given, ['status', 'limit']);
  if (status !== undefined && !runStatuses.some((known) => known === status)) {
    throw refuse('status', `one of ${runStatuses.join(', ')}`, status);
  }
  if (!Number.isSafeInteger(limit) || Number(limit) < 1 || Number(limit) > 500) {
    throw refuse('limit', 'a whole number from 1 to 500', limit);
  }
  return { status: status as RunStatus | undefined, limit: limit as number };
}

function requireFields(
  given: unknown = {},
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!isRecord(given)) throw refuse('the arguments', 'an object', given);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return given;
  throw new McpError(
    'invalid_call',
    `There is no argument ${JSON.stringify(unknown)}. The arguments are ${names.join(', ')}.`,
  );
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxChars;

const refuse = (name: string, expected: string, value: unknown): McpError =>
  new McpError('invalid_call', `Expected ${name} to be ${expected}, got ${describeValue(value)}.`);
