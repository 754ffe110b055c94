import { settle } from '@rlm/repl-types/internal';

import { StreamedTokens } from '../estimate.js';
import type { Provider, ProviderCall } from '../provider.js';
import type { LanguageModelLike } from '../types.js';
import { hidesReasoning, normaliseUsage } from '../usage.js';
import { callOptionsOf } from './prompt.js';
import { readGenerated, type ReadReply } from './read-reply.js';
import { readStreamed } from './read-stream.js';
import { mayBeReply, watchWire } from './watch-wire.js';

/** An AI SDK model object (provider specification V2, V3 or V4) as a provider. */
export function languageModelProvider(model: LanguageModelLike): Provider {
  return {
    modelId: model.modelId,
    async call(call) {
      const streamed = call.streamed ?? new StreamedTokens();
      const reply = await callLanguageModel(model, { ...call, streamed });
      if (!('usage' in reply)) return reply;
      const usage = normaliseUsage(reply.usage);
      const isHidden = hidesReasoning(reply.usage, usage, streamed.count);
      return { ...reply, usage, hidesReasoning: isHidden ? true : undefined };
    },
  };
}

/** Calls a model object. */
async function callLanguageModel(
  model: LanguageModelLike,
  { request, abortSignal, onText, ...limits }: ProviderCall,
): Promise<ReadReply> {
  const options = callOptionsOf(model, request, abortSignal) as never;
  const generate = async (): Promise<ReadReply> =>
    readGenerated(await settle(model.doGenerate(options)), limits.streamed);
  if (onText === undefined) return generate();
  const { view, wire } = watchWire(model);
  const start = (from: LanguageModelLike): Promise<unknown> => settle(from.doStream(options));
  const given = await start(view).catch((fault: unknown) => {
    // A class with private fields does not work through the view, and has asked no one yet.
    if (view === model || wire.url !== undefined || !(fault instanceof TypeError)) throw fault;
    return start(model);
  });
  const { isWhole } = limits;
  // An abort breaks the stream too.
  const whole = isWhole && {
    isWhole: (text: string) => !abortSignal.aborted && isWhole(text),
  };
  return readStreamed(given, onText, { wire, ...limits, ...whole }).catch((fault: unknown) => {
    // A server that cannot stream, and answered with its whole reply.
    if (!mayBeReply(fault)) throw fault;
    return generate();
  });
}
