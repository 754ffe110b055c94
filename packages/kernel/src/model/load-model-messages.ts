import { loadOnce } from '@rlm/repl-types/internal';

import type { toModelMessages } from './ai-sdk/model-messages.js';

/** Loads what turns a run's messages into the form of the AI SDK. */
export const loadModelMessages: () => Promise<{
  readonly toModelMessages: typeof toModelMessages;
}> = /* @__PURE__ */ loadOnce(() => import('./ai-sdk/model-messages.js'));
