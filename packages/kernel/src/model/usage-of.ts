import { definedFields, type DefinedFields } from '@rlm/repl-types/internal';

import type { RunContext } from '../contract/context.js';
import { estimateReply, estimateRequest } from './estimate.js';
import type { ModelPrice } from './prices.js';
import { costOf } from './reserve.js';
import type { ModelReply, ModelRequest, ModelUsage } from './types.js';

/** What a reply used, and which part of its report was not believed. */
export interface BelievedUsage {
  readonly usage: DefinedFields<ModelUsage>;
  /** The estimate of its input. */
  readonly inputEstimate: number;
  /** Absent if the report was believed. */
  readonly doubt?: string;
}

/**
 * What a reply used. Tokens are estimated if the provider reported none, or fewer than one for a
 * text: in that case no number below the estimates is believed. A reported cost of zero is ignored
 * for a model whose price is known.
 */
export function usageOf(
  reply: ModelReply,
  request: ModelRequest,
  price: ModelPrice | undefined,
): BelievedUsage {
  const { inputTokens, cachedInputTokens, outputTokens, costUsd } = reply.usage ?? {};
  const [input, output] = [estimateRequest(request), estimateReply(reply)];
  const isBelow = (reported: number | undefined, estimate: number): boolean =>
    reported !== undefined && reported < 1 && estimate > 0;
  const isDoubtful = isBelow(inputTokens, input) || isBelow(outputTokens, output);
  const believed = (reported: number | undefined, estimate: number): number =>
    isDoubtful ? Math.max(reported ?? 0, estimate) : (reported ?? estimate);
  const tokens = {
    inputTokens: believed(inputTokens, input),
    // A provider cannot read more from its cache than the input has.
    cachedInputTokens:
      isDoubtful || cachedInputTokens === undefined || inputTokens === undefined
        ? undefined
        : Math.min(cachedInputTokens, inputTokens),
    outputTokens: believed(outputTokens, output),
  };
  const isFree = costUsd !== undefined && costUsd <= 0 && (costOf(tokens, price) ?? 0) > 0;
  const isEstimated =
    reply.usage?.estimated === true ||
    isDoubtful ||
    inputTokens === undefined ||
    outputTokens === undefined;
  const usage = definedFields({
    ...tokens,
    costUsd: isFree ? undefined : costUsd,
    estimated: isEstimated ? (true as const) : undefined,
  });
  if (!isDoubtful && !isFree) return { usage, inputEstimate: input };
  const doubt = isDoubtful
    ? `${inputTokens ?? 'no'} input and ${outputTokens ?? 'no'} output tokens for a request and a reply of some ${input} and ${output}: tokens are estimated`
    : 'a cost of 0, but its price is known: the cost is computed from that';
  return { usage, inputEstimate: input, doubt };
}

const told = new WeakMap<RunContext, Set<string>>();

/** Adds a diagnostic, once per run and model, that the model's reports are not believed. */
export function tellDoubt(context: RunContext, name: string, doubt: string): void {
  tellOnce(context, 'usage_not_believed', name, `reported ${doubt}.`);
}

/** Adds a diagnostic, once per run and model, that a whole stream reported no tokens. */
export function tellUnreported(context: RunContext, name: string): void {
  const what =
    'reported no tokens: tokens and cost are estimated. Set includeUsage: true in createOpenAICompatible.';
  tellOnce(context, 'usage_not_reported', name, what);
}

/** Adds a diagnostic, once per run and model, that a call ended before it reported its tokens. */
export function tellEstimated(context: RunContext, name: string): void {
  const what =
    'did not report what a call used, which was aborted, took too long, or broke off: its tokens and cost are estimated.';
  tellOnce(context, 'usage_estimated', name, what);
}

/** Adds a diagnostic, once per run and model, that a reply counted without a finish reason. */
export function tellUnfinished(context: RunContext, name: string): void {
  const what =
    'ended a stream without a finish reason, and what had come was taken as its reply. If replies are cut off, look at the proxies between.';
  tellOnce(context, 'finish_reason_missing', name, what);
}

function tellOnce(context: RunContext, code: string, name: string, what: string): void {
  const codes = told.get(context) ?? new Set();
  told.set(context, codes);
  if (codes.has(`${code} ${name}`)) return;
  codes.add(`${code} ${name}`);
  const message = `The model ${JSON.stringify(name)} ${what}`;
  context.diagnose({ code, message, step: context.step });
}
