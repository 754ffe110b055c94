import { RlmError } from '@rlm/repl-types';
import {
  askHook,
  awaitHook,
  createAbortHub,
  messageOf,
  untilAborted,
} from '@rlm/repl-types/internal';

import type { Amounts } from '../contract/ledger.js';
import { BudgetExceededError } from '../errors.js';
import { randomHex, systemClock } from '../platform/system.js';
import type { AccountKeeper, Taking } from './account-keeper.js';
import {
  isNothing,
  isSame,
  othersIn,
  readRecord,
  recordText,
  withOwner,
  type BudgetOwner,
  type BudgetRecord,
} from './budget-record.js';
import type { BudgetRecords } from './budget-store.js';
import { Pauses } from './pauses.js';
import type { TreeAccount } from './tree-account.js';

/** How often a process with calls under way says that it is alive, in milliseconds. */
const beatMs = 2_000;

/** How often a write is tried when other processes write in between. */
const maxAttempts = 500;

/** A reservation that is not in the store yet. */
interface Ticket {
  readonly amounts: Partial<Amounts>;
  /** Ends it: it is in the store (true), does not fit beside others (false), or the store failed. */
  readonly end: (isKept: boolean, fault?: Error) => void;
}

/**
 * Keeps the account of a budget in a store. Each process writes its own sums, so that a write which is repeated counts once. A reservation is
 * in the store before its call is made, and what the call used follows. One write is under way at a time; the next one
 * has all that has changed meanwhile.
 */
