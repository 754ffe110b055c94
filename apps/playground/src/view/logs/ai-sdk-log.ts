import { fieldsOf, jsonText, listOf, numberOf, textOf, type Fields } from '../read.js';
import type { ViewEvent } from '../run-view.js';
import { messagesAsSteps } from './ai-sdk-messages.js';
import { partsOfStep, type SdkStep } from './ai-sdk-parts.js';
import { EventList } from './event-list.js';
import { LogError, quoted } from './log-error.js';
import { isObject } from './log-lines.js';

/**
 * Reads what an AI SDK call gave (`generateText`, with `steps`; or `response.messages` alone), or a list of messages of a model or of a
 * user interface. Throws {@link LogError} for anything else.
 */
export function readAiSdkLog(value: unknown): ViewEvent[] {
  const { query, steps } = stepsOf(value);
  const result = isObject(value) ? value : {};
  const list = new EventList('run');
  list.add('run-start', { protocol: 'response' });
  list.add('session-open', { query, contexts: [], backend: '' });
  for (const step of steps) addStep(list, step);
  const usage = usageOf(result['totalUsage'] ?? result['usage']);
  const last = steps.findLast(({ text }) => text !== '');
  const finishReason = reasonOf(result['finishReason'] ?? steps.at(-1)?.finishReason);
  const isCut = finishReason !== '' && finishReason !== 'stop';
  const message = `The model ended its last reply with ${finishReason}`;
  list.add('run-end', {
    result: {
      answer: last?.text ?? textOf(result['text'], ''),
      finishReason: isCut ? finishReason : 'final',
      ...(isCut ? { stop: { finishReason, code: finishReason, message } } : {}),
      usage: { total: usage.inputTokens === undefined ? sumOf(steps) : usage },
      durationMs: sumOfKnown(steps.map(({ durationMs }) => durationMs)),
      calls: { root: steps.length, tools: steps.reduce((sum, { calls }) => sum + calls.length, 0) },
    },
  });
  return list.events;
}

function stepsOf(value: unknown): { readonly query: string; readonly steps: readonly SdkStep[] } {
  if (Array.isArray(value)) return readMessages(value);
  const { steps, messages, response, text, content, role } = fieldsOf(value);
  if (Array.isArray(steps) && steps.length > 0 && steps.every(isObject)) {
    return { query: questionOf(value), steps: listOf(steps).map(partsOfStep) };
  }
  if (Array.isArray(messages)) return readMessages(messages);
  const { messages: replied } = fieldsOf(response);
  if (Array.isArray(replied)) return { ...readMessages(replied), query: questionOf(value) };
  if (typeof role === 'string') return readMessages([value]);
  if (typeof text === 'string' || Array.isArray(content)) {
    return { query: questionOf(value), steps: [partsOfStep(fieldsOf(value))] };
  }
  const keys = isObject(value) ? Object.keys(value).slice(0, 8).join(', ') : '';
  throw new LogError(
    isObject(value)
      ? `it is an object with the fields ${quoted(keys)}`
      : `it is ${quoted(jsonText(value))}`,
  );
}

function readMessages(messages: readonly unknown[]): ReturnType<typeof messagesAsSteps> {
  const isMessage = (each: unknown): boolean => isObject(each) && typeof each['role'] === 'string';
  const wrong = messages.findIndex((each) => !isMessage(each));
  if (messages.length === 0) throw new LogError('it is an empty list');
  if (wrong !== -1)
    throw new LogError(`item ${wrong + 1} of the list is not a message with a role`);
  return messagesAsSteps(listOf(messages));
}

/** A result says what was asked only in its request, if that is kept. */
function questionOf(value: unknown): string {
  const { prompt, request, messages } = fieldsOf(value);
  if (typeof prompt === 'string') return prompt;
  const asked = messages ?? fieldsOf(fieldsOf(request)['body'])['messages'];
  return Array.isArray(asked) ? messagesAsSteps(listOf(asked)).query : '';
}

function addStep(list: EventList, step: SdkStep): void {
  list.begin();
  const usage = usageOf(step.usage);
  const text = [step.reasoning, step.text].filter((each) => each !== '').join('\n\n');
  list.add('model-end', { purpose: 'root', text, usage, durationMs: step.durationMs });
  for (const { callId, name, input, output, isError } of step.calls) {
    list.add('action-start', { action: name, callId, arguments: input });
    if (output === undefined) continue;
    const status = isError ? 'error' : 'completed';
    list.add('action-end', { record: { callId, result: jsonText(output), status } });
  }
  for (const message of step.asked) list.add('notice', { code: 'user', message });
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  list.add('step-end', {
    result: tokens === 0 ? {} : { tokensUsed: tokens },
    durationMs: step.durationMs,
  });
}

interface Usage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** Tokens by the names of AI SDK 5 and later, or of 4. */
function usageOf(usage: unknown): Usage {
  const { inputTokens, outputTokens, promptTokens, completionTokens } = fieldsOf(usage);
  return {
    inputTokens: numberOf(inputTokens ?? promptTokens),
    outputTokens: numberOf(outputTokens ?? completionTokens),
  };
}

function sumOf(steps: readonly SdkStep[]): Usage {
  const usages = steps.map(({ usage }) => usageOf(usage));
  return {
    inputTokens: sumOfKnown(usages.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumOfKnown(usages.map(({ outputTokens }) => outputTokens)),
  };
}

/** Undefined if none is known. */
function sumOfKnown(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, each) => sum + each, 0);
}

const reasonOf = (reason: unknown): string =>
  textOf(reason) === '' ? textOf((reason as Fields | undefined)?.['unified']) : textOf(reason);
