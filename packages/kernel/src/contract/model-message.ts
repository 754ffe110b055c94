/** A part of a message's content: text, a tool call of the model, or the result of one. */
export type MessagePart = TextPart | ToolCallPart | ToolResultPart;

/** Text. */
export interface TextPart {
  type: 'text';
  text: string;
}

/** A call of a tool. */
export interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/** The result of a tool call. */
export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text'; value: string };
}

/**
 * A message of a conversation, as the AI SDK's `ModelMessage`, reduced to what the loops write. It
 * is mutable, because the AI SDK's functions do not accept read-only lists.
 */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: TextPart[] }
  | { role: 'assistant'; content: (TextPart | ToolCallPart)[] }
  | { role: 'tool'; content: ToolResultPart[] };