export class BudgetKeeper implements AccountKeeper {
  readonly #id: string;
  readonly #records: BudgetRecords;
  readonly #account: TreeAccount;
  readonly #by = randomHex(16);
  readonly #hub = createAbortHub();
  readonly #tickets = new Set<Ticket>();
  /** Calls that wait for room: each is called with the fault of the store, if that cannot be read. */
  readonly #waiting = new Set<(fault: Error) => void>();
  readonly #polls = new Pauses();
  readonly #beats = new Pauses();
  /** The last beat of each owner with calls under way, and when this process saw it first, by its own clock. */
  readonly #heard = new Map<string, { readonly beat: number; readonly at: number }>();
  #known: { readonly text: string | undefined; readonly record: BudgetRecord } | undefined;
  #mustRead = false;
  /** Whether no other process has reserved anything, so that none will give anything back. */
  #isAlone = true;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(id: string, records: BudgetRecords, account: TreeAccount) {
    this.#id = id;
    this.#records = records;
    this.#account = account;
  }

  async reserve(taking: Taking, abortSignal: AbortSignal): Promise<void> {
    if (this.#known === undefined)
      await untilAborted(this.refresh(), abortSignal, { hub: this.#hub });
    for (let isFresh = false; ;) {
      try {
        if (await this.#take(taking, abortSignal)) return;
        isFresh = false;
      } catch (error) {
        // Others may have given something back since.
        if (!BudgetExceededError.isInstance(error) || isFresh) throw error;
        await untilAborted(this.refresh(), abortSignal, { hub: this.#hub });
        isFresh = true;
      }
    }
  }

  refresh(): Promise<void> {
    this.#mustRead = true;
    return this.#save();
  }

  changed(): void {
    if (isNothing(this.#account.inFlight())) this.#beats.end();
    this.#save().catch(() => undefined);
  }

  flushed(): Promise<void> {
    return this.#save();
  }

  /** Takes room here, and has it written. Gives false if others had taken it. */
  async #take({ enter, giveBack }: Taking, abortSignal: AbortSignal): Promise<boolean> {
    let kept: Promise<boolean> | undefined;
    const onTaken = (amounts: Partial<Amounts>): void => {
      kept = new Promise<boolean>((resolve, reject) => {
        let leave: () => void = () => undefined;
        const ticket: Ticket = {
          amounts,
          end: (isKept, fault) => {
            if (!this.#tickets.delete(ticket)) return;
            leave();
            if (!isKept) giveBack(amounts);
            if (fault === undefined) resolve(isKept);
            else reject(fault);
          },
        };
        this.#tickets.add(ticket);
        leave = this.#hub.watch(abortSignal, (reason) => {
          ticket.end(false, reason as Error);
          this.changed();
        });
      });
      // Who awaits it comes later.
      kept.catch(() => undefined);
      this.changed();
    };
    const controller = new AbortController();
    const fail = (fault: Error): void => {
      controller.abort(fault);
    };
    const unwatch = this.#hub.watch(abortSignal, (reason) => {
      controller.abort(reason);
    });
    try {
      const entered = enter(onTaken, controller.signal);
      this.#waiting.add(fail);
      if (kept === undefined) void this.#poll();
      await entered;
    } finally {
      unwatch();
      this.#waiting.delete(fail);
      if (this.#waiting.size === 0) this.#polls.end();
    }
    return (await kept) === true;
  }

  /** Looks what others do, with growing pauses, as long as calls wait for them. */
  async #poll(): Promise<void> {
    try {
      await this.#polls.run({ firstMs: 20, maxMs: 1_000 }, async () => {
        if (this.#waiting.size === 0) return 'end';
        if (this.#isAlone) return 'again';
        const before = this.#known?.text;
        await this.refresh();
        return before === this.#known?.text ? 'again' : 'changed';
      });
    } catch (fault) {
      for (const fail of this.#waiting) fail(fault as Error);
    }
  }

  /** Writes what has changed. What changes while a write is under way comes with the next. */
  #save(): Promise<void> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<void> {
    await this.#current?.catch(() => undefined);
    // What else happens in this turn comes along.
    await Promise.resolve();
    this.#current = this.#next;
    this.#next = undefined;
    await this.#write();
    if (!isNothing(this.#account.inFlight())) void this.#beat();
  }

  async #beat(): Promise<void> {
    await this.#beats.run({ firstMs: beatMs, maxMs: beatMs }, async () => {
      if (isNothing(this.#account.inFlight())) return 'end';
      // Without it, others count what is reserved here as spent, until this process writes again.
      await this.#save().catch(() => undefined);
      return 'again';
    });
  }

  async #write(): Promise<void> {
    if (this.#mustRead) this.#known = undefined;
    this.#mustRead = false;
    let batch: readonly Ticket[] = [...this.#tickets];
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const { record, text: before } = (this.#known ??= await this.#read());
        this.#look(record);
        batch = [...this.#tickets];
        this.#sendBack(batch);
        batch = batch.filter((ticket) => this.#tickets.has(ticket));
        const own = this.#own();
        if (this.#isKept(record, own) || (await this.#replace(record, own, before))) {
          for (const ticket of batch) ticket.end(true);
          return;
        }
      }
      throw new Error(`others wrote ${String(maxAttempts)} times in between`);
    } catch (fault) {
      this.#known = undefined;
      const error = notKept(this.#id, fault);
      for (const ticket of batch) ticket.end(false, error);
      throw error;
    }
  }

  /** Writes own sums. Gives whether they are in the store: if not, another process wrote. */
  async #replace(record: BudgetRecord, own: BudgetOwner, before?: string): Promise<boolean> {
    const next = withOwner(record, this.#by, own, this.#isGone);
    const text = recordText(next);
    this.#known = undefined;
    const isWritten = await awaitHook(() => this.#records.write(this.#id, text, before));
    if (isWritten) {
      this.#known = { text, record: next };
      return true;
    }
    const found = await this.#read();
    this.#known = found;
    const kept = found.record.owners.get(this.#by);
    return kept?.beat === own.beat && isSame(kept.spent, own.spent) && isSame(kept.open, own.open);
  }

  async #read(): Promise<{ readonly text: string | undefined; readonly record: BudgetRecord }> {
    const text = await awaitHook(() => this.#records.read(this.#id));
    return { text, record: readRecord(text) };
  }

  /** Counts what others have spent and reserved. */
  #look(record: BudgetRecord): void {
    for (const by of this.#heard.keys()) if (!record.owners.has(by)) this.#heard.delete(by);
    const seen = withOwner(record, this.#by, this.#own(), this.#isGone);
    const { spent, open } = othersIn(seen, this.#by);
    this.#isAlone = isNothing(open);
    this.#account.countElsewhere(spent, open);
    this.#account.line.serve();
  }

  /** Sends those back to the line that do not fit beside what others have reserved meanwhile: the last first. */
  #sendBack(batch: readonly Ticket[]): void {
    for (const ticket of batch.toReversed()) {
      if (this.#account.isOverdrawnBy(ticket.amounts)) ticket.end(false);
    }
  }

  #own(): BudgetOwner {
    const { pid, host } = this.#records;
    const { total: spent } = this.#account.usage();
    return { pid, host, beat: systemClock.now(), spent, open: this.#account.inFlight() };
  }

  /** Whether the store has these sums, and need not hear that this process is alive. */
  #isKept({ owners }: BudgetRecord, own: BudgetOwner): boolean {
    const kept = owners.get(this.#by);
    if (kept === undefined) return isNothing(own.open) && isNothing(own.spent);
    // A clock may be set back.
    const isHeard = isNothing(own.open) || Math.abs(own.beat - kept.beat) < beatMs / 2;
    return isHeard && isSame(kept.spent, own.spent) && isSame(kept.open, own.open);
  }

  readonly #isGone = (owner: BudgetOwner, by: string): boolean => {
    const { pid, host } = owner;
    return askHook('isGone()', () => this.#records.isGone({ pid, host }, this.#heardAt(by, owner)));
  };

  /** When an owner was heard of. Clocks of other machines may be wrong: one with calls under way is timed by the clock here. */
  #heardAt(by: string, { beat, open }: BudgetOwner): number {
    const now = systemClock.now();
    if (isNothing(open)) return Math.min(beat, now);
    const known = this.#heard.get(by);
    if (known?.beat === beat) return known.at;
    this.#heard.set(by, { beat, at: now });
    return now;
  }
}

function notKept(id: string, fault: unknown): RlmError<'journal_write_failed'> {
  return new RlmError(
    `The account of the budget "${id}" cannot be kept in its store, and no call is made without it: ${messageOf(fault)}`,
    { code: 'journal_write_failed', details: { id }, cause: fault },
  );
}
