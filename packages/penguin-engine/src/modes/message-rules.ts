import {
  isRecord,
  mismatch,
  refuseOption,
  shape,
  type OptionFault,
} from '@rlm/repl-types/internal';
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

/** Calls in the form of the requests that a model function gets. */
const ownCalls = (): OptionRule =>
  listOf(shape('a call { id, name, arguments }', { id: required(text), name: required(text) }));

/** The types of parts that a message of a role may have. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  system: ['text', 'reasoning'],
  user: ['text', 'reasoning'],
  assistant: types,
  tool: ['tool-result'],
};

/** The rule for the messages before a run. A call or a result in a place where it would be lost is refused. */
export const messagesRule = (): OptionRule => {
  const parts = listOf(partRule());
  const content: OptionRule = {
    expected: 'text or a list of parts',
    find: (value, option) => (Array.isArray(value) ? parts : text).find(value, option),
  };
  const known = shape('a message { role, content }', {
    role: required(oneOf('system', 'user', 'assistant', 'tool')),
    content: required(content),
  });
  return listOf({
    expected: known.expected,
    find: (value, option) =>
      ofBrowser(value, option) ??
      known.find(value, option) ??
      misplaced(value as Record<string, unknown>, option),
  });
};

/** The fault of a message that `useChat` sent, which has `parts` in place of `content`. */
function ofBrowser(value: unknown, option: string): OptionFault | undefined {
  if (!isRecord(value) || value['content'] !== undefined || !Array.isArray(value['parts']))
    return undefined;
  const expected = 'a message { role, content }';
  const advice = 'Pass await convertToModelMessages(messages) of the AI SDK.';
  return mismatch(option, expected, 'one with parts, as useChat has it', advice);
}

function misplaced(
  { role, content, tool_calls: calls, toolCalls, callId }: Record<string, unknown>,
  option: string,
): OptionFault | undefined {
  const advice =
    'Pass messages in the form of the AI SDK: calls and results are parts of `content`.';
  if (calls !== undefined && calls !== null) {
    return mismatch(option, 'a message { role, content }', 'one with tool_calls', advice);
  }
  const own =
    toolCalls === undefined ? undefined : ownCalls().find(toolCalls, `${option}.toolCalls`);
  if (own !== undefined) return own;
  if (typeof content === 'string') {
    if (role !== 'tool' || typeof callId === 'string') return undefined;
    return mismatch(`${option}.content`, 'a list of tool-result parts', 'text', advice);
  }
  const fitting = typesOf[role as string] ?? types;
  const list = content as readonly { readonly type: string }[];
  const index = list.findIndex(({ type }) => !fitting.includes(type));
  if (index === -1) return undefined;
  const found = JSON.stringify(list[index]?.type);
  const expected = `${fitting.join(' or ')} in a message of the role ${String(role)}`;
  return mismatch(`${option}.content[${String(index)}].type`, expected, found);
}

/**
 * Throws `InvalidOptionError` if there is no request: without a prompt, the last message must be
 * from the user.
 */
export function requirePrompt({ prompt, messages = [] }: ResponseOptions): void {
  if (prompt !== undefined || messages.at(-1)?.role === 'user') return;
  const advice = 'Without it, the last of messages must be from the user.';
  throw refuseOption(mismatch('prompt', 'text', 'undefined', advice));
}
