/** A message of a prompt as the AI SDK gives it to a model. */
export interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What a prompt asks, and what it asks about. */
export interface PromptQuestion {
  readonly query: string;
  /** The conversation before the question; empty if there is none. */
  readonly conversation: string;
  /** The system messages. */
  readonly instructions: string;
}

/** The last user message as the question, the messages before it as a conversation. */
export function readPrompt(prompt: readonly PromptMessage[]): PromptQuestion {
  const last = prompt.findLastIndex(({ role }) => role === 'user');
  const before = prompt.slice(0, Math.max(0, last)).filter(({ role }) => role !== 'system');
  return {
    query: last === -1 ? '' : textOf(prompt[last]?.content),
    conversation: before.map(({ role, content }) => `${role}: ${textOf(content)}`).join('\n\n'),
    instructions: prompt
      .filter(({ role }) => role === 'system')
      .map(({ content }) => textOf(content))
      .join('\n\n'),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => {
      const text =
        typeof part === 'object' && part !== null && 'text' in part ? part.text : undefined;
      return typeof text === 'string' ? text : '';
    })
    .filter((text) => text !== '')
    .join('\n');
}
