import { mendConversation } from '@rlm/kernel/internal';
import type { RequestMessage, ModelToolCall } from '@rlm/kernel/model';

import type { MessageLike } from './options.js';

/** The fields of a message part that are read. The rule of the option has checked them. */
interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: { readonly value?: unknown; readonly reason?: string };
  readonly providerExecuted?: boolean;
}

/**
 * Converts messages of the AI SDK into the engine's own. Reasoning, and calls that a provider
 * executed itself, are left out with their results. Each other call has its result then.
 */
export function readMessages(messages: readonly MessageLike[]): readonly RequestMessage[] {
  const parts = messages.flatMap(partsOf);
  const idsOf = (isProviders: boolean): ReadonlySet<string | undefined> =>
    new Set(
      parts
        .filter(
          ({ type, providerExecuted = false }) =>
            type === 'tool-call' && providerExecuted === isProviders,
        )
        .map(({ toolCallId }) => toolCallId),
    );
  const [own, providers] = [idsOf(false), idsOf(true)];
  const isOwn = ({ type, toolCallId }: Part): boolean =>
    type === 'tool-result' && (own.has(toolCallId) || !providers.has(toolCallId));
  return mendConversation(
    messages.flatMap((message): readonly RequestMessage[] => {
      const { role, content } = message;
      if (typeof content === 'string') return [message as RequestMessage];
      const results = partsOf(message).filter(isOwn).map(resultOf);
      if (role === 'tool') return results;
      const text = textOf(content);
      if (role !== 'assistant') return [{ role, content: text }];
      const toolCalls = partsOf(message).flatMap(callOf);
      const said = { role, content: text, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
      return [said, ...results];
    }),
  );
}

const partsOf = ({ content }: MessageLike): readonly Part[] =>
  typeof content === 'string' ? [] : content;

/** The text of a message; the empty text if it has none. */
export function textOf(content: MessageLike['content']): string {
  if (typeof content === 'string') return content;
  return (content as readonly Part[])
    .map(({ type, text = '' }) => (type === 'text' ? text : ''))
    .join('');
}

function callOf({ type, toolCallId = '', toolName = '', input, providerExecuted }: Part) {
  if (type !== 'tool-call' || providerExecuted === true) return [];
  return [{ id: toolCallId, name: toolName, arguments: input } satisfies ModelToolCall];
}

function resultOf({ toolCallId = '', toolName = '', output = {} }: Part): RequestMessage {
  const { value, reason = value } = output;
  const content = typeof reason === 'string' ? reason : JSON.stringify(reason ?? null);
  return { role: 'tool', callId: toolCallId, name: toolName, content };
}
