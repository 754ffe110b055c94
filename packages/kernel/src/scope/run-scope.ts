import type { ActionResult } from '@rlm/policies';

import { accountOf } from '../budget/budget.js';
import { TreeLedger } from '../budget/tree-ledger.js';
import type { EffectExecutor } from '../contract/effects.js';
import { createInProcessExecutor } from '../effects/in-process-executor.js';
import type { KernelEvent, PublishedEvent } from '../events/events.js';
import type { Cut, RunJournal } from '../contract/journal.js';
import { runDefaults, type LoopOptions } from '../options/options.js';
import { linkSignals, startDeadline, type LinkedController } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import { guardClock } from '../platform/guard-clock.js';
import { systemClock } from '../platform/system.js';
import type { StopReason } from '../contract/stop-reason.js';
import { abortedStop, stopOf, timeoutStop } from '../stop-reasons.js';
import { ChildRuns } from './child-runs.js';
import { scopeKey, type Diagnostic, type RunContext, type SentBack } from '../contract/context.js';
import { createContext } from './create-context.js';
import { DiagnosticLog } from './diagnostic-log.js';
import { openPhase, startPhase, timeoutError, type Phase } from './phase.js';
import { RunEffects } from './run-effects.js';
import { placeRun } from './place-run.js';
import { retryEvent } from './retry-event.js';
import { elapsedOf, runTime } from './run-time.js';

/** The parts of a run that outlive a step: its place in the tree, signals, events and ledger. */
export class RunScope {
  readonly runId: string;
  readonly seed: string;
  readonly depth: number;
  readonly journal: RunJournal | undefined;
  /** The state of the journal: `had` if it is another run's, which this one must not touch. */
  journalState: 'new' | 'had' | 'begun' = 'new';
  readonly maxSteps: number;
  readonly clock: Clock;
  readonly ledger: TreeLedger;
  readonly effects: RunEffects;
  /** The run's path from the root, for its journal. */
  readonly path: string;
  readonly context: RunContext;
  readonly graceMs: number;
  readonly startedAt: number;
  /** How long the run took, once its journal has its end. */
  durationMs: number | undefined;
  readonly rewards: number[] = [];
  step = 0;
  /** Asks the policies about an answer; set by the loop of the steps. */
  review: (result: ActionResult) => Promise<SentBack | undefined> = () =>
    Promise.resolve(undefined);

  readonly #publish: (event: PublishedEvent) => void;
  readonly #parent: RunScope | undefined;
  readonly executor: EffectExecutor;
  readonly #link: LinkedController;
  readonly #diagnostics = new DiagnosticLog();
  readonly #children = new ChildRuns();
  readonly elapsedBefore: number;
  /** Tells the run's budget what the run has spent, since it may be resumed. */
  readonly #keepSpent: () => void;
  readonly #nonce: string;
  #failure: Error | undefined;
  #interruption: StopReason | undefined;
  #phase: Phase;
  #clockFault: unknown;
  #isReady = false;
  #over = false;
  #closed = false;
  #onInterrupt: (() => void) | undefined;

