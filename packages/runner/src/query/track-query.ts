import { BudgetExceededError, type StopReason } from '@rlm/kernel';
import { stopOf, isOwnMistake } from '@rlm/kernel/internal';
import { type ModelUsage, PriceError } from '@rlm/kernel/model';
import type { LlmCall } from '@rlm/repl-types';
import { detach, finalSignalOf, groupThousands, headOf } from '@rlm/repl-types/internal';

import { describeError } from '../errors.js';
import type { QueryKind, QueryOrigin } from '../run/events.js';
import type { KeptBytes } from '../kept-bytes.js';
import { noteNarrowLimit } from './note-narrow-limit.js';
import { requireRoom } from './query-room.js';
import type { QueryScope } from '../run/query-scope.js';
import { countUnanswered } from './unanswered.js';

/** The result of a sub-query. */
export interface Answered {
  readonly value: unknown;
  readonly origin: QueryOrigin;
  readonly childId?: string | undefined;
  readonly usage?: ModelUsage | undefined;
}

/**
 * The longest prompt that a child run gets as its question, in characters; a longer one becomes its
 * context.
 */
export const questionChars = 2_000;

/**
 * Characters of prompt and response that the history keeps of each sub-query; `later` once the
 * records of a run are large.
 */
const keptChars = { first: 1_000, later: 100 };

/** The beginning of a text, without keeping the rest of it in memory. */
function keptPart(text: string, { records }: KeptBytes): string {
  const part = text.length <= keptChars.first ? text : detach(headOf(text, keptChars.first));
  if (part.length <= keptChars.later || records.take(2 * part.length)) return part;
  return detach(headOf(part, keptChars.later));
}

/** Publishes the events of a sub-query, counts it, and notes a limit that it reached. */
export async function trackQuery(
  scope: QueryScope,
  call: { readonly kind: QueryKind; readonly name: string; readonly prompt: string },
  answer: () => Promise<Answered>,
): Promise<unknown> {
  requireRoom(scope, 1);
  const { context } = scope;
  const queryId = `${context.runId}/q${String((scope.begun += 1))}`;
  const startedAt = context.clock.now();
  context.emit({ type: 'query-start', queryId, ...call });
  const { kind, name } = call;
  if (kind === 'llm_query') {
    noteNarrowLimit(scope, (scope.underWay += 1));
    noteInTurn(scope);
  }
  const record = (fields: LlmCall): number => {
    const durationMs = context.clock.now() - startedAt;
    const promptChars = call.prompt.length;
    scope.records.push({
      name,
      prompt: keptPart(call.prompt, scope.kept),
      promptChars,
      ...fields,
      durationMs,
    });
    return durationMs;
  };
  const tell = ({ value, origin, childId, usage }: Answered): void => {
    const response = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    const durationMs = record({ response: keptPart(response, scope.kept), origin });
    const more = { childId, usage };
    context.emit({ type: 'query-end', queryId, kind, name, origin, durationMs, response, ...more });
    countAnswer(scope, kind, origin);
    noteRead(scope, call, origin);
  };
  try {
    const answered = await answer();
    tell(answered);
    const { coverage } = scope;
    if (coverage?.isBehind === true) await context.effects.busy(coverage.settle());
    return answered.value;
  } catch (error) {
    if (finalSignalOf(error) !== undefined) {
      // Host code ended the run by FINAL: the call has not failed, and nothing of it returns to the
      // code.
      tell({ value: null, origin: 'asked' });
      throw error;
    }
    const { code, message } = describeError(error);
    scope.calls.failed += 1;
    if (kind !== 'tool') countUnanswered(scope, code, message, error);
    noteStop(scope, error);
    const durationMs = record({ error: keptPart(message, scope.kept) });
    context.emit({
      type: 'query-end',
      queryId,
      kind,
      name,
      origin: 'asked',
      durationMs,
      error: { code, message },
    });
    throw error;
  } finally {
    if (kind === 'llm_query') scope.underWay -= 1;
  }
}

/** So many sub-queries one after the other are told. */
const manyInTurn = 10;

/** Tells the model of batches if it asks many sub-queries one after the other. */
function noteInTurn(scope: QueryScope): void {
  scope.inTurn = scope.underWay > 1 ? -Infinity : scope.inTurn + 1;
  if (scope.inTurn !== manyInTurn) return;
  const message =
    'Sub-queries were asked one after the other: `llm_query_batched(prompts)` asks many at once. Use it if none needs the answer of another.';
  scope.notices.push({ code: 'sub_queries_in_turn', message });
}

/**
 * Notes what a sub-model was given to read. A child run reads its question, and reports itself what
 * else it reads.
 */
function noteRead(
  { coverage }: QueryScope,
  { kind, prompt }: { readonly kind: QueryKind; readonly prompt: string },
  origin: QueryOrigin,
): void {
  if (kind === 'tool') return;
  const read = kind === 'rlm_query' ? prompt.slice(0, questionChars) : prompt;
  coverage?.read(read, 'sub', origin !== 'asked');
}

function countAnswer(scope: QueryScope, kind: QueryKind, origin: QueryOrigin): void {
  if (origin === 'shared') scope.calls.shared += 1;
  else if (origin === 'cache') scope.calls.cached += 1;
  else if (kind === 'tool') scope.calls.tools += 1;
  else if (kind === 'rlm_query') scope.calls.recursive += 1;
  else scope.calls.sub += 1;
}

/**
 * Notes what ends the run after its cell. The limit of sub-queries does so only if a later step asks
 * again: the first time, the model learns that it must finish with what it has.
 */
function noteStop(scope: QueryScope, error: unknown): void {
  const stop = stopAfter(error);
  if (stop?.finishReason === 'max_sub_queries') {
    const { step } = scope.context;
    if (scope.usedUpIn === null) {
      scope.usedUpIn = step;
      scope.notices.push({ code: 'sub_queries_used_up', message: usedUpText(error) });
    }
    if (scope.usedUpIn === step) return;
  }
  scope.stop ??= stop;
}

function usedUpText(error: unknown): string {
  const { max } = (error as BudgetExceededError).details?.figures ?? {};
  const all = max === undefined ? 'All' : `All ${groupThousands(max)}`;
  return `${all} sub-queries that this run may ask are used, so the call failed. Finish with what you have: what your code had put into variables by then is still there, and a list that was not finished is not. The run ends if another block asks a sub-query.`;
}

/**
 * The stop of a run whose sub-query reached a limit, or whose cost is unknown; null after any other
 * error.
 */
function stopAfter(error: unknown): StopReason | null {
  if (PriceError.isInstance(error) || isOwnMistake(error)) {
    const { code, message } = error;
    return { finishReason: 'error', code, message, error };
  }
  if (!BudgetExceededError.isInstance(error)) return null;
  return { ...stopOf(error), message: `A sub-query was refused. ${error.message}` };
}
