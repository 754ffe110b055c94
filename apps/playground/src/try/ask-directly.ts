import { createRun, type Budget, type Outcome, type Protocol } from '@rlm/kernel';
import { isPromptTooLong } from '@rlm/kernel/internal';
import { callModel } from '@rlm/kernel/model';
import { actionResult } from '@rlm/policies';
import type { RlmEvent } from '@rlm/runner';

import type { AskLimits } from '../arguments/limit-arguments.js';
import { callsOf } from '../ask.js';
import type { OpenedModel } from '../models/open-model.js';
import type { TryQuestion } from './task.js';

/** How a model is asked directly. */
export interface DirectOptions
  extends
    Pick<OpenedModel, 'model'>,
    Pick<AskLimits, 'prices' | 'timeoutMs' | 'callTimeoutMs' | 'retries' | 'temperature'> {
  /** Tokens of text, question and reply. */
  readonly window: number;
  readonly budget: Budget | undefined;
  readonly abortSignal: AbortSignal;
}

/** The outcome of a direct call. */
export interface Direct {
  readonly outcome: Outcome<string>;
  /** The part of the text that was sent, from 0 to 1. */
  readonly fitted: number;
}

const charactersPerToken = 4;
/** Tokens that are left for the reply, but at most a quarter of the window. */
const replyTokens = 8_192;
/** How much shorter a text is made that was refused as too long, and how often. */
const shorter = 0.75;
const maxRefusals = 4;

/** Asks a question in one call, with as much of the text as fits. A prompt that is refused as too long is sent again with less text. */
export async function askDirectly(question: TryQuestion, options: DirectOptions): Promise<Direct> {
  const { window } = options;
  const { query, context, schema } = question;
  const texts = typeof context === 'string' ? { context } : context;
  const size = Object.values(texts).reduce((sum, { length }) => sum + length, 0);
  const room = (window - Math.min(replyTokens, window / 4)) * charactersPerToken - query.length;
  let fitted = Math.min(1, room / size);
  for (let refusals = 0; ; refusals += 1) {
    const parts = Object.entries(texts).map(
      ([name, text]) => `${name}:\n\n${text.slice(0, Math.floor(text.length * fitted))}`,
    );
    const form =
      schema === undefined
        ? []
        : [`Answer with JSON alone, by this schema: ${JSON.stringify(schema)}`];
    const outcome = await callOnce([...parts, query, ...form].join('\n\n'), options);
    const isRefused = outcome.status === 'failed' && isPromptTooLong(outcome.error);
    if (!isRefused || refusals === maxRefusals) return { outcome, fitted };
    fitted *= shorter;
  }
}

/** One call as a run, so that it has the limits, attempts and figures of one. */
function callOnce(
  prompt: string,
  { model, prices, timeoutMs, callTimeoutMs, budget, abortSignal, ...calls }: DirectOptions,
): Promise<Outcome<string>> {
  const { retry, settings } = callsOf(calls);
  const protocol: Protocol<null, null, string, RlmEvent> = {
    name: 'direct',
    open: () => Promise.resolve(null),
    async step(state, context) {
      const { text: answer } = await callModel(
        model,
        {
          purpose: 'root',
          messages: [{ role: 'user', content: prompt }],
          settings: settings?.root,
        },
        context,
        { prices, timeoutMs: callTimeoutMs },
      );
      return { type: 'final', state, result: actionResult({ output: answer }), answer };
    },
  };
  return createRun(protocol, null, { budget, retry, abortSignal, limits: { timeoutMs } }).result;
}
