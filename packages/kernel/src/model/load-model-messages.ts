import { loadOnce } from '@rlm/repl-types/internal';

import type { toModelMessages } from './ai-sdk/model-messages.js';

/** Loads the conversion of a run's messages to those of the AI SDK. */
export const loadModelMessages: () => Promise<{
  readonly toModelMessages: typeof toModelMessages;
}> = loadOnce(() => import('./ai-sdk/model-messages.js'));
