import { fieldsOf, listOf, textOf, type Fields } from '../read.js';
import { partsOfMessage, readParts, resultsOf, type SdkStep } from './ai-sdk-parts.js';

/** Messages as steps: each reply of the model is one, with the results that follow it. */
export function messagesAsSteps(messages: readonly Fields[]): {
  readonly query: string;
  readonly steps: readonly SdkStep[];
} {
  const told = messages.filter(({ role }) => role === 'tool').flatMap(partsOfMessage);
  const results = resultsOf(told);
  const asked = messages.filter(({ role }) => role === 'user');
  const steps: SdkStep[] = [];
  for (const message of messages) {
    if (message['role'] === 'assistant') {
      for (const parts of repliesOf(message)) {
        const own = resultsOf(parts);
        const read = readParts(parts, own.size > 0 ? own : results);
        steps.push({ ...read, asked: [] });
      }
    } else if (message['role'] === 'user' && message !== asked[0]) {
      const last = steps.pop();
      if (last !== undefined) steps.push({ ...last, asked: [...last.asked, wordsOf(message)] });
    }
  }
  const [first] = asked;
  return { query: first === undefined ? '' : wordsOf(first), steps };
}

/** The parts of each reply in a message: one of a user interface may hold several, set apart by `step-start`. */
function repliesOf(message: Fields): (readonly Fields[])[] {
  const { parts } = message;
  if (!Array.isArray(parts)) return [partsOfMessage(message)];
  const replies: Fields[][] = [[]];
  for (const part of listOf(parts)) {
    if (part['type'] !== 'step-start') replies.at(-1)?.push(...asModelParts(part));
    else if (replies.at(-1)?.length !== 0) replies.push([]);
  }
  return replies;
}

/** A tool's part of a user interface has call and result in one. */
function asModelParts(part: Fields): Fields[] {
  const { type, toolCallId, toolName, input, output, errorText } = part;
  const kind = textOf(type);
  if (kind !== 'dynamic-tool' && !kind.startsWith('tool-')) return [part];
  const call = { toolCallId, toolName: textOf(toolName, kind.slice('tool-'.length)), input };
  return [
    { ...call, type: 'tool-call' },
    ...(output === undefined ? [] : [{ toolCallId, type: 'tool-result', output }]),
    ...(typeof errorText === 'string'
      ? [{ toolCallId, type: 'tool-error', error: errorText }]
      : []),
  ];
}

function wordsOf(message: Fields): string {
  const parts = Array.isArray(message['parts'])
    ? listOf(message['parts'])
    : partsOfMessage(message);
  return parts.map((part) => textOf(fieldsOf(part)['text'])).join('');
}
