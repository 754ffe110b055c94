import { RlmError } from '@rlm/repl-types';
import { checkOption, required } from '@rlm/repl-types/options';

import { languageModelProvider } from './ai-sdk/language-model.js';
import { functionProvider } from './function-provider.js';
import { modelRule } from './model-rule.js';
import type { ModelLike, ModelReply, ModelRequest } from './types.js';

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
  checkOption(
    'model',
    model,
    required(modelRule),
    ({ option, problem }) => new RlmError(`${option}: ${problem}`, { code: 'invalid_model' }),
  );
  return typeof model === 'function' ? functionProvider(model) : languageModelProvider(model);
}
