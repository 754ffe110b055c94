import { RlmError } from '@rlm/repl-types';

import { BudgetExceededError } from '../kernel/errors.js';
import type { Ledger, Reservation } from '../kernel/ledger.js';
import { estimateRequest, estimateTokens } from './estimate.js';
import { toModelError } from './faults.js';
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
  /** The request as it is to be sent. */
  readonly sent: ModelRequest;
  /** Books it as failed, after `heard` of its reply had come; gives the fault as an error to throw. */
  fail(fault: unknown, heard: string): Error;
}

/**
 * The account of one call. Each attempt at it reserves before it starts, counts as a call, and is booked when it has ended:
 * with what the provider said; with nothing where it refused the request (an HTTP status); else with the estimate of what was
 * sent and of what was heard, since it may have been paid for.
 */
export class CallAccount {
  readonly #request: ModelRequest;
  readonly #ledger: Ledger;
  readonly #price: ModelPrice | undefined;
  #reserved: Reserved;
  #attempts = 0;
  #fault: unknown;

  /** Reserves for the first attempt. Throws `BudgetExceededError` when it does not fit. */
  constructor(request: ModelRequest, ledger: Ledger, price: ModelPrice | undefined) {
    this.#request = request;
    this.#ledger = ledger;
    this.#price = price;
    this.#reserved = this.#reserve();
  }

  /**
   * Begins an attempt, of whose forerunner `heard` had come. Throws `BudgetExceededError`, with the forerunner's fault as its
   * cause, when another attempt does not fit.
   */
  begin(heard: string): Attempt {
    this.#attempts += 1;
    if (this.#attempts > 1) {
      // Left behind by a time-out, if it is still open.
      this.#settle(this.#cutShort(heard));
      this.#reserved = this.#reserveAgain();
    }
    const { sent, reservation } = this.#reserved;
    return {
      sent,
      fail: (fault, heardOfIt) => {
        const error = toModelError(fault);
        this.#fault = error;
        const reported = normaliseUsage((fault as { readonly usage?: unknown } | null)?.usage);
        const used = reported.inputTokens === undefined ? this.#usedBy(error, heardOfIt) : reported;
        reservation.settle(amountsOf(used, this.#price));
        return error;
      },
    };
  }

  /** Books the attempt that gave a reply. */
  succeed(usage: ModelUsage): void {
    this.#settle(usage);
  }

  /** Ends a call that came to nothing: an open attempt is booked as cut short, and nothing where none was made. */
  close(heard: string): void {
    if (this.#attempts === 0) this.#reserved.reservation.release();
    else this.#settle(this.#cutShort(heard));
  }

  #settle(usage: ModelUsage): void {
    this.#reserved.reservation.settle(amountsOf(usage, this.#price));
  }

  #reserve(subQueries = this.#request.purpose === 'sub' ? 1 : 0): Reserved {
    const { estimate, maxOutputTokens } = allowanceFor(this.#request, this.#ledger, this.#price);
    const reservation = this.#ledger.reserve({ ...estimate, calls: 1, subQueries });
    const sent =
      maxOutputTokens === undefined ? this.#request : { ...this.#request, maxOutputTokens };
    return { reservation, sent };
  }

  /** Another attempt is another call, and the same sub-query. */
  #reserveAgain(): Reserved {
    try {
      return this.#reserve(0);
    } catch (error) {
      const { limit, details } = error as BudgetExceededError;
      if (details === undefined || this.#fault === undefined) throw error;
      throw new BudgetExceededError(limit, details.wanted, details.left, this.#fault);
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

/** Whether the provider answered with an HTTP status: it did no work then. */
function isRefusal(fault: unknown): boolean {
  if (!RlmError.isInstance(fault)) return false;
  return (fault.details as { readonly statusCode?: unknown } | undefined)?.statusCode !== undefined;
}
