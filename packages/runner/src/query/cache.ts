import { messageOf, settle, sha256Hex } from '@rlm/repl-types/internal';
import type { RunContext } from '@rlm/kernel';
import type { ModelFunction, ModelLike } from '@rlm/kernel/model';

import type { QueryCache } from '../options/run-options.js';

/**
 * Where the answers of one run are cached. A storage that fails is a miss, and a diagnostic of the
 * run.
 */
export interface AnswerCache {
  /** The cached text for a question, or undefined. */
  kept(key: string): Promise<string | undefined>;
  /** Caches the text that answered a question. */
  keep(key: string, text: string): Promise<void>;
}

/** A cache of answers in a storage, with which a run goes on even if the storage fails. */
export function answerCache(storage: QueryCache, context: RunContext): AnswerCache {
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const reason = messageOf(error);
      const message = `The cache of sub-queries failed, and the model was asked instead: ${reason}`;
      context.diagnose({ code: 'cache_failed', message });
      return undefined;
    }
  };
  return {
    kept: (key) =>
      attempt(async () => {
        const kept = await settle(storage.getItem(key));
        const isObject = typeof kept === 'object' && kept !== null && 'text' in kept;
        return isObject && typeof kept.text === 'string' ? kept.text : undefined;
      }),
    // As an object, since a storage may read a text as JSON.
    keep: (key, text) =>
      attempt(async () => {
        await settle(storage.setItem(key, { text } as never));
      }),
  };
}

/** The key of a question, made from the text that identifies it. */
export async function cacheKey(identity: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(identity));
}

/** Names of model functions for as long as they live, since nothing in a function identifies it. */
const functionNames = new WeakMap<ModelFunction, string>();

/**
 * What distinguishes a model from others in a key. For an AI SDK model these are its provider and
 * its id, in every process; for a name, the name. A function gets a random name in this process, so that no other process
 * is served its answers.
 */
export function modelIdentity(model: ModelLike): readonly string[] {
  if (typeof model === 'string') return ['model', model];
  if (typeof model !== 'function') return ['model', model.provider, model.modelId];
  const name = functionNames.get(model) ?? crypto.randomUUID();
  functionNames.set(model, name);
  return ['function', name];
}
