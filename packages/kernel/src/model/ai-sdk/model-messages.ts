import type { ModelMessage } from '../../contract/model-message.js';
import { prepareMessages } from '../prepare-request.js';
import type { RequestMessage } from '../types.js';

/** Messages in the form of the AI SDK, which the provider specifications use too, as they leave for a model. */
export function toModelMessages(messages: readonly RequestMessage[]): ModelMessage[] {
  const prompt: ModelMessage[] = [];
  for (const message of prepareMessages(messages)) {
    const last = prompt.at(-1);
    const converted = convert(message);
    // There, the results of the calls of one step are one message.
    if (converted.role === 'tool' && last?.role === 'tool') {
      last.content.push(...converted.content);
    } else {
      prompt.push(converted);
    }
  }
  return prompt;
}

function convert(message: RequestMessage): ModelMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [textPart(message.content)] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.content === '' ? [] : [textPart(message.content)]),
          ...(message.toolCalls ?? []).map((call) => ({
            type: 'tool-call' as const,
            toolCallId: call.id,
            toolName: call.name,
            input: call.arguments,
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: 'text', value: message.content },
          },
        ],
      };
  }
}

function textPart(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}
