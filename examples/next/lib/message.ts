import type { RunUIData } from '@rlm/ui';
import type { UIMessage } from 'ai';

/** A message of this chat: its data parts are those of a run. */
export type RunMessage = UIMessage<unknown, RunUIData>;
