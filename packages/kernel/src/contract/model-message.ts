/** A part of a message's content: text, or what a model called, or what came of it. */
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

/** What came of a call. */
export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text'; value: string };
}

/**
 * A message of a conversation in the form of the AI SDK's `ModelMessage`, as far as the loops write it. It may be changed: the AI SDK's
 * functions take no lists that are read-only.
 */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: TextPart[] }
  | { role: 'assistant'; content: (TextPart | ToolCallPart)[] }
  | { role: 'tool'; content: ToolResultPart[] };
