import type { ModelSettings } from '../settings.js';
import type { RequestMessage, ModelRequest } from '../types.js';

/** The call options that provider specifications V2, V3 and V4 have in common, as far as they are used here. */
export interface CallOptions extends ModelSettings {
  readonly prompt: readonly unknown[];
  readonly abortSignal: AbortSignal;
  readonly maxOutputTokens?: number;
  readonly tools?: readonly unknown[];
  readonly toolChoice?: { readonly type: 'auto' };
}

/** A request in the form of the provider specifications. */
export function callOptionsOf(request: ModelRequest, abortSignal: AbortSignal): CallOptions {
  const { messages, tools = [], maxOutputTokens, settings } = request;
  return {
    ...settings,
    prompt: promptOf(messages),
    abortSignal,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({ type: 'function', ...tool })),
          toolChoice: { type: 'auto' },
        }),
  };
}

function promptOf(messages: readonly RequestMessage[]): readonly unknown[] {
  const prompt: { readonly role: string; readonly content: unknown }[] = [];
  for (const message of messages) {
    const last = prompt.at(-1);
    const converted = convert(message);
    // The results of one turn's calls are one message there.
    if (converted.role === 'tool' && last?.role === 'tool') {
      (last.content as unknown[]).push(...(converted.content as unknown[]));
    } else {
      prompt.push(converted);
    }
  }
  return prompt;
}

function convert(message: RequestMessage): { role: string; content: unknown } {
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
            type: 'tool-call',
            toolCallId: call.id,
            toolName: call.name,
            input: inputOf(call.arguments),
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

/** The specifications want arguments as data here, and give them as JSON text. */
function inputOf(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? {};
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}
