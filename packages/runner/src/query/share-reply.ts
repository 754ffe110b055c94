import type { ModelReply, ModelFinishReason } from '@rlm/kernel/model';
import { withoutThoughts } from '@rlm/termination/internal';

import type { QuerySchema } from '../schema/query-schema.js';
import { readTyped } from '../schema/typed-answer.js';
import { answerCache, cacheKey } from './cache.js';
import type { QueryScope } from '../run/query-scope.js';

/** What distinguishes a question from others, for calls that ask the same and for the cache. */
export interface Sharing {
  /** The question, which may be a long text. */
  readonly question: string;
  /** Who is asked, and for what kind of answer. */
  readonly terms: string;
  /** The question as code asked it, and what else its answer depends on: the key in the cache. */
  readonly prompt: string;
  readonly cacheTerms: string;
  /** Whether it is asked for the first time: only then may a cached answer be what is wanted. */
  readonly isFirst: boolean;
  readonly schema: QuerySchema | null;
}

/** Replies with these finish reasons did not end on their own, and are not cached. */
const cutShort: readonly (ModelFinishReason | undefined)[] = ['length', 'content-filter', 'error'];

/**
 * Returns the reply to a question: that of another call in flight that asks the same, a cached one,
 * or that of `attempt`, within the tree's limit. With `null` it is not shared.
 */
export async function shareReply(
  scope: QueryScope,
  sharing: Sharing | null,
  attempt: () => Promise<ModelReply>,
  abortSignal: AbortSignal,
): Promise<ModelReply> {
  const { tree } = scope.plan;
  const asked = (): Promise<ModelReply> => tree.queries.run(attempt, abortSignal);
  if (sharing === null) return asked();
  const { value: reply, shared } = await tree.inFlight.run(
    sharing,
    () => keptReply(scope, sharing, asked),
    abortSignal,
  );
  return shared ? { ...reply, origin: 'shared' } : reply;
}

/** Returns a fitting reply from the cache, else a new one, which is cached. */
async function keptReply(
  scope: QueryScope,
  { prompt, cacheTerms, isFirst, schema }: Sharing,
  ask: () => Promise<ModelReply>,
): Promise<ModelReply> {
  const storage = scope.plan.options.cache;
  if (storage === undefined) return ask();
  const key = await cacheKey(JSON.stringify([cacheTerms, prompt]));
  const cache = answerCache(storage, scope.context);
  const text = isFirst ? await cache.kept(key) : undefined;
  if (text !== undefined && (await fits(text, schema))) return { text, origin: 'cache' };
  const reply = await ask();
  const isWhole = !cutShort.includes(reply.finishReason);
  if (isWhole && (await fits(reply.text, schema))) await cache.keep(key, reply.text);
  return reply;
}

/**
 * Whether a text is a valid answer now: it may have been cached for another schema of the same
 * shape. After a thought without an answer the model is asked again.
 */
async function fits(text: string, schema: QuerySchema | null): Promise<boolean> {
  const answer = withoutThoughts(text);
  if (answer === '' && text !== '') return false;
  return schema === null || 'value' in (await readTyped(answer, schema));
}
