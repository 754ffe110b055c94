import type { ModelFunction, ModelLike } from '@rlm/penguin-engine/model';

/** Names of functions that are models, for as long as they live: nothing in a function says what it is. */
const functionNames = new WeakMap<ModelFunction, string>();

/**
 * What tells a model from others in a key. An AI SDK model is its provider and its id, in every process. A
 * function is itself: it gets a random name in this process, so that no other process is served its answers.
 */
export function modelIdentity(model: ModelLike): readonly string[] {
  if (typeof model !== 'function') return ['model', model.provider, model.modelId];
  const name = functionNames.get(model) ?? crypto.randomUUID();
  functionNames.set(model, name);
  return ['function', name];
}
