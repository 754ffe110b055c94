import { callModel } from '@rlm/penguin-engine/model';

import { QueryArgumentError } from '../errors.js';
import { askTyped } from '../schema/typed-answer.js';
import { resolveQuerySchema, type QuerySchema } from '../schema/query-schema.js';
import { readQueryArguments, type QueryOptions } from './arguments.js';
import { cacheKey } from './cache.js';
import { trackQuery, type Answered, type QueryScope } from './query-scope.js';
import type { ModelLike } from '@rlm/penguin-engine/model';

/** `llm_query(prompt, { model?, schema? })`: one question to a sub-model. */
export async function llmQuery(
  scope: QueryScope,
  abortSignal: AbortSignal,
  args: readonly unknown[],
): Promise<unknown> {
  const { prompt, options } = readQueryArguments('llm_query', args);
  return queryModel(scope, abortSignal, prompt, options);
}

/** Asks a sub-model: shared with an identical question under way, from the cache, or anew. */
export async function queryModel(
  scope: QueryScope,
  abortSignal: AbortSignal,
  prompt: string,
  options: QueryOptions,
): Promise<unknown> {
  return trackQuery(scope, { kind: 'llm_query', name: 'llm_query', prompt }, async () => {
    const model = chooseModel(scope, options.model);
    const schema = resolveQuerySchema(options.schema, scope.plan.options.schemas);
    const ask = (): Promise<Answered> => askAnew(scope, abortSignal, model, prompt, schema);
    if (options.fresh === true) return ask();
    const identity = JSON.stringify([
      options.model ?? '',
      scope.plan.depth,
      options.schema ?? null,
      prompt,
    ]);
    const { value: answered, shared } = await scope.plan.tree.inFlight.run(
      identity,
      () => askCached(scope, identity, ask),
      abortSignal,
    );
    return shared ? { ...answered, origin: 'shared' } : answered;
  });
}

async function askCached(
  scope: QueryScope,
  identity: string,
  ask: () => Promise<Answered>,
): Promise<Answered> {
  const { cache } = scope.plan.options;
  if (cache === undefined) return ask();
  const key = await cacheKey(identity);
  const kept = await cache.getItem(key);
  if (kept !== null && kept !== undefined) return { value: kept, origin: 'cache' };
  const answered = await ask();
  await cache.setItem(key, answered.value as never);
  return answered;
}

async function askAnew(
  scope: QueryScope,
  abortSignal: AbortSignal,
  model: ModelLike,
  prompt: string,
  schema: QuerySchema | null,
): Promise<Answered> {
  const { plan, context } = scope;
  const { prices } = plan.options;
  const ask = async (text: string): Promise<string> => {
    const reply = await plan.tree.queries.run(
      () =>
        callModel(
          model,
          { messages: [{ role: 'user', content: text }], purpose: 'sub', abortSignal },
          context,
          {
            abortSignal,
            timeoutMs: plan.limits.callTimeoutMs,
            ...(prices === undefined ? {} : { prices }),
          },
        ),
      abortSignal,
    );
    return reply.text;
  };
  const value = schema === null ? await ask(prompt) : await askTyped(ask, prompt, schema);
  return { value, origin: 'asked' };
}

function chooseModel(scope: QueryScope, name: string | undefined): ModelLike {
  if (name === undefined) return scope.plan.subModel;
  const models = scope.plan.options.models ?? {};
  const model = Object.hasOwn(models, name) ? models[name] : undefined;
  if (model !== undefined) return model;
  const known = Object.keys(models);
  throw new QueryArgumentError(
    `llm_query: no model is called ${JSON.stringify(name)}; ${known.length === 0 ? 'there is only the default one' : `known are ${known.join(', ')}`}`,
  );
}
