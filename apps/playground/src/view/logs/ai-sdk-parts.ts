import { errorText, fieldsOf, listOf, numberOf, textOf, type Fields } from '../read.js';

/** A call of a tool, with what it gave. */
interface SdkCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
  /** Absent where none came. */
  readonly output?: unknown;
  readonly isError: boolean;
}

/** One reply of a model, with the calls that it made. */
export interface SdkStep {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly SdkCall[];
  readonly usage?: unknown;
  readonly finishReason?: unknown;
  /** Absent if the time was not measured. */
  readonly durationMs?: number | undefined;
  /** What a person said behind it. */
  readonly asked: readonly string[];
}

/** A step of a result: its parts are in `content`, or by kind in fields of their own. */
export function partsOfStep(step: Fields): SdkStep {
  const { content, usage, finishReason, performance } = step;
  const parts = Array.isArray(content) ? listOf(content) : partsByKind(step);
  const read = readParts(parts);
  const replied = listOf(fieldsOf(step['response'])['messages']).flatMap(partsOfMessage);
  return {
    ...read,
    calls: read.calls.map((call) => withWords(call, replied)),
    usage,
    finishReason,
    durationMs: numberOf(fieldsOf(performance)['stepTimeMs']),
    asked: [],
  };
}

/** The parts of a message of a model. */
export const partsOfMessage = ({ content }: Fields): readonly Fields[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);

function partsByKind({ text, reasoning, reasoningText, toolCalls, toolResults }: Fields): Fields[] {
  const thought = textOf(reasoningText, textOf(reasoning));
  return [
    { type: 'reasoning', text: thought },
    { type: 'text', text },
    ...listOf(toolCalls).map((call) => ({ ...call, type: 'tool-call' })),
    ...listOf(toolResults).map((result) => ({ ...result, type: 'tool-result' })),
  ];
}

/** Text, reasoning and calls out of parts, however they are spread. */
export function readParts(
  parts: readonly Fields[],
  results: ReadonlyMap<unknown, Fields> = resultsOf(parts),
): Pick<SdkStep, 'text' | 'reasoning' | 'calls'> {
  const joined = (type: string): string =>
    parts
      .filter((part) => part['type'] === type)
      .map(({ text }) => textOf(text))
      .join('');
  const calls = parts
    .filter(({ type }) => type === 'tool-call')
    .map((part) => {
      const { toolCallId, toolName, input, args } = part;
      const call = { callId: textOf(toolCallId), name: textOf(toolName), input: input ?? args };
      return withResult(call, results.get(toolCallId));
    });
  return { text: joined('text'), reasoning: joined('reasoning'), calls };
}

/** The parts that are results, by the ids of their calls. */
export const resultsOf = (parts: readonly Fields[]): ReadonlyMap<unknown, Fields> =>
  new Map(parts.filter(isResult).map((part) => [part['toolCallId'], part]));

const isResult = ({ type }: Fields): boolean => type === 'tool-result' || type === 'tool-error';

/** A call with the part that has its result. */
function withResult(call: Omit<SdkCall, 'output' | 'isError'>, part: Fields | undefined): SdkCall {
  if (part === undefined) return { ...call, isError: false };
  const { type, output, result, error } = part;
  if (type === 'tool-error') return { ...call, output: errorText(error), isError: true };
  const { type: kind, value } = fieldsOf(output);
  const isWrapped = typeof kind === 'string' && value !== undefined;
  return {
    ...call,
    output: isWrapped ? value : (output ?? result ?? ''),
    isError: isWrapped && kind.startsWith('error'),
  };
}

/** A thrown error is `{}` in JSON. Its text is in the messages. */
function withWords(call: SdkCall, replied: readonly Fields[]): SdkCall {
  if (!call.isError || call.output !== '{}') return call;
  const told = replied.find((part) => isResult(part) && part['toolCallId'] === call.callId);
  return told === undefined ? call : withResult(call, told);
}
