import type { BudgetLimit, RunContext } from '@rlm/penguin-engine/kernel';
import { RlmError, type LlmCall } from '@rlm/repl-types';

import type { QueryKind, QueryOrigin, RlmEventBody } from '../events.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import type { RlmCalls } from '../result.js';
import type { Notice } from '../turn/notice.js';

/** Where the sub-queries of one run are counted and told of: its present step, and its totals. */
export interface QueryScope {
  readonly plan: RlmPlan;
  readonly calls: { -readonly [Key in keyof RlmCalls]: RlmCalls[Key] };
  /** The run's context in the present step. */
  context: RunContext;
  /** The calls of the present step. */
  records: LlmCall[];
  /** What the present step's sub-queries have to say to the model. */
  notices: Notice[];
  /** The first limit that a sub-query ran into; ends the run after its cell. */
  limit: BudgetLimit | null;
  /** How many sub-queries the run has begun. */
  begun: number;
}

/** A new scope, with nothing counted. */
export function createScope(plan: RlmPlan, context: RunContext): QueryScope {
  return {
    plan,
    context,
    calls: { root: 0, sub: 0, recursive: 0, tools: 0, shared: 0, cached: 0, failed: 0 },
    records: [],
    notices: [],
    limit: null,
    begun: 0,
  };
}

/** What a sub-query came to. */
export interface Answered {
  readonly value: unknown;
  readonly origin: QueryOrigin;
  readonly childId?: string;
}

/** Characters of prompt and response that the history keeps of each sub-query. */
const keptChars = 1_000;

/** Tells of a sub-query, counts it, and notes a limit that it ran into. */
export async function trackQuery(
  scope: QueryScope,
  call: { readonly kind: QueryKind; readonly name: string; readonly prompt: string },
  answer: () => Promise<Answered>,
): Promise<unknown> {
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
      prompt: call.prompt.slice(0, keptChars),
      promptChars,
      ...fields,
      durationMs,
    });
    return durationMs;
  };
  try {
    const { value, origin, childId } = await answer();
    const response = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    const durationMs = record({ response: response.slice(0, keptChars), origin });
    const child = childId === undefined ? {} : { childId };
    emit({ type: 'query-end', queryId, kind, name, origin, durationMs, response, ...child });
    countAnswer(scope, kind, origin);
    return value;
  } catch (error) {
    const { code, message } = describeError(error);
    scope.calls.failed += 1;
    scope.limit ??= limitOf(error);
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

/** An error's code and message, whatever was thrown. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (RlmError.isInstance(error)) return { code: error.code, message: error.message };
  if (error instanceof Error) return { code: error.name, message: error.message };
  return { code: 'Error', message: String(error) };
}

/** The limit of the budget that an error speaks of, or null. */
function limitOf(error: unknown): BudgetLimit | null {
  if (!RlmError.isInstance(error) || error.code !== 'budget_exceeded') return null;
  const details = error.details as { readonly limit?: BudgetLimit } | undefined;
  return details?.limit ?? null;
}
