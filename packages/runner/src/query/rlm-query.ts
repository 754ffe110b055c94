import { PriceError } from '@rlm/penguin-engine/model';
import type { JsonValue } from '@rlm/sandbox';

import { QueryError } from '../errors.js';
import { childPlan } from '../plan/create-plan.js';
import { resolveQuerySchema } from '../schema/query-schema.js';
import { readQueryArguments, type QueryArguments } from './arguments.js';
import { chooseModel } from './choose-model.js';
import { queryModel } from './llm-query.js';
import type { QueryScope } from './query-scope.js';
import { questionChars, trackQuery, type Answered } from './track-query.js';

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
  return trackQuery(scope, { kind: 'rlm_query', name: 'rlm_query', prompt }, async () => {
    const ask = (): Promise<Answered> => runChild(scope, abortSignal, asked);
    if (options.fresh === true) return ask();
    const terms = JSON.stringify(['rlm_query', scope.plan.depth, options]);
    const { value: answered, shared } = await scope.plan.tree.inFlight.run(
      { question: prompt, terms },
      ask,
      abortSignal,
    );
    return shared ? { ...answered, origin: 'shared' } : answered;
  });
}

async function runChild(
  scope: QueryScope,
  abortSignal: AbortSignal,
  { prompt, options }: QueryArguments,
): Promise<Answered> {
  const { plan, context } = scope;
  const chosen = chooseModel('rlm_query', plan, options.model);
  const schema = resolveQuerySchema(options.schema, plan.options.schemas)?.schema;
  const data = options.context === undefined ? prompt : (options.context as JsonValue);
  const question = options.context === undefined ? questionOf(prompt) : prompt;
  const passOn = (text: string): void => scope.coverage?.read(text, 'sub');
  return plan.tree.children(plan.depth).run(async () => {
    const reservation = context.ledger.reserve({ subQueries: 1 });
    reservation.settle({ subQueries: 1 });
    const child = plan.tree.startChild(
      childPlan(plan, { query: question, context: data, schema, chosen, passOn }),
      context,
      abortSignal,
    );
    const result = await child.result;
    const { error } = result.stop ?? {};
    if (PriceError.isInstance(error)) throw error;
    if (result.answer === null) {
      throw new QueryError(
        `the child run ended without an answer (${result.finishReason}): ${result.stop?.message ?? ''}`,
        result.stop?.error,
      );
    }
    if (result.finishReason !== 'final') {
      scope.notices.push({
        code: 'child_incomplete',
        message: `A child run was stopped (${result.finishReason}); rlm_query gave its best answer so far.`,
      });
    }
    const value = schema === undefined ? result.answer : result.value;
    return { value, origin: 'asked', childId: child.id };
  }, abortSignal);
}

function questionOf(prompt: string): string {
  if (prompt.length <= questionChars) return prompt;
  return `${prompt.slice(0, questionChars)}\n... (the whole request is the text of the variable \`context\`)`;
}

function withContext(prompt: string, context: unknown): string {
  if (context === undefined) return prompt;
  return `${prompt}\n\n${typeof context === 'string' ? context : JSON.stringify(context)}`;
}
