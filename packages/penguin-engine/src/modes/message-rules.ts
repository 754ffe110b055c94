import { mismatch, refuseOption, shape } from '@rlm/repl-types/internal';
import { listOf, oneOf, required, text, type OptionRule } from '@rlm/repl-types/options';

import type { ResponseOptions } from './options.js';

const types = ['text', 'reasoning', 'tool-call', 'tool-result'];

/** The rule for the parts of a message: models get text, calls and results here, no files. */
const partRule = (): OptionRule => {
  const known = shape('a part { type }', { type: required(oneOf(...types)) });
  const call = { toolCallId: required(text), toolName: required(text) };
  const fields: Readonly<Record<string, OptionRule>> = {
    text: shape('a part', { text: required(text) }),
    'tool-call': shape('a part', call),
    'tool-result': shape('a part', {
      ...call,
      output: required(shape('an output { type, value }', { type: required(text) })),
    }),
  };
  return {
    expected: known.expected,
    find: (value, option) =>
      known.find(value, option) ??
      fields[(value as { readonly type: string }).type]?.find(value, option),
  };
};

/** The rule for the messages before a run. */
export const messagesRule = (): OptionRule => {
  const parts = listOf(partRule());
  const content: OptionRule = {
    expected: 'text or a list of parts',
    find: (value, option) => (Array.isArray(value) ? parts : text).find(value, option),
  };
  return listOf(
    shape('a message { role, content }', {
      role: required(oneOf('system', 'user', 'assistant', 'tool')),
      content: required(content),
    }),
  );
};

/**
 * Throws `InvalidOptionError` if there is no request: without a prompt, the last message must be
 * from the user.
 */
export function requirePrompt({ prompt, messages = [] }: ResponseOptions): void {
  if (prompt !== undefined || messages.at(-1)?.role === 'user') return;
  const advice = 'Without it, the last of messages must be from the user.';
  throw refuseOption(mismatch('prompt', 'text', 'undefined', advice));
}
