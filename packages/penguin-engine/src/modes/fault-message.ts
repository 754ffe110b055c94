import { RlmError } from '@rlm/repl-types';

import { messageOf } from '../tools/render-value.js';

/** An error in a sentence, as results and events carry it. */
export function faultMessage(error: unknown): string {
  if (RlmError.isInstance(error) && error.code === 'llm_empty_response_error') {
    return 'empty response after one retry';
  }
  return messageOf(error);
}
