import { groupThousands, headOf, mendedCopy } from '@rlm/repl-types/internal';
import type { RunUsage } from '@rlm/kernel';
import { PriceError } from '@rlm/kernel/model';
import type { JsonValue } from '@rlm/sandbox';
import { waitForOthers } from '@rlm/sandbox/internal';

import { promptChars } from '../context/description.js';
import { QueryArgumentError, QueryError } from '../query-errors.js';
import { childPlan } from '../plan/child-plan.js';
import { resolveQuerySchema } from '../schema/query-schema.js';
import { readQueryArguments, type QueryArguments } from './arguments.js';
import { chooseModel } from './choose-model.js';
import { queryModel } from './llm-query.js';
import type { QueryScope } from '../run/query-scope.js';
import { questionChars, trackQuery } from './track-query.js';

type Amounts = RunUsage['total'];

/** `rlm_query(prompt, { context?, model?, schema?, fresh? })`: a child run with its own session. */
export async function rlmQuery(
  scope: QueryScope,
  abortSignal: AbortSignal,
  args: readonly unknown[],
): Promise<unknown> {
  return queryRlm(scope, abortSignal, readQueryArguments('rlm_query', args));
}

/** Starts a child run; at the depth limit, asks the sub-model instead. */
export async function queryRlm(
  scope: QueryScope,
  abortSignal: AbortSignal,
  asked: QueryArguments,
): Promise<unknown> {
  const { prompt, options } = asked;
  if (scope.plan.depth >= scope.plan.maxDepth) {
    const { context, ...rest } = options;
    return queryModel(scope, abortSignal, { prompt: withContext(prompt, context), options: rest });
  }
  requireShort(asked);
  return trackQuery(scope, { kind: 'rlm_query', name: 'rlm_query', prompt }, async () => {
    const { value, origin, childId, incomplete } = await askChild(scope, abortSignal, asked);
    if (incomplete !== undefined) {
      scope.notices.push({
        code: 'child_incomplete',
        message: `A child run was stopped (${incomplete}); rlm_query returned its best answer so far.`,
      });
    }
    return { value, origin, childId };
  });
}

/** The result of a child run, as its parent's journal keeps it. */
interface ChildAnswer {
  readonly value: unknown;
  readonly origin: 'asked' | 'shared';
  readonly childId?: string | undefined;
  /** Why it was stopped before it had its answer. */
  readonly incomplete?: string | undefined;
}

/**
 * Asks a child run, which is one effect of its parent: when it ends depends on timing, and so does
 * whether its answer is shared with another call that asks the same.
 */
async function askChild(
  scope: QueryScope,
  abortSignal: AbortSignal,
  asked: QueryArguments,
): Promise<ChildAnswer> {
  const { plan, context } = scope;
  const { prompt, options } = asked;
  const terms = JSON.stringify(['rlm_query', plan.depth, options]);
  let spent: Partial<Amounts> | undefined;
  return context.effects.run<ChildAnswer>({
    kind: 'child',
    input: { prompt, options },
    abortSignal,
    perform: async (signal, call) => {
      // Until its own child run begins, this one waits for others: for one of those that may run, or for the one that it shares.
      const stopWaiting = waitForOthers();
      const ask = (): Promise<ChildAnswer> =>
        plan.tree.children(plan.depth).run(() => {
          stopWaiting();
          return runChild(scope, signal, asked, call.name, (cost) => {
            if (signal.aborted) call.spend({ cost });
            else spent = cost;
          });
        }, signal);
      try {
        if (options.fresh === true) return await ask();
        const question = { question: prompt, terms };
        const { value: answer, shared } = await plan.tree.inFlight.run(question, ask, signal);
        return shared ? { ...answer, origin: 'shared' } : answer;
      } finally {
        stopWaiting();
      }
    },
    costOf: () => spent,
    book: (cost) => {
      context.ledger.book?.({ cost }, true);
    },
  });
}

async function runChild(
  scope: QueryScope,
  abortSignal: AbortSignal,
  { prompt, options }: QueryArguments,
  name: string,
  tellCost: (cost: Partial<Amounts>) => void,
): Promise<ChildAnswer> {
  const { plan, context } = scope;
  const chosen = chooseModel('rlm_query', plan, options.model);
  const schema = resolveQuerySchema(options.schema, plan.options.schemas)?.schema;
  const data = options.context === undefined ? prompt : (options.context as JsonValue);
  const question = options.context === undefined ? questionOf(prompt) : prompt;
  const { coverage: coverageAbove } = scope;
  context.ledger.reserve({ subQueries: 1 }).settle({ subQueries: 1 });
  const child = plan.tree.startChild(
    childPlan(plan, { query: question, context: data, schema, chosen, coverageAbove }),
    context,
    abortSignal,
    name,
  );
  const result = await child.result;
  const { total } = result.usage;
  tellCost({ ...total, subQueries: total.subQueries + 1 });
  const { error } = result.stop ?? {};
  if (PriceError.isInstance(error)) throw error;
  if (result.answer === null) {
    throw new QueryError(
      `the child run ended without an answer (${result.finishReason}): ${result.stop?.message ?? ''}`,
      result.stop?.error,
    );
  }
  return {
    value: schema === undefined ? textForCode(result.value) : result.value,
    origin: 'asked',
    childId: child.id,
    ...(result.finishReason === 'final' ? {} : { incomplete: result.finishReason }),
  };
}

/** The question of a child run is a part of its prompt; without a context, a long one becomes the context. */
function requireShort({ prompt, options: { context } }: QueryArguments): void {
  if (context === undefined || prompt.length <= promptChars) return;
  throw new QueryArgumentError(
    `rlm_query: the question has ${groupThousands(prompt.length)} characters, and may have ${groupThousands(promptChars)}. Put the text into context`,
  );
}

function questionOf(prompt: string): string {
  if (prompt.length <= questionChars) return prompt;
  return `${headOf(prompt, questionChars)}\n... (the whole request is the text of the variable \`context\`)`;
}

function withContext(prompt: string, context: unknown): string {
  if (context === undefined) return prompt;
  return `${prompt}\n\n${typeof context === 'string' ? context : JSON.stringify(context)}`;
}

/** An answer as the code gets it that asked for a run: a text as it is, all else as its JSON text. */
function textForCode(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(mendedCopy(value));
}
