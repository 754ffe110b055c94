import { RlmError } from '@rlm/repl-types';

import { languageModelProvider } from './ai-sdk/language-model.js';
import { functionProvider } from './function-provider.js';
import type { LanguageModelLike, ModelLike, ModelReply, ModelRequest } from './types.js';

/** One attempt at a call, as a provider is asked to make it. */
interface ProviderCall {
  readonly request: ModelRequest;
  readonly abortSignal: AbortSignal;
  /** Called with each piece of text; `'stop'` ends the stream. Absent: the reply is wanted at once. */
  readonly onText?: (delta: string) => 'stop' | undefined;
}

/** A model of any shape, behind one. */
export interface Provider {
  /** The model's name, where it has one: part of what identifies a call. */
  readonly modelId: string | undefined;
  call(call: ProviderCall): Promise<ModelReply>;
}

/** Recognises a model by its shape. Throws an `RlmError` (`invalid_model`) for anything else. */
export function providerOf(model: ModelLike): Provider {
  if (typeof model === 'function') return functionProvider(model);
  if (isLanguageModel(model)) return languageModelProvider(model);
  throw new RlmError(
    'A model must be a function, or an AI SDK model object with specificationVersion v2, v3 or v4, ' +
      `got ${describe(model)}`,
    { code: 'invalid_model' },
  );
}

function isLanguageModel(model: unknown): model is LanguageModelLike {
  if (typeof model !== 'object' || model === null) return false;
  const { specificationVersion, doGenerate, doStream } = model as Record<string, unknown>;
  return (
    (specificationVersion === 'v2' ||
      specificationVersion === 'v3' ||
      specificationVersion === 'v4') &&
    typeof doGenerate === 'function' &&
    typeof doStream === 'function'
  );
}

function describe(model: unknown): string {
  if (typeof model !== 'object' || model === null) return typeof model;
  const { specificationVersion } = model as Record<string, unknown>;
  return specificationVersion === undefined
    ? 'an object without it'
    : `specificationVersion ${JSON.stringify(specificationVersion)}`;
}
