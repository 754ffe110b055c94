import { addUsage } from '@rlm/kernel/internal';
import { callModel, type ModelReply, type ModelUsage } from '@rlm/kernel/model';

import { askTyped } from '../schema/typed-answer.js';
import { resolveQuerySchema, type QuerySchema } from '../schema/query-schema.js';
import { readQueryArguments, type QueryArguments } from './arguments.js';
import { modelIdentity } from './cache.js';
import { chooseModel, type ChosenModel } from './choose-model.js';
import type { QueryScope } from '../run/query-scope.js';
import { shareReply, type Sharing } from './share-reply.js';
import { trackQuery, type Answered } from './track-query.js';

/** One question to a sub-model, with everything decided. */
interface Question extends ChosenModel {
  /** The model's role in the run. */
  readonly role: string;
  readonly prompt: string;
  readonly schema: QuerySchema | null;
  /**
   * Everything that its answer depends on except the prompt, as text; null if a new answer is
   * wanted.
   */
  readonly terms: Pick<Sharing, 'terms' | 'cacheTerms'> | null;
}

/** `llm_query(prompt, { model?, schema?, fresh? })`: one question to a sub-model. */
export async function llmQuery(
  scope: QueryScope,
  abortSignal: AbortSignal,
  args: readonly unknown[],
): Promise<unknown> {
  return queryModel(scope, abortSignal, readQueryArguments('llm_query', args));
}

/**
 * Asks a sub-model. Whether its reply is shared, cached or new is decided below the effect seam,
 * since that depends on timing.
 */
export async function queryModel(
  scope: QueryScope,
  abortSignal: AbortSignal,
  { prompt, options }: QueryArguments,
): Promise<unknown> {
  return trackQuery(scope, { kind: 'llm_query', name: 'llm_query', prompt }, () => {
    const { plan } = scope;
    const { model, price } = chooseModel('llm_query', plan, options.model) ?? {
      model: plan.subModel,
      price: plan.subPrice,
    };
    const schema = resolveQuerySchema(options.schema, plan.options.schemas);
    const named = options.model ?? '';
    // Headers say how a model is reached, the other settings affect what it answers.
    const { headers: _, ...sampling } = plan.options.settings?.sub ?? {};
    const cacheTerms = JSON.stringify([
      ...modelIdentity(model),
      named,
      schema?.shape ?? null,
      ...(Object.keys(sampling).length > 0 ? [sampling] : []),
    ]);
    // Schemas of the run without a shape are distinguished by their names.
    const terms = JSON.stringify([cacheTerms, options.schema ?? null]);
    const role = options.model ?? `sub@${String(plan.depth)}`;
    const shared = options.fresh === true ? null : { terms, cacheTerms };
    return ask(scope, abortSignal, { model, price, role, prompt, schema, terms: shared });
  });
}

async function ask(
  scope: QueryScope,
  abortSignal: AbortSignal,
  { model, price, role, prompt, schema, terms }: Question,
): Promise<Answered> {
  const { plan, context } = scope;
  const origins: ModelReply['origin'][] = [];
  const usages: ModelUsage[] = [];
  const settings = plan.options.settings?.sub;
  const askFor = async (content: string): Promise<string> => {
    const sharing =
      terms === null
        ? null
        : { ...terms, question: content, prompt, isFirst: origins.length === 0, schema };
    const { text, finishReason, origin, usage } = await callModel(
      model,
      {
        messages: [{ role: 'user', content }],
        purpose: 'sub',
        abortSignal,
        settings,
      },
      context,
      {
        abortSignal,
        maxReplyChars: plan.limits.maxReplyChars,
        role,
        within: (attempt, signal) => shareReply(scope, sharing, attempt, signal),
        timeoutMs: plan.limits.callTimeoutMs,
        timeoutOption: 'limits.callTimeoutMs',
        prices: price,
      },
    );
    origins.push(origin);
    if (origin === undefined && usage !== undefined) usages.push(usage);
    if (finishReason === 'length') noteCutOff(scope);
    return text;
  };
  const value =
    schema === null
      ? await askFor(prompt)
      : await askTyped(askFor, prompt, schema, (work) => context.effects.busy(work));
  const last = origins.at(-1);
  const origin = last === undefined || origins.includes(undefined) ? 'asked' : last;
  return { value, origin, ...(usages.length > 0 && { usage: usages.reduce(addUsage) }) };
}

/** Counts an answer that was cut off at its length limit, for one notice at the end of the step. */
function noteCutOff(scope: QueryScope): void {
  scope.cutOff += 1;
  const code = 'sub_queries_cut_off';
  const what = scope.cutOff === 1 ? 'An answer' : `${String(scope.cutOff)} answers`;
  const message = `${what} of sub-queries ended at the length limit of the model, so the end is missing: ask for less at once, or for shorter answers.`;
  scope.notices = [...scope.notices.filter((notice) => notice.code !== code), { code, message }];
}
