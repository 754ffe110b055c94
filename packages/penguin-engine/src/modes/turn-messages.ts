import type { ActionCall } from '@rlm/kernel/internal';
import type { RequestMessage, ModelReply, ModelToolCall } from '@rlm/kernel/model';
import { createBoundedWork, definedFields } from '@rlm/repl-types/internal';
import { createLineQuoter, type ShownMarks } from '@rlm/termination/shown';

import { finishTools } from '../tools/finish-tools.js';
import type { ActedTurn } from './act.js';
import { noticeHead } from './notice.js';
import { spokenPart } from './spoken-part.js';
import type { EngineState } from './state.js';

/**
 * The messages of a step: the model's reply with its calls, then one message of the role `tool` for
 * each call. A text action is recorded as a call too, so that its result is never sent as a user's
 * words.
 */
export function turnMessages(
  reply: ModelReply,
  { done, dropped, finish }: ActedTurn,
): readonly RequestMessage[] {
  const left = dropped.filter(({ source }) => source === 'native');
  const notRun = `Not run: ${finish === null ? 'the limit of actions in one reply was reached' : 'it follows a finish'}.`;
  const calls = [...done.map(({ call }) => call), ...left].map(toToolCall);
  const assistant: RequestMessage = Object.freeze(
    definedFields({
      role: 'assistant',
      content: reply.text,
      toolCalls: calls.length > 0 ? Object.freeze(calls) : undefined,
    }),
  );
  return [
    assistant,
    ...done.map(({ call, record }) => toResult(call, record.result)),
    ...left.map((call) => toResult(call, notRun)),
  ];
}

function toToolCall({ callId, action, source, arguments: given }: ActionCall): ModelToolCall {
  const data = source === 'native' ? given : { input: given };
  return Object.freeze({ id: callId, name: action, arguments: data });
}

/** Quotes lines in a result that could be taken for the engine's own. */
const quote = createLineQuoter([noticeHead]);

function toResult({ callId, action }: ActionCall, result: string): RequestMessage {
  const content = quote(result);
  return Object.freeze({ role: 'tool', content, callId, name: action });
}

/**
 * Tracks results that the model was shown. Those of a finish tool hold only words of the model or
 * the engine, not data.
 */
export async function noteShown({ done }: ActedTurn, { shown }: EngineState): Promise<void> {
  const results = done.filter(
    ({ call, isData }) => isData && !finishTools.some(({ name }) => name === call.action),
  );
  await addShown(
    results.map(({ record }) => record.result),
    shown,
  );
}

/** Reads texts that the model is shown, and lets go of the thread between them. */
export async function addShown(texts: readonly string[], shown: ShownMarks): Promise<void> {
  for await (const text of createBoundedWork().eachInTurns(texts, ({ length }) => length)) {
    shown.add(spokenPart(text));
  }
}
