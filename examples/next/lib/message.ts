import type { RunUIData } from '@rlm/ui';
import type { UIMessage } from 'ai';

/** A message of this chat: its data parts are those of a run. */
export type RunMessage = UIMessage<unknown, RunUIData>;

/** The text of a message. */
export const textOf = ({ parts }: RunMessage): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
