import { definedFields } from '@rlm/repl-types/internal';

import { AmountSum, larger } from '../budget/amount-sum.js';
import type { Amounts, Booking, Ledger, Reservation, SeenReplies } from '../contract/ledger.js';
import { BudgetExceededError } from '../errors.js';
import { estimateRequest, StreamedTokens } from './estimate.js';
import { detailsOf } from './errors.js';
import { isRefusal, toModelError } from './faults.js';
import type { ModelPrice } from './prices.js';
import { allowanceFor, amountsOf, costOf, defaultOutputTokens, replyLimit } from './reserve.js';
import type { ModelRequest, ModelUsage } from './types.js';
import { normaliseUsage } from './usage.js';

interface Reserved {
  readonly reservation: Reservation;
  readonly estimate: Partial<Amounts>;
  readonly sent: ModelRequest;
  readonly streamed: StreamedTokens;
}

/** One attempt at a call. */
export interface Attempt {
  /** The request as it must be sent. */
  readonly sent: ModelRequest;
  /** Counts what it has received. */
  readonly streamed: StreamedTokens;
  /** The tokens of its output, if its stream was stopped: what was streamed, or what is likely. */
  output(): number;
  /** Books the attempt as failed; returns the fault as an error to throw. */
  fail(fault: unknown): Error;
  /**
   * Books what the provider reports: the usage of a reply or, for an attempt that was aborted, of a
   * fault.
   */
  hear(said: { readonly usage: ModelUsage } | { readonly fault: unknown }): void;
}

/**
 * The account of one call. Each attempt reserves before it starts, counts as a call, and is booked
 * when it has ended:
 *
 * - with what the provider reported
 * - with nothing if the provider refused the request (an HTTP status), or was never reached
 * - else with an estimate of what was sent and what was streamed, since that may be charged. An
 *   attempt that was aborted before anything was streamed, and one of a model that does not stream
 *   its reasoning, counts with the largest output of that model, or with what was reserved
 */
export class CallAccount {
  readonly #request: ModelRequest;
  readonly #ledger: Ledger;
  readonly #price: ModelPrice | undefined;
  readonly #booked = new AmountSum();
  readonly #seen: SeenReplies | undefined;
  #reserved: Reserved | undefined;
  #attempts = 0;
  #fault: unknown;
  #isOver = false;
  #hasEstimate = false;

  /** `seen`: what the model's replies have shown. */
  constructor(
    request: ModelRequest,
    ledger: Ledger,
    price: ModelPrice | undefined,
    seen: SeenReplies | undefined,
  ) {
    this.#seen = seen;
    this.#request = request;
    this.#ledger = ledger;
    this.#price = price;
  }

  /** Whether an attempt was aborted or broke off, so that what it used is an estimate. */
  get hasEstimate(): boolean {
    return this.#hasEstimate;
  }

  /**
   * What all attempts cost. From now on the call has its outcome; what is reported later goes to
   * `spend`.
   */
  total(): Partial<Amounts> {
    this.#isOver = true;
    return this.#booked.amounts();
  }

  /**
   * Begins an attempt as soon as it fits the budget. `spend` is called with any cost beyond the total. Rejects with the reason of `abortSignal`, and
   * with `BudgetExceededError` if another attempt does not fit; its cause is the fault of the
   * attempt before.
   */
  async begin(spend: (booking: Booking) => void, abortSignal: AbortSignal): Promise<Attempt> {
    // A time-out may have left it open.
    this.close();
    this.#reserved = undefined;
    const reserved = await this.#reserve(abortSignal);
    const { sent, reservation, streamed } = reserved;
    if (abortSignal.aborted) {
      reservation.release();
      throw abortSignal.reason;
    }
    this.#reserved = reserved;
    this.#attempts += 1;
    return {
      sent,
      streamed,
      output: () => this.#outputOf(reserved),
      fail: (fault) => {
        const error = toModelError(fault);
        this.#fault = error;
        const usage = usageIn(fault);
        const used =
          usage === undefined ? this.#usedBy(error, reserved) : amountsOf(usage, this.#price);
        this.#note(reservation.settle(used), spend);
        return error;
      },
      hear: (said) => {
        const usage = 'usage' in said ? said.usage : reportedBy(said.fault, streamed.count > 0);
        if (usage !== undefined)
          this.#note(reservation.settle(amountsOf(usage, this.#price)), spend);
      },
    };
  }

