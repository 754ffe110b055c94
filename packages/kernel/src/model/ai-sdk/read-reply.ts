import { ModelError } from '../errors.js';
import type { ModelFinishReason, ModelReply, ModelToolCall } from '../types.js';
import type { StreamedTokens } from '../estimate.js';

/** A part of a reply, whole or streamed, reduced to the fields that are read here. */
export interface ReplyPart {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly providerExecuted?: boolean;
  readonly usage?: unknown;
  readonly finishReason?: unknown;
  readonly error?: unknown;
}

/**
 * A reply whose usage is still in the provider's format; absent if the stream was stopped before
 * it.
 */
export type ReadReply = Omit<ModelReply, 'usage'> &
  ({ readonly usage: unknown } | { readonly usage?: never });

/** Reads what `doGenerate` returned; `shown` counts its text, its reasoning and its calls. */
export function readGenerated(given: unknown, shown?: StreamedTokens): ReadReply {
  const { content, usage, finishReason } = (given ?? {}) as {
    readonly content?: readonly ReplyPart[];
    readonly usage?: unknown;
    readonly finishReason?: unknown;
  };
  if (!Array.isArray(content)) {
    throw new ModelError('doGenerate() returned no content', { isRetryable: false });
  }
  const parts = content as readonly ReplyPart[];
  for (const { type, text: piece = '', input } of parts) {
    if (type === 'text' || type === 'reasoning') shown?.add(piece);
    if (type === 'tool-call' && typeof input === 'string') shown?.add(input);
  }
  const text = parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
  return replyOfParts(text, parts.flatMap(toolCallOf), { usage, finishReason });
}

/** Builds a reply from its parts; one whose stream was stopped has no `finish`. */
export function replyOfParts(
  text: string,
  toolCalls: readonly ModelToolCall[],
  finish?: { readonly usage: unknown; readonly finishReason: unknown },
): ReadReply {
  return {
    text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(finish === undefined
      ? {}
      : { usage: finish.usage, finishReason: finishReasonOf(finish.finishReason) }),
  };
}

/** The tool call in a part, if any. Calls that the provider executes itself do not count. */
export function toolCallOf(part: ReplyPart): readonly ModelToolCall[] {
  const { type, toolCallId = '', toolName = '', input, providerExecuted } = part;
  if (type !== 'tool-call' || providerExecuted === true) return [];
  return [{ id: toolCallId, name: toolName, arguments: input }];
}

/** V2 returns a word, V3 and V4 an object with that word and the provider's own. */
function finishReasonOf(given: unknown): ModelFinishReason {
  const word =
    typeof given === 'object' && given !== null
      ? (given as { readonly unified?: unknown }).unified
      : given;
  switch (word) {
    case 'stop':
    case 'length':
    case 'tool-calls':
    case 'content-filter':
    case 'error':
      return word;
    default:
      return 'other';
  }
}
