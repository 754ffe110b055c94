import { askHook } from '@rlm/repl-types/internal';

import { withinTime } from '../effects/within-time.js';
import type { RunContext } from '../contract/context.js';
import type { Booking } from '../contract/ledger.js';
import { CallAccount, type Attempt } from './call-account.js';
import type { CallModelOptions } from './call-options.js';
import { detailsOf, ModelError } from './errors.js';
import { estimateReply } from './estimate.js';
import {
  defaultMaxReplyChars,
  limitReply,
  tooLongDiagnostic,
  tooManyCallsDiagnostic,
  withinLength,
} from './limit-reply.js';
import { Listener, reportTo } from './listener.js';
import { prepareRequest } from './prepare-request.js';
import { PriceError } from './prices.js';
import type { Provider } from './provider.js';
import { costOf } from './reserve.js';
import type { ModelReply, ModelRequest } from './types.js';
import {
  tellDoubt,
  tellEstimated,
  tellUnfinished,
  tellUnreported,
  usageOf,
  type BelievedUsage,
} from './usage-of.js';

/**
 * Makes one call through the budget and the effect seam: what it used is booked, whatever its
 * outcome. The request is prepared first, so that a journal has what the model got.
 */
export async function ask(
  provider: Provider,
  unprepared: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
  streaming: boolean,
): Promise<ModelReply> {
  const request = prepareRequest(unprepared);
  const price = options.prices;
  const isBounded = context.ledger.remaining().costUsd < Infinity;
  if (isBounded && price === undefined) throw new PriceError('price_unknown', provider.modelId);
  let account: CallAccount | undefined;
  const modelName = provider.modelId ?? options.role ?? 'model';
  const seen = context.ledger.seen?.(modelName);
  const { maxReplyChars = defaultMaxReplyChars } = options;
  const listener = new Listener(options, streaming, maxReplyChars, reportTo(context));
  const kind = request.purpose === 'sub' ? 'sub-query' : 'model';
  const { timeoutMs, timeoutOption, within, role, isWhole } = options;
  const openAccount = (): CallAccount =>
    (account ??= new CallAccount(request, context.ledger, price, seen));

  /** What came last of a reply that did not come whole. */
  let cut = '';
  let known: readonly [reply: ModelReply, used: BelievedUsage] | undefined;
  /** What a reply used: measured once, since the request may be long. */
  const usedBy = (reply: ModelReply): BelievedUsage => {
    if (known?.[0] !== reply) known = [reply, usageOf(reply, request, price)];
    return known[1];
  };

  const make = async (made: Attempt, abortSignal: AbortSignal): Promise<ModelReply> => {
    listener.restart();
    try {
      const { onText } = listener;
      const reply = await provider.call({
        request: made.sent,
        abortSignal,
        maxChars: maxReplyChars,
        streamed: made.streamed,
        onText,
        isWhole: isWhole && ((text) => askHook('isWhole()', () => isWhole(text))),
      });
      const kept = withStreamed(cutReply(withinLength(reply, maxReplyChars), options), made);
      // At once: an abort before the run gets the reply does not change what it cost.
      const said = abortSignal.aborted ? reply : kept;
      if (abortSignal.aborted || !isUnreported(kept)) {
        made.hear({ usage: usedBy(said).usage });
      }
      return kept;
    } catch (fault) {
      if (abortSignal.aborted) {
        made.hear({ fault });
        throw abortSignal.reason;
      }
      const error = made.fail(fault);
      cut = listener.heard || cut;
      throw cut !== '' && ModelError.isInstance(error) ? error.withText(cut) : error;
    }
  };

  /**
   * Reserves, which may have to wait for other calls, and then makes an attempt within its time.
   */
  const attempt = async (
    abortSignal: AbortSignal,
    spend: (booking: Booking) => void,
  ): Promise<ModelReply> => {
    const made = await openAccount().begin(spend, abortSignal);
    if (abortSignal.aborted) {
      // Nothing was sent.
      made.hear({ usage: {} });
      throw abortSignal.reason;
    }
    return withinTime(
      { kind, timeoutMs, timeoutOption },
      (signal) => make(made, signal),
      abortSignal,
      context.clock,
    );
  };

  const call = context.effects.run<ModelReply>({
    kind,
    input: inputOf(provider, request, role),
    ownSignals: within === undefined,
    perform: (abortSignal, { spend }) =>
      within === undefined
        ? attempt(abortSignal, spend)
        : within(() => attempt(abortSignal, spend), abortSignal),
    costOf: (outcome) => {
      if ('value' in outcome && !isUnreported(outcome.value)) {
        // With `within`, a reply without an attempt was shared or cached.
        const booking = within === undefined ? openAccount() : account;
        booking?.succeed(usedBy(outcome.value).usage);
      } else if ('value' in outcome) account?.close(true);
      else account?.close();
      if (account?.hasEstimate === true) tellEstimated(context, modelName);
      return account?.total();
    },
    book: (cost) => {
      context.ledger.book?.({ cost });
    },
    abortSignal: options.abortSignal ?? request.abortSignal,
  });
  /** What the last attempt brought, if that is all. */
  let rest: ModelReply | undefined;
  const given = await call.catch((fault: unknown) => {
    rest = isWhole && restIn(fault);
    if (rest === undefined) throw fault;
    return rest;
  });
  // A reply that an executor returned without an attempt has its full length.
  const reply = limitReply(given, maxReplyChars);
  if (reply.isTooLong === true) context.diagnose(tooLongDiagnostic(maxReplyChars));
  if (reply.unreadCalls !== undefined) context.diagnose(tooManyCallsDiagnostic(reply.unreadCalls));
  if (reply.finishReasonMissing === true) tellUnfinished(context, provider.modelId ?? '');
  if (reply.origin !== undefined) return { ...reply, usage: { inputTokens: 0, outputTokens: 0 } };
  const { usage, doubt, inputEstimate } = usedBy(reply);
  seen?.learn({ inputTokens: inputEstimate }, usage, reply.hidesReasoning);
  if (doubt !== undefined) tellDoubt(context, modelName, doubt);
  else if (isSilent(reply, provider, listener)) tellUnreported(context, provider.modelId ?? '');
  // What was stopped or broke is booked without a report.
  const isReported = given !== rest && !isUnreported(reply);
  if (isBounded && price === 'reported' && usage.costUsd === undefined && isReported) {
    const unknown = new PriceError('cost_unreported', provider.modelId);
    context.ledger.close?.(unknown);
    throw unknown;
  }
  listener.catchUp(reply.text);
  const costUsd = usage.costUsd ?? costOf(usage, price);
  return { ...reply, usage: costUsd === undefined ? usage : { ...usage, costUsd } };
}

