import { callModel } from '@rlm/penguin-engine/model';
import type { ModelFinishReason } from '@rlm/penguin-engine/internal';

import { askTyped, readTyped } from '../schema/typed-answer.js';
import { resolveQuerySchema, type QuerySchema } from '../schema/query-schema.js';
import { readQueryArguments, type QueryArguments } from './arguments.js';
import { answerCache, cacheKey, modelIdentity } from './cache.js';
import { chooseModel, type ChosenModel } from './choose-model.js';
import { noteCutOff, type QueryScope } from './query-scope.js';
import { trackQuery, type Answered } from './track-query.js';

/** One question to a sub-model, with everything decided. */
interface Question extends ChosenModel {
  /** Everything that its answer depends on beside the prompt, as text. */
  readonly terms: string;
  readonly prompt: string;
  readonly schema: QuerySchema | null;
}

/** An answer as the sub-model gave it. */
interface Reply {
  readonly text: string;
  readonly value: unknown;
  /** Whether it ended by itself: one that was cut short is not kept. */
  readonly whole: boolean;
}

/** `llm_query(prompt, { model?, schema?, fresh? })`: one question to a sub-model. */
export async function llmQuery(
  scope: QueryScope,
  abortSignal: AbortSignal,
  args: readonly unknown[],
): Promise<unknown> {
  return queryModel(scope, abortSignal, readQueryArguments('llm_query', args));
}

/** Asks a sub-model: shared with an identical question under way, from the cache, or anew. */
export async function queryModel(
  scope: QueryScope,
  abortSignal: AbortSignal,
  { prompt, options }: QueryArguments,
): Promise<unknown> {
  return trackQuery(scope, { kind: 'llm_query', name: 'llm_query', prompt }, async () => {
    const { plan } = scope;
    const { model, price } = chooseModel('llm_query', plan, options.model) ?? {
      model: plan.subModel,
      price: plan.subPrice,
    };
    const schema = resolveQuerySchema(options.schema, plan.options.schemas);
    const role = options.model ?? '';
    const terms = JSON.stringify([...modelIdentity(model), role, schema?.shape ?? null]);
    const question = { model, price, terms, prompt, schema };
    if (options.fresh === true) return asked(await askAnew(scope, abortSignal, question));
    const { value: answered, shared } = await plan.tree.inFlight.run(
      // A schema of the run that has no shape is told from others by its name.
      { question: prompt, terms: JSON.stringify([terms, options.schema ?? null]) },
      () => askCached(scope, abortSignal, question),
      abortSignal,
    );
    return shared ? { ...answered, origin: 'shared' } : answered;
  });
}

const asked = ({ value }: Reply): Answered => ({ value, origin: 'asked' });

async function askCached(
  scope: QueryScope,
  abortSignal: AbortSignal,
  question: Question,
): Promise<Answered> {
  const storage = scope.plan.options.cache;
  if (storage === undefined) return asked(await askAnew(scope, abortSignal, question));
  const { schema, terms, prompt } = question;
  const key = await cacheKey(JSON.stringify([terms, prompt]));
  const cache = answerCache(storage, scope.context);
  const text = await cache.kept(key);
  const read = text === undefined ? undefined : await readKept(text, schema);
  if (read !== undefined) return { value: read.value, origin: 'cache' };
  const reply = await askAnew(scope, abortSignal, question);
  if (reply.whole) await cache.keep(key, reply.text);
  return asked(reply);
}

/** What a kept text is worth now: undefined where it does not fit the schema of today. */
async function readKept(
  text: string,
  schema: QuerySchema | null,
): Promise<{ readonly value: unknown } | undefined> {
  if (schema === null) return { value: text };
  const read = await readTyped(text, schema);
  return 'value' in read ? read : undefined;
}

const cutShort: readonly (ModelFinishReason | undefined)[] = ['length', 'content-filter', 'error'];

async function askAnew(
  scope: QueryScope,
  abortSignal: AbortSignal,
  { model, price, prompt, schema }: Question,
): Promise<Reply> {
  const { plan, context } = scope;
  let whole = true;
  const ask = async (content: string): Promise<string> => {
    const { text, finishReason } = await plan.tree.queries.run(
      () =>
        callModel(
          model,
          { messages: [{ role: 'user', content }], purpose: 'sub', abortSignal },
          context,
          {
            abortSignal,
            timeoutMs: plan.limits.callTimeoutMs,
            timeoutOption: 'limits.callTimeoutMs',
            ...(price === undefined ? {} : { prices: price }),
          },
        ),
      abortSignal,
    );
    if (finishReason === 'length') noteCutOff(scope);
    whole = !cutShort.includes(finishReason);
    return text;
  };
  const { text, value } =
    schema === null ? await plain(ask(prompt)) : await askTyped(ask, prompt, schema);
  return { text, value, whole };
}

async function plain(answer: Promise<string>): Promise<Omit<Reply, 'whole'>> {
  const text = await answer;
  return { text, value: text };
}
