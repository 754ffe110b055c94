import { RlmError } from '@rlm/repl-types';
import { required } from '@rlm/repl-types/options';
import { checkOption } from '@rlm/repl-types/internal';

import { functionProvider } from './function-provider.js';
import { languageModelProvider } from './language-model-provider.js';
import { modelRule } from './model-rule.js';
import { prepareRequest } from './prepare-request.js';
import type { Provider } from './provider.js';
import type { ModelLike } from './types.js';

const givenModel = /* @__PURE__ */ required(modelRule);

/** Recognises a model by its shape; each request is prepared before it leaves. Throws an `RlmError` (`invalid_model`) for anything else. */
export function providerOf(model: ModelLike): Provider {
  checkOption(
    'model',
    model,
    givenModel,
    ({ message }) => new RlmError(message, { code: 'invalid_model' }),
  );
  const provider =
    typeof model === 'function' ? functionProvider(model) : languageModelProvider(model);
  return {
    modelId: provider.modelId,
    call: (call) => provider.call({ ...call, request: prepareRequest(call.request) }),
  };
}
