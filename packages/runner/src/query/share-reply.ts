import type { ModelFinishReason } from '@rlm/kernel/internal';
import type { ModelReply } from '@rlm/kernel/model';

import type { QuerySchema } from '../schema/query-schema.js';
import { readTyped } from '../schema/typed-answer.js';
import { answerCache, cacheKey } from './cache.js';
import type { QueryScope } from '../run/query-scope.js';

/** What tells a question from others, for those who ask the same and for the cache. */
export interface Sharing {
  /** What is asked: perhaps a long text. */
  readonly question: string;
  /** Whom, and for an answer of what kind. */
  readonly terms: string;
  /** The question as code asked it, and what its answer depends on beside that: the key of the cache. */
  readonly prompt: string;
  readonly cacheTerms: string;
  /** Whether it was not asked before: only then an answer that is kept can be what is wanted. */
  readonly isFirst: boolean;
  readonly schema: QuerySchema | null;
}

/** Replies that did not end by themselves are not kept. */
const cutShort: readonly (ModelFinishReason | undefined)[] = ['length', 'content-filter', 'error'];

/**
 * The reply to a question: that of another who is asking the same, one that is kept, or that of `attempt`, under the tree's
 * bound. `null`: it is not to be shared.
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

/** A reply from the cache, where there is one that fits; else a new one, which is kept. */
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

/** Whether a text is worth an answer now: what it was kept for may have been another schema of the same shape. */
async function fits(text: string, schema: QuerySchema | null): Promise<boolean> {
  return schema === null || 'value' in (await readTyped(text, schema));
}
