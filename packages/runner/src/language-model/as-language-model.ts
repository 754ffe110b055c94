import type { Run, StandardSchema } from '@rlm/kernel';
import { isRecord, mismatch, refuseOption } from '@rlm/repl-types/internal';
import type { LanguageModelLike } from '@rlm/kernel/model';
import { RlmError } from '@rlm/repl-types';
import { checkOptions, fields, oneOf, someText, type OptionRule } from '@rlm/repl-types/options';

import type { RlmEvent } from '../run/events.js';
import { checkRlmOptions } from '../options/check-options.js';
import type { RlmOptions } from '../options/run-options.js';
import { runRlm } from '../run-rlm.js';
import type { RlmResult } from '../result.js';
import { warningsFor, type CallWarning, type LanguageModelCall } from './call.js';
import { readPrompt } from './prompt.js';
import { finishOf, usageOf, type FinishPart, type UsagePart } from './parts.js';

/** Something that answers a question as a run: what `createRlm` gives. */
export interface RlmRunner {
  run(
    query: string,
    request?: { readonly abortSignal?: AbortSignal | undefined },
  ): Run<RlmEvent, RlmResult>;
}

/** A version of the AI SDK's provider specification: AI SDK 6 takes `v3`, AI SDK 7 takes both. */
export type SpecificationVersion = 'v3' | 'v4';

/** How the model presents itself. */
export interface LanguageModelOptions<Version extends SpecificationVersion = SpecificationVersion> {
  /** Its name. Default: `rlm`. */
  readonly modelId?: string | undefined;
  /** The provider specification that it speaks. Default: `v3`, which AI SDK 6 and 7 take. */
  readonly specificationVersion?: Version | undefined;
}

const optionsRule = (): OptionRule =>
  fields<LanguageModelOptions>({ modelId: someText, specificationVersion: oneOf('v3', 'v4') });

/** A piece of an answer, as the AI SDK streams it. */
export type LanguageModelPart =
  | { readonly type: 'stream-start'; readonly warnings: CallWarning[] }
  | { readonly type: 'text-start' | 'text-end'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | ({ readonly type: 'finish' } & FinishPart & UsagePart);

/** An RLM as an AI SDK model (provider specification V3 or V4). */
export interface RlmLanguageModel<
  Version extends SpecificationVersion = 'v3',
> extends LanguageModelLike {
  readonly specificationVersion: Version;
  readonly supportedUrls: Record<string, never>;
  doGenerate(call: LanguageModelCall): Promise<
    FinishPart &
      UsagePart & {
        readonly content: { readonly type: 'text'; readonly text: string }[];
        readonly warnings: CallWarning[];
        readonly providerMetadata: { rlm: { finishReason: string } };
      }
  >;
  doStream(
    call: LanguageModelCall,
  ): Promise<{ readonly stream: ReadableStream<LanguageModelPart> }>;
}

/**
 * An AI SDK model object that answers with runs of an RLM. Given a `createRlm` result, every call is a question to it;
 * given options, every call is a run of its own, and where they name no context, the conversation before the last
 * user message is the context.
 *
 * Throws `InvalidOptionError` at once when an option is wrong. A run that ends without an answer rejects with an `RlmError` of code `no_answer`. Streams give the answer
 * when it is there: an RLM does not think aloud; a stream that is cancelled aborts its run. What a call asks for
 * and an RLM cannot do (a temperature, tools, files) is a warning of the call.
 */
export function asLanguageModel<Version extends SpecificationVersion = 'v3'>(
  rlm: RlmRunner | RlmOptions<StandardSchema | undefined>,
  options: LanguageModelOptions<Version> = {},
): RlmLanguageModel<Version> {
  if (!isRunner(rlm)) {
    refuseRun(rlm);
    checkRlmOptions(rlm);
  }
  checkOptions(options, optionsRule(), refuseOption);
  const { modelId = 'rlm', specificationVersion = 'v3' as Version } = options;
  async function answerOf(run: Run<RlmEvent, RlmResult>): Promise<RlmResult> {
    const result = await run.result;
    if (result.answer !== null) return result;
    const message = result.stop?.message ?? result.finishReason;
    throw new RlmError(`The run ended without an answer: ${message}`, {
      code: 'no_answer',
      cause: result.stop?.error,
    });
  }
  return {
    specificationVersion,
    provider: 'rlm',
    modelId,
    supportedUrls: {},
    async doGenerate(call) {
      const result = await answerOf(start(rlm, call));
      return {
        content: [{ type: 'text', text: result.answer ?? '' }],
        ...finishOf(result),
        ...usageOf(result),
        warnings: warningsFor(call),
        providerMetadata: { rlm: { finishReason: result.finishReason } },
      };
    },
    doStream(call) {
      const run = start(rlm, call);
      let isCancelled = false;
      const stream = new ReadableStream<LanguageModelPart>({
        async start(controller) {
          try {
            controller.enqueue({ type: 'stream-start', warnings: warningsFor(call) });
            const result = await answerOf(run);
            if (isCancelled) return;
            controller.enqueue({ type: 'text-start', id: 'answer' });
            controller.enqueue({ type: 'text-delta', id: 'answer', delta: result.answer ?? '' });
            controller.enqueue({ type: 'text-end', id: 'answer' });
            controller.enqueue({ type: 'finish', ...finishOf(result), ...usageOf(result) });
            controller.close();
          } catch (error) {
            if (!isCancelled) controller.error(error);
          }
        },
        cancel(reason) {
          isCancelled = true;
          run.abort(reason);
        },
      });
      return Promise.resolve({ stream });
    },
  };
}

/** Throws `InvalidOptionError` for a run: what it takes to make one is needed, since each call is another. */
function refuseRun(rlm: unknown): void {
  if (!isRecord(rlm) || !(Symbol.asyncIterator in rlm && 'result' in rlm)) return;
  const advice = 'Pass the options of the run without its query, or call createRlm.';
  throw refuseOption(mismatch('rlm', 'options, or what createRlm() returned', 'a run', advice));
}

function isRunner(rlm: RlmRunner | RlmOptions<StandardSchema | undefined>): rlm is RlmRunner {
  return typeof (rlm as Partial<RlmRunner> | null | undefined)?.run === 'function';
}

function start(
  rlm: RlmRunner | RlmOptions<StandardSchema | undefined>,
  { prompt, abortSignal }: LanguageModelCall,
): Run<RlmEvent, RlmResult> {
  const { query, conversation, instructions } = readPrompt(prompt);
  if (isRunner(rlm)) return rlm.run(query, { abortSignal });
  const own = [rlm.instructions, instructions].filter((text) => text !== undefined && text !== '');
  const named = rlm.context !== undefined || rlm.contexts !== undefined;
  return runRlm({
    ...rlm,
    query,
    abortSignal,
    instructions: own.join('\n\n'),
    ...(named || conversation === '' ? {} : { context: conversation }),
  });
}