  /**
   * Books the attempt that returned the reply, or a reply that the executor returned without an
   * attempt.
   */
  succeed(usage: ModelUsage): void {
    const amounts = amountsOf(usage, this.#price);
    const open = this.#reserved?.reservation;
    if (open !== undefined) this.#note(open.settle(amounts));
    else if (this.#attempts === 0) {
      const cost = { ...amounts, calls: 1, subQueries: this.#request.purpose === 'sub' ? 1 : 0 };
      this.#ledger.book?.({ cost });
      this.#note({ cost });
    }
  }

  /**
   * Ends a call without a result, or without a report of what it used: an open attempt is booked by
   * an estimate. `isWhole`: with all that was reserved, at least.
   */
  close(isWhole = false): void {
    const open = this.#reserved;
    if (open === undefined) return;
    const used = this.#cutShort(open, this.#outputOf(open));
    const booking = open.reservation.abandon(
      isWhole ? { ...used, ...larger(open.estimate, used) } : used,
    );
    this.#hasEstimate ||= !isWhole && booking.cost.estimated === true;
    this.#note(booking);
  }

  #note(booking: Booking, spend?: (booking: Booking) => void): void {
    if (this.#isOver) {
      spend?.(booking);
      return;
    }
    if (booking.back !== undefined) this.#booked.subtract(booking.back);
    this.#booked.add(booking.cost);
  }

  /** Reserves for an attempt. Each attempt counts as a call, but all of them as one sub-query. */
  async #reserve(abortSignal: AbortSignal): Promise<Reserved> {
    const request = this.#request;
    const subQueries = request.purpose === 'sub' && this.#attempts === 0 ? 1 : 0;
    let sent = request;
    let estimate: Partial<Amounts> = {};
    try {
      const reservation = await this.#ledger.reserveInTurn((left) => {
        const allowance = allowanceFor(request, left, this.#ledger, this.#price);
        const { maxOutputTokens } = allowance;
        estimate = allowance.estimate;
        sent = maxOutputTokens === undefined ? request : { ...request, maxOutputTokens };
        return { ...allowance.estimate, calls: 1, subQueries };
      }, abortSignal);
      return { reservation, estimate, sent, streamed: new StreamedTokens() };
    } catch (error) {
      if (!BudgetExceededError.isInstance(error) || this.#fault === undefined) throw error;
      const { limit, details } = error;
      throw details === undefined
        ? error
        : new BudgetExceededError(limit, details.wanted, details.left, {
            ...details,
            cause: this.#fault,
          });
    }
  }

  /** What an attempt used that failed. A connection that broke before anything came was no use of output, unless that took long. */
  #usedBy(error: Error, open: Reserved): Partial<Amounts> {
    const isSilent = open.streamed.count === 0;
    if (isSilent && isRefusal(error)) return {};
    this.#hasEstimate = true;
    const isUnused =
      isSilent && detailsOf(error)?.timedOut !== true && this.#seen?.hidesReasoning !== true;
    return this.#cutShort(open, isUnused ? 0 : this.#outputOf(open));
  }

  #outputOf({ streamed, sent }: Reserved): number {
    if (streamed.count > 0 && this.#seen?.hidesReasoning !== true) return streamed.count;
    const limit = sent.maxOutputTokens ?? replyLimit(this.#request, this.#ledger) ?? Infinity;
    const likely = this.#seen?.largestOutput ?? (limit < Infinity ? limit : defaultOutputTokens);
    return Math.max(streamed.count, Math.min(likely, limit));
  }

  /** What an attempt used that ended before it was reported. */
  #cutShort({ estimate }: Reserved, outputTokens: number): Partial<Amounts> {
    const used = { inputTokens: estimateRequest(this.#request), outputTokens };
    const forecast: Partial<Amounts> = this.#seen?.forecast(used) ?? used;
    const costUsd =
      costOf(forecast, this.#price) ??
      forecast.costUsd ??
      this.#ledger.forecast?.(used).costUsd ??
      estimate.costUsd;
    return definedFields({ ...forecast, costUsd, estimated: true as const });
  }
}

/** The usage that a fault itself reports. */
function usageIn(fault: unknown): ModelUsage | undefined {
  const reported = normaliseUsage((fault as { readonly usage?: unknown } | null)?.usage);
  return (reported.inputTokens ?? 0) < 1 ? undefined : reported;
}

/** What a late fault reports about the call: its usage, or that no work was done, if nothing came before it. */
function reportedBy(fault: unknown, hasBegun: boolean): ModelUsage | undefined {
  return usageIn(fault) ?? (!hasBegun && isRefusal(toModelError(fault)) ? {} : undefined);
}
