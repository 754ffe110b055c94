import { checkOptions, fields, listOf, oneOf, required } from '@rlm/repl-types/options';
import { anything, checkOption, refuseOption, untilAborted } from '@rlm/repl-types/internal';

import { ModelError } from '../model/errors.js';
import type {
  ModelFunction,
  ModelFunctionRequest,
  ModelReply,
  ModelRequest,
} from '../model/types.js';

/** One scripted reply of a model. */
export type ScriptedReply =
  /** The whole text. */
  | string
  /** No text at all, the same as the empty text. */
  | null
  /** A reply with tool calls, usage or a finish reason. */
  | ModelReply
  /**
   * A fault: an error as it is, or one made from a text or from an object's fields (`status`,
   * `code`).
   */
  | { readonly raise: unknown }
  /** A stream of texts; `raise` breaks it off after them, `hang` never ends it. */
  | { readonly chunks: readonly string[]; readonly raise?: unknown; readonly hang?: true }
  /** A response of a provider's server: 429 and 5xx can be retried. */
  | { readonly status: number; readonly message?: string; readonly retryAfterMs?: number }
  /** Never replies; respects the abort signal. */
  | { readonly hang: true }
  /** Made from the request, when the model is called. */
  | ((request: ModelFunctionRequest) => ScriptedReply | Promise<ScriptedReply>);

/** A model that replies from a script, and keeps the requests it received. */
export type ScriptedModel = ModelFunction & { readonly calls: ModelFunctionRequest[] };

/** What a script does after its last reply. */
export interface ScriptedModelOptions {
  /** `raise` (default) throws, `repeat` repeats the last reply, `cycle` starts again. */
  readonly after?: 'raise' | 'repeat' | 'cycle' | undefined;
}

/**
 * A model for tests: gives the replies in turn and keeps every request in `calls`.
 *
 *     const model = scriptedModel(['first', { raise: 'overloaded' }, { chunks: ['sec', 'ond'] }]);
 */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkOption('replies', replies, required(listOf(anything)), refuseOption);
  checkOptions(
    options,
    fields<ScriptedModelOptions>({ after: oneOf('raise', 'repeat', 'cycle') }),
    refuseOption,
  );
  const calls: ModelFunctionRequest[] = [];
  const model = (request: ModelFunctionRequest): ReturnType<ModelFunction> => {
    // A copy, because protocols go on appending to their messages.
    calls.push({ ...request, messages: [...request.messages] });
    return play(pick(replies, calls.length, options), request);
  };
  return Object.assign(model, { calls });
}

function pick(
  replies: readonly ScriptedReply[],
  call: number,
  { after = 'raise' }: ScriptedModelOptions,
): ScriptedReply {
  const planned = replies[call - 1];
  if (planned !== undefined) return planned;
  const further =
    after === 'repeat'
      ? replies.at(-1)
      : after === 'cycle'
        ? replies[(call - 1) % replies.length]
        : undefined;
  if (further !== undefined) return further;
  return { raise: new Error(`The script has ${replies.length} replies, but this is call ${call}`) };
}

function play(reply: ScriptedReply, request: ModelFunctionRequest): ReturnType<ModelFunction> {
  if (reply === null) return '';
  if (typeof reply === 'string') return reply;
  if (typeof reply === 'function') return resolve(reply, request);
  if ('chunks' in reply) return stream(reply, request);
  if ('status' in reply) {
    const { status: statusCode, message = `The provider answered ${statusCode}` } = reply;
    const isRetryable = statusCode === 429 || statusCode >= 500;
    return Promise.reject(new ModelError(message, { ...reply, statusCode, isRetryable }));
  }
  if ('raise' in reply) return Promise.reject(toError(reply.raise));
  if ('hang' in reply) return untilAborted(never(), request.abortSignal);
  return reply;
}

/** Plays what a function of the script returns; a stream is read to its end here. */
async function resolve(
  make: (request: ModelFunctionRequest) => ScriptedReply | Promise<ScriptedReply>,
  request: ModelFunctionRequest,
): Promise<string | ModelReply> {
  const played = play(await make(request), request);
  if (typeof played !== 'object' || !(Symbol.asyncIterator in played)) return played;
  let text = '';
  for await (const chunk of played) text += chunk;
  return text;
}

async function* stream(
  reply: Extract<ScriptedReply, { readonly chunks: readonly string[] }>,
  { abortSignal }: ModelRequest,
): AsyncGenerator<string, void, undefined> {
  for (const chunk of reply.chunks) {
    await Promise.resolve();
    abortSignal?.throwIfAborted();
    yield chunk;
  }
  if (reply.raise !== undefined) throw toError(reply.raise);
  if (reply.hang === true) await untilAborted(never(), abortSignal);
}

const never = (): Promise<never> => new Promise(() => undefined);

function toError(raised: unknown): Error {
  if (raised instanceof Error) return raised;
  if (typeof raised !== 'object' || raised === null) return new Error(String(raised));
  const { message = 'raised by the script' } = raised as { readonly message?: string };
  return Object.assign(new Error(message), raised);
}