/**
 * Whether the stream was stopped before the model reported its usage: what it will charge is
 * unknown.
 */
function isUnreported({ isTooLong = false, usage = {} }: ModelReply): boolean {
  return isTooLong && usage.outputTokens === undefined;
}

/** What there is of a reply whose last attempt ended without a finish reason; undefined if there is nothing. */
function restIn(fault: unknown): ModelReply | undefined {
  const { text = '', finishReasonMissing } = detailsOf(fault) ?? {};
  if (finishReasonMissing !== true || text.trim() === '') return undefined;
  return { text, finishReason: 'other', finishReasonMissing };
}

/** Whether a model of the AI SDK reported no tokens at the end of its whole stream. */
function isSilent(
  { usage = {}, wasCut, isTooLong, finishReasonMissing }: ModelReply,
  { modelId }: Provider,
  { onText }: Listener,
): boolean {
  const isStopped = wasCut === true || isTooLong === true || finishReasonMissing === true;
  return (
    modelId !== undefined &&
    onText !== undefined &&
    !isStopped &&
    (usage.outputTokens === undefined || usage.estimated === true)
  );
}

/** A reply whose model did not report its output: it has at least what was streamed. */
function withStreamed(reply: ModelReply, made: Attempt): ModelReply {
  const isReported = reply.usage?.outputTokens !== undefined;
  if (isReported || reply.isTooLong === true || made.streamed.count === 0) return reply;
  const outputTokens = reply.wasCut === true ? made.output() : made.streamed.count;
  if (outputTokens <= estimateReply(reply)) return reply;
  return { ...reply, usage: { ...reply.usage, outputTokens, estimated: true } };
}

/** The part of a reply that is wanted: of a stream that was stopped, the text before its end. */
function cutReply(reply: ModelReply, { cutAt }: CallModelOptions): ModelReply {
  const at = askHook('cutAt()', () => cutAt?.());
  return typeof at !== 'number' ? reply : { ...reply, text: reply.text.slice(0, at), wasCut: true };
}

/**
 * What identifies a call: the request without its settings, and the model. A function has no name, so its role is
 * used.
 */
function inputOf(provider: Provider, request: ModelRequest, role?: string): unknown {
  const { purpose, messages, tools, maxOutputTokens } = request;
  return { model: role ?? provider.modelId, purpose, messages, tools, maxOutputTokens };
}