  /** @param publish Takes each event of this run and of those below it. */
  constructor(options: LoopOptions, publish: (event: PublishedEvent) => void) {
    this.#publish = publish;
    const parent = options.parent === undefined ? undefined : scopeOf(options.parent);
    this.#parent = parent;
    this.journal = options.journal ?? parent?.journal;
    const { runId, seed, path } = placeRun(options, parent);
    this.runId = runId;
    this.seed = seed;
    this.path = path;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.maxSteps = options.maxSteps ?? runDefaults.maxSteps;
    this.graceMs = options.graceMs ?? runDefaults.graceMs;
    this.clock =
      options.clock === undefined
        ? (parent?.clock ?? systemClock)
        : guardClock(options.clock, (fault) => {
            this.#failByClock(fault);
          });
    this.startedAt = parent?.now() ?? this.clock.now();
    this.elapsedBefore = parent === undefined ? (this.journal?.elapsedMs ?? 0) : 0;
    const budget = options.budget === undefined ? undefined : accountOf(options.budget);
    const keptId = this.journal === undefined ? undefined : runId;
    this.ledger = new TreeLedger(
      options.limits ?? {},
      this.clock,
      parent?.ledger,
      this.elapsedBefore,
      budget && { account: budget, runId: keptId },
    );
    this.#keepSpent = (): void => {
      if (keptId !== undefined) budget?.keepSpent(keptId, this.ledger.spent());
    };
    this.executor =
      options.executor ??
      parent?.executor ??
      createInProcessExecutor({ ...options.retry, clock: this.clock });
    this.#link = linkSignals(options.abortSignal, options.parent?.abortSignal);
    this.#nonce = this.journal?.nonce ?? (parent === undefined ? runId : parent.#nonce);
    this.#phase = openPhase(this.#link.signal);
    this.effects = new RunEffects(
      this.executor,
      {
        runId,
        path,
        depth: this.depth,
        nonce: this.#nonce,
        step: () => this.step,
        abortSignal: () => this.#phase.signal,
        graceMs: this.graceMs,
        ledger: this.ledger,
        clock: this.clock,
        elapsedMs: () => this.elapsedMs(),
        tellRetry: (kind, failed) => {
          this.announce(retryEvent(kind, failed, this.clock.now()));
        },
        failTree: (error) => {
          this.failTree(error);
        },
        interrupt: (cut) => {
          this.#interruptBy(cut);
        },
        stopTree: (stop) => {
          this.#root.interrupt(stop);
        },
      },
      this.journal,
    );
    this.context = createContext({
      scope: this,
      parentId: parent?.runId ?? null,
      abortSignal: () => this.#phase.signal,
    });
    for (const diagnostic of options.diagnostics ?? []) this.diagnose(diagnostic);
    this.#isReady = true;
    if (this.#clockFault !== undefined) this.#failByClock(this.#clockFault);
    if (this.#link.signal.aborted) this.#onAbort();
    else this.#link.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The time for events and results. */
  now(): number {
    return runTime(this, this.#root);
  }

  /** How long the run has taken, over all its owners, in milliseconds. */
  elapsedMs(): number {
    return elapsedOf(this, this.#root);
  }

  /** Why the run, or its current phase, was interrupted; undefined while it may go on. */
  interruption(): StopReason | undefined {
    return this.#interruption ?? this.#phase.interruption;
  }

  /** Calls `callback` if the run or its phase is interrupted; returns a function to undo this. */
  whenInterrupted(callback: () => void): () => void {
    this.#onInterrupt = callback;
    if (this.interruption() !== undefined) callback();
    return () => {
      if (this.#onInterrupt === callback) this.#onInterrupt = undefined;
    };
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics.all();
  }

  /** Why the whole tree was stopped, if its journal caused that. */
  get failure(): Error | undefined {
    return this.#root.#failure;
  }

  /** Starts the deadline and joins the parent's children; the returned function undoes both. */
  start(): () => void {
    const { timeoutMs = Infinity } = this.ledger.limits;
    const cancel =
      timeoutMs === Infinity
        ? undefined
        : startDeadline(this.clock, Math.max(0, timeoutMs - this.elapsedBefore), () => {
            this.effects.cut({ stop: timeoutStop('timeout', timeoutMs) });
          });
    const parent = this.#parent;
    const leaveParent = parent === undefined ? undefined : parent.#children.add();
    return () => {
      cancel?.();
      this.#keepSpent();
      this.#link.unlink();
      this.#closed = true;
      leaveParent?.();
    };
  }

  /** Enters a phase that may take `timeoutMs`; the returned function leaves it. */
  enterPhase(timeoutMs: number | undefined, stop: (ms: number) => StopReason): () => void {
    const before = this.#phase;
    const phase = startPhase(this.#link.signal, this.clock, timeoutMs, (ms) => {
      this.effects.cut({ stop: stop(ms), isPhase: true });
    });
    this.#phase = phase;
    return () => {
      phase.end();
      this.#phase = before;
    };
  }

  /** Publishes an event of the kernel's own. */
  announce(event: KernelEvent): void {
    this.publish(event);
  }

  publish(event: { readonly type: string }): void {
    const { runId, depth, step } = this;
    const parentId = this.#parent?.runId ?? null;
    const replayed = this.effects.isReplaying && { replayed: true as const };
    this.put(Object.freeze({ ...event, runId, parentId, depth, step, ...replayed }));
  }

  /** Puts an event into this run's stream and those above it. */
  put(event: PublishedEvent): void {
    if (this.#closed) return;
    this.#publish(event);
    this.#parent?.put(event);
  }

  diagnose(diagnostic: Diagnostic): void {
    this.#diagnostics.add({ step: this.step, ...diagnostic });
  }

  /** Interrupts the run; the first reason counts. */
  interrupt(stop: StopReason): void {
    if (this.#over) return;
    this.#interruption ??= stop;
    this.#link.abort(stop.error ?? timeoutError(stop));
  }

  /** Stops the whole tree of runs for good, because its inputs are no longer reliable. */
  failTree(error: Error): void {
    const root = this.#root;
    root.#failure ??= error;
    root.interrupt(stopOf(error));
  }

  /** Aborts the run's signal, and waits for its children to end. */
  async settleChildren(): Promise<void> {
    this.#over = true;
    this.#link.abort(new Error('The run is over'));
    await this.#children.settled();
  }

  /** The number of the next child that is not named after an effect. */
  nextChildNumber(): number {
    return this.#children.nextNumber();
  }

  /** Ends a run whose clock has failed. */
  #failByClock(fault: unknown): void {
    this.#clockFault ??= fault;
    if (this.#isReady) this.interrupt(stopOf(fault));
  }

  get #root(): RunScope {
    return this.#parent === undefined ? this : this.#parent.#root;
  }

  #interruptBy({ stop, isPhase = false }: Cut): void {
    if (!isPhase) {
      this.interrupt(stop);
      return;
    }
    this.#phase.interrupt(stop);
    this.#onInterrupt?.();
  }

  readonly #onAbort = (): void => {
    if (this.#over) return;
    this.#interruption ??= abortedStop(this.#link.signal.reason);
    this.#onInterrupt?.();
  };
}

/** The scope of a run's context, if it is one that this kernel made. */
export function scopeOf(context: object): RunScope | undefined {
  return (context as { readonly [scopeKey]?: RunScope })[scopeKey];
}
