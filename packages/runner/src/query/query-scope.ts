import type { RunContext, StopReason } from '@rlm/penguin-engine/kernel';
import { cutText, detach, finalSignalOf, type LlmCall, RlmError } from '@rlm/repl-types';
import type { ShownTexts } from '@rlm/termination/shown';

import { QueryError } from '../errors.js';
import type { QueryKind, QueryOrigin, RlmEventBody } from '../events.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import { noCalls, type RlmCalls } from '../result.js';
import type { Notice } from '../turn/notice.js';
import { rememberShown } from '../turn/shown.js';
import { stopAfter } from './stop-after.js';

/** Where the sub-queries of one run are counted and told of: its present step, and its totals. */
export interface QueryScope {
  readonly plan: RlmPlan;
  readonly calls: { -readonly [Key in keyof RlmCalls]: RlmCalls[Key] };
  /** What the sub-queries and tools of the run gave. */
  readonly answers: ShownTexts;
  /** The run's context in the present step. */
  context: RunContext;
  /** The calls of the present step. */
  records: LlmCall[];
  /** What the present step's sub-queries have to say to the model. */
  notices: Notice[];
  /** What ends the run after its cell: the first limit that a sub-query ran into, or a cost that nobody knows. */
  stop: StopReason | null;
  /** How many answers of the present step were cut off at their length limit. */
  cutOff: number;
  /** How many sub-queries the run has begun. */
  begun: number;
}

/** A new scope, with nothing counted. */
export function createScope(plan: RlmPlan, context: RunContext): QueryScope {
  return {
    plan,
    context,
    calls: { ...noCalls },
    answers: rememberShown(plan),
    records: [],
    notices: [],
    stop: null,
    cutOff: 0,
    begun: 0,
  };
}

/** Calls of a run that its limit of sub-queries does not count: of tools, from the cache, refused ones. */
const otherCalls = 10_000;

/**
 * Refuses `count` further calls where a run has no room for them: code that calls in a loop and catches what it is
 * refused must come to an end.
 */
export function requireRoom({ plan, begun }: QueryScope, count: number): void {
  const most = plan.limits.maxSubQueries + otherCalls;
  if (begun + count <= most) return;
  throw new QueryError(
    `${String(count)} more calls are over the limit of ${String(most)} calls a run (${String(Math.max(0, most - begun))} are left); none was made`,
  );
}

/** Makes a scope that of a step that begins. */
export function beginStep(scope: QueryScope, context: RunContext): void {
  Object.assign(scope, { context, records: [], notices: [], cutOff: 0 });
}

/** Notes an answer that was cut off at its length limit, for one notice at the end of the step. */
export function noteCutOff(scope: QueryScope): void {
  scope.cutOff += 1;
  const code = 'sub_queries_cut_off';
  const what = scope.cutOff === 1 ? 'An answer' : `${String(scope.cutOff)} answers`;
  const message = `${what} of sub-queries ended at the length limit of the model, so that the end is missing: ask for less at once, or for shorter answers.`;
  scope.notices = [...scope.notices.filter((notice) => notice.code !== code), { code, message }];
}

/** What a sub-query came to. */
export interface Answered {
  readonly value: unknown;
  readonly origin: QueryOrigin;
  readonly childId?: string;
}

/** Characters of prompt and response that the history keeps of each sub-query. */
const keptChars = 1_000;

/** The beginning of a text, without the rest of it in memory. */
function keptPart(text: string): string {
  return text.length <= keptChars ? text : detach(text.slice(0, keptChars));
}

/** Tells of a sub-query, counts it, and notes a limit that it ran into. */
export async function trackQuery(
  scope: QueryScope,
  call: { readonly kind: QueryKind; readonly name: string; readonly prompt: string },
  answer: () => Promise<Answered>,
): Promise<unknown> {
  requireRoom(scope, 1);
  const { context } = scope;
  const emit = (event: RlmEventBody): void => {
    context.emit(event);
  };
  const queryId = `${context.runId}/q${String((scope.begun += 1))}`;
  const startedAt = context.clock.now();
  emit({ type: 'query-start', queryId, ...call });
  const { kind, name } = call;
  const record = (fields: LlmCall): number => {
    const durationMs = context.clock.now() - startedAt;
    const promptChars = call.prompt.length;
    scope.records.push({
      name,
      prompt: keptPart(call.prompt),
      promptChars,
      ...fields,
      durationMs,
    });
    return durationMs;
  };
  const tell = ({ value, origin, childId }: Answered): void => {
    const response = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    scope.answers.add(response);
    const durationMs = record({ response: keptPart(response), origin });
    const child = childId === undefined ? {} : { childId };
    emit({ type: 'query-end', queryId, kind, name, origin, durationMs, response, ...child });
    countAnswer(scope, kind, origin);
  };
  try {
    const answered = await answer();
    tell(answered);
    return answered.value;
  } catch (error) {
    if (finalSignalOf(error) !== undefined) {
      // Host code ended the run by FINAL: the call has not failed, and nothing of it goes back to the code.
      tell({ value: null, origin: 'asked' });
      throw error;
    }
    const { code, message } = describeError(error);
    scope.calls.failed += 1;
    scope.stop ??= stopAfter(error);
    const durationMs = record({ error: message });
    emit({
      type: 'query-end',
      queryId,
      kind,
      name,
      origin: 'asked',
      durationMs,
      error: { code, message },
    });
    throw error;
  }
}

function countAnswer(scope: QueryScope, kind: QueryKind, origin: QueryOrigin): void {
  if (origin === 'shared') scope.calls.shared += 1;
  else if (origin === 'cache') scope.calls.cached += 1;
  else if (kind === 'tool') scope.calls.tools += 1;
  else if (kind === 'rlm_query') scope.calls.recursive += 1;
  else scope.calls.sub += 1;
}

/** Longest text of a failure that a model, a reader of events or a record is given: a provider's may be megabytes. */
const mostFailureChars = 2_000;

/** An error's code and message, whatever was thrown; a long message keeps its head and its tail. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  const cut = (message: string): string => cutText(message, mostFailureChars).text;
  if (RlmError.isInstance(error)) return { code: error.code, message: cut(error.message) };
  if (error instanceof Error) return { code: error.name, message: cut(error.message) };
  return { code: 'Error', message: cut(String(error)) };
}
