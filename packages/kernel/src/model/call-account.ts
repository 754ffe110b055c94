import { merge } from '@rlm/repl-types/internal';

import { AmountSum } from '../budget/amount-sum.js';
import type { Amounts, Booking, Ledger, Reservation } from '../contract/ledger.js';
import { BudgetExceededError } from '../errors.js';
import { estimateRequest, estimateTokens } from './estimate.js';
import { isRefusal, toModelError } from './faults.js';
import type { ModelPrice } from './prices.js';
import { allowanceFor, amountsOf } from './reserve.js';
import type { ModelRequest, ModelUsage } from './types.js';
import { normaliseUsage } from './usage.js';

interface Reserved {
  readonly reservation: Reservation;
  readonly sent: ModelRequest;
}

/** One attempt at a call. */
export interface Attempt {
  /** The request as it must be sent. */
  readonly sent: ModelRequest;
  /**
   * Books the attempt as failed after `heard` of its reply; returns the fault as an error to throw.
   */
  fail(fault: unknown, heard: string): Error;
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
 * - with all that was reserved if the attempt was aborted, until the provider reports otherwise
 * - else with an estimate of what was sent and what was received, since that may be charged
 */
export class CallAccount {
  readonly #request: ModelRequest;
  readonly #ledger: Ledger;
  readonly #price: ModelPrice | undefined;
  readonly #booked = new AmountSum();
  #reserved: Reserved | undefined;
  #attempts = 0;
  #fault: unknown;
  #isOver = false;

  constructor(request: ModelRequest, ledger: Ledger, price: ModelPrice | undefined) {
    this.#request = request;
    this.#ledger = ledger;
    this.#price = price;
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
   * Begins an attempt as soon as it fits the budget. `heard`: what the attempt before it received.
   * `spend` is called with any cost beyond the total. Rejects with the reason of `abortSignal`, and
   * with `BudgetExceededError` if another attempt does not fit; its cause is the fault of the
   * attempt before.
   */
  async begin(
    heard: string,
    spend: (booking: Booking) => void,
    abortSignal: AbortSignal,
  ): Promise<Attempt> {
    // A time-out may have left it open.
    this.#abandon(heard);
    this.#reserved = undefined;
    const { sent, reservation } = await this.#reserve(abortSignal);
    if (abortSignal.aborted) {
      reservation.release();
      throw abortSignal.reason;
    }
    this.#reserved = { sent, reservation };
    this.#attempts += 1;
    return {
      sent,
      fail: (fault, heardOfIt) => {
        const error = toModelError(fault);
        this.#fault = error;
        const used = usageIn(fault) ?? this.#usedBy(error, heardOfIt);
        this.#note(reservation.settle(amountsOf(used, this.#price)), spend);
        return error;
      },
      hear: (said) => {
        const usage = 'usage' in said ? said.usage : reportedBy(said.fault);
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

  /** Ends a call without a result: an open attempt is booked as abandoned. */
  close(heard: string): void {
    this.#abandon(heard);
  }

  #abandon(heard: string): void {
    const open = this.#reserved?.reservation;
    if (open === undefined) return;
    this.#note(open.abandon(amountsOf(this.#cutShort(heard), this.#price)));
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
    try {
      const reservation = await this.#ledger.reserveInTurn((left) => {
        const allowance = allowanceFor(request, left, this.#ledger, this.#price);
        const { maxOutputTokens } = allowance;
        sent = maxOutputTokens === undefined ? request : { ...request, maxOutputTokens };
        return merge(allowance.estimate, { calls: 1, subQueries });
      }, abortSignal);
      return { reservation, sent };
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

  #usedBy(error: Error, heard: string): ModelUsage {
    return heard === '' && isRefusal(error) ? {} : this.#cutShort(heard);
  }

  #cutShort(heard: string): ModelUsage {
    const used = {
      inputTokens: estimateRequest(this.#request),
      outputTokens: estimateTokens(heard),
    };
    if (this.#price !== 'reported') return used;
    const { costUsd } = this.#ledger.forecast?.(used) ?? {};
    return costUsd === undefined ? used : { ...used, costUsd };
  }
}

/** The usage that a fault itself reports. */
function usageIn(fault: unknown): ModelUsage | undefined {
  const reported = normaliseUsage((fault as { readonly usage?: unknown } | null)?.usage);
  return (reported.inputTokens ?? 0) < 1 ? undefined : reported;
}

/** What a late fault reports about the call: its usage, or that no work was done. */
function reportedBy(fault: unknown): ModelUsage | undefined {
  return usageIn(fault) ?? (isRefusal(toModelError(fault)) ? {} : undefined);
}
