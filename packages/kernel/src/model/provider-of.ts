import { RlmError } from '@rlm/repl-types';
import { required } from '@rlm/repl-types/options';
import { checkOption } from '@rlm/repl-types/internal';

import { functionProvider } from './function-provider.js';
import { languageModelProvider } from './ai-sdk/language-model.js';
import { modelRule } from './model-rule.js';
import { namedModelProvider } from './named-model.js';
import type { Provider } from './provider.js';
import type { ModelLike } from './types.js';

const givenModel = required(modelRule);

/** Recognises a model by its shape, or takes its name. Throws an `RlmError` (`invalid_model`) for anything else. */
export function providerOf(model: ModelLike): Provider {
  checkOption(
    'model',
    model,
    givenModel,
    ({ message }) => new RlmError(message, { code: 'invalid_model' }),
  );
  if (typeof model === 'string') return namedModelProvider(model);
  return typeof model === 'function' ? functionProvider(model) : languageModelProvider(model);
}
