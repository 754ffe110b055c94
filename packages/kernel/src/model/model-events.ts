import { createThoughtFilter } from '@rlm/policies/internal';
import { definedFields } from '@rlm/repl-types/internal';

import type { RunContext } from '../contract/context.js';
import type { CallModelOptions } from './call-options.js';
import { EmptyReplyError } from './errors.js';
import type { ModelPurpose, ModelReply, ModelRequest, ModelUsage } from './types.js';

/**
 * The events of a call of the model that drives a run. `callModel` publishes them, except for the
 * purpose `sub`. A failed call has no `model-end`, unless it failed because of an empty reply.
 */
export type ModelEvent =
  /** `messages`: the number of messages; `promptChars`: the number of their characters. */
  | {
      readonly type: 'model-start';
      readonly purpose: ModelPurpose;
      readonly messages: number;
      readonly promptChars: number;
    }
  /**
   * Only with `onText`: a piece of the reply, or the whole reply if it is not streamed; without the
   * thoughts with which it begins.
   */
  | { readonly type: 'text-delta'; readonly text: string }
  /**
   * `wasCut`: the stream was stopped at the end of the wanted text; `isTooLong`: it was stopped at
   * `maxReplyChars`.
   */
  | {
      readonly type: 'model-end';
      readonly purpose: ModelPurpose;
      readonly text: string;
      readonly usage: ModelUsage;
      readonly durationMs: number;
      readonly wasCut?: boolean | undefined;
      readonly isTooLong?: boolean | undefined;
    };

/** Makes a call, and publishes its events. */
export async function publishCall(
  { purpose, messages }: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
  call: (options: CallModelOptions) => Promise<ModelReply>,
): Promise<ModelReply> {
  if (purpose === 'sub') return call(options);
  const { clock } = context;
  const publish = (event: ModelEvent): void => {
    context.emit(event);
  };
  const startedAt = clock.now();
  const end = ({ text, usage = {}, wasCut, isTooLong }: ModelReply): void => {
    publish({
      type: 'model-end',
      purpose,
      text,
      usage,
      durationMs: clock.now() - startedAt,
      ...definedFields({ wasCut, isTooLong }),
    });
  };
  const promptChars = messages.reduce((sum, { content }) => sum + content.length, 0);
  publish({ type: 'model-start', purpose, messages: messages.length, promptChars });
  const { onText, onReset } = options;
  const filter = createThoughtFilter(options.toolNames);
  const tell = (text: string): void => {
    if (text !== '') publish({ type: 'text-delta', text });
  };
  const listening: CallModelOptions = {
    ...options,
    onText: (text) => {
      tell(filter.push(text));
      return onText?.(text);
    },
    onReset: () => {
      filter.restart();
      return onReset?.();
    },
  };
  try {
    const reply = await call(onText === undefined ? options : listening);
    if (onText !== undefined) tell(filter.rest(reply.text));
    end(reply);
    return reply;
  } catch (error) {
    if (EmptyReplyError.isInstance(error)) end({ text: '' });
    throw error;
  }
}
