import { LedgerNode } from '../budget/tree-ledger.js';
import { createEffectSeam } from '../effects/effect-seam.js';
import type { EffectExecutor } from '../effects/effects.js';
import { createInProcessExecutor } from '../effects/in-process-executor.js';
import { Mailbox } from '../events/event-queue.js';
import type { KernelEvent, PublishedEvent } from '../events/events.js';
import { runDefaults, type RunOptions } from '../options/options.js';
import { SignalHub, startDeadline, type LinkedController } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import { seededRandom } from '../platform/random.js';
import { newRunId, systemClock } from '../platform/system.js';
import type { StopReason } from '../protocol.js';
import { abortedStop, timeoutStop } from '../stop-reasons.js';
import type { Diagnostic, RunContext } from './context.js';
import { startPhase, timeoutError, type Phase } from './phase.js';

/** Under which a context carries its scope, so that a child finds its parent's. */
const scopeKey: unique symbol = Symbol.for('@rlm/penguin-engine/run-scope');

/** Remarks kept of one run: what a run is fed must not fill the memory. */
const maxDiagnostics = 256;

/** Everything of one run that outlives a step: its place in the tree, signals, events, account. */
export class RunScope {
  readonly runId: string;
  readonly depth: number;
  readonly maxSteps: number;
  readonly clock: Clock;
  readonly ledger: LedgerNode;
  readonly mail: Mailbox<PublishedEvent> = new Mailbox<PublishedEvent>();
  readonly context: RunContext;
  readonly graceMs: number;
  readonly startedAt: number;
  /** What each step so far was worth. */
  readonly rewards: number[] = [];
  step = 0;

  readonly #parent: RunScope | undefined;
  readonly #executor: EffectExecutor;
  /** One for the whole tree. */
  readonly #hub: SignalHub;
  readonly #link: LinkedController;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #children = new Set<Promise<void>>();
  #childCount = 0;
  #diagnosed = 0;
  #interruption: StopReason | undefined;
  #phase: Phase;
  #over = false;
  #closed = false;

  constructor(options: RunOptions<never, unknown>) {
    const parent = options.parent === undefined ? undefined : scopeOf(options.parent);
    this.#parent = parent;
    this.runId = options.runId ?? parent?.childId() ?? newRunId();
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.maxSteps = options.maxSteps ?? runDefaults.maxSteps;
    this.graceMs = options.graceMs ?? runDefaults.graceMs;
    this.clock = options.clock ?? parent?.clock ?? systemClock;
    this.startedAt = this.clock.now();
    this.ledger = new LedgerNode(options.budget ?? {}, this.clock, parent?.ledger);
    this.#executor =
      options.executor ??
      parent?.executor ??
      createInProcessExecutor({ ...options.retry, clock: this.clock });
    this.#hub = parent === undefined ? new SignalHub() : parent.#hub;
    this.#link = this.#hub.link(options.abortSignal, options.parent?.abortSignal);
    this.#phase = { signal: this.#link.signal, cut: undefined, end: () => undefined };
    this.context = this.#createContext();
    for (const remark of options.remarks ?? []) this.diagnose(remark);
    if (this.#link.signal.aborted) this.#onAbort();
    else this.#link.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get executor(): EffectExecutor {
    return this.#executor;
  }

  /** Why the run, or the phase that it is in, is to be cut short. */
  cut(): StopReason | undefined {
    return this.#interruption ?? this.#phase.cut;
  }

  get diagnostics(): readonly Diagnostic[] {
    const dropped = this.#diagnosed - this.#diagnostics.length;
    if (dropped === 0) return Object.freeze([...this.#diagnostics]);
    const message = `${dropped} further remarks were dropped`;
    return Object.freeze([...this.#diagnostics, { code: 'diagnostics_dropped', message }]);
  }

  /** Counts the run in and starts its deadline; gives a function that counts it out. */
  start(): () => void {
    const { timeoutMs = Infinity } = this.ledger.budget;
    const cancel =
      timeoutMs === Infinity
        ? undefined
        : startDeadline(this.clock, timeoutMs, () => {
            this.interrupt(timeoutStop('timeout', timeoutMs));
          });
    const leaveParent = this.#parent?.adopt();
    return () => {
      cancel?.();
      this.#link.unlink();
      this.#closed = true;
      leaveParent?.();
    };
  }

  /** Enters a part of the run that may take `timeoutMs`, and gives the function that leaves it. */
  enterPhase(timeoutMs: number | undefined, stop: (ms: number) => StopReason): () => void {
    const before = this.#phase;
    const phase = startPhase(this.#hub, this.#link.signal, this.clock, timeoutMs, stop, () => {
      this.mail.knock();
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
    this.put(Object.freeze({ ...event, runId, parentId, depth, step }));
  }

  /** Puts an event into this run's stream and those above it. */
  put(event: PublishedEvent): void {
    if (this.#closed) return;
    this.mail.put(event);
    this.#parent?.put(event);
  }

  diagnose(diagnostic: Diagnostic): void {
    this.#diagnosed += 1;
    if (this.#diagnostics.length >= maxDiagnostics) return;
    this.#diagnostics.push(Object.freeze({ step: this.step, ...diagnostic }));
  }

  /** Cuts the run short; the first reason counts. */
  interrupt(stop: StopReason): void {
    if (this.#over) return;
    this.#interruption ??= stop;
    this.#link.abort(stop.error ?? timeoutError(stop));
  }

  /** Ends what the run left behind: aborts its signal and waits for its children. */
  async windUp(): Promise<void> {
    this.#over = true;
    this.#link.abort(new Error('The run is over'));
    await Promise.all(this.#children);
  }

  /** Counts a child in, whose end {@link windUp} waits for; the function that it gives counts it out. */
  adopt(): () => void {
    let leave: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#children.add(ended);
    return () => {
      this.#children.delete(ended);
      leave();
    };
  }

  childId(): string {
    this.#childCount += 1;
    return `${this.runId}.${this.#childCount}`;
  }

  readonly #onAbort = (): void => {
    if (this.#over) return;
    this.#interruption ??= abortedStop(this.#link.signal.reason);
    this.mail.knock();
  };

  #createContext(): RunContext {
    const { runId, depth, maxSteps, clock, ledger } = this;
    const step = (): number => this.step;
    const abortSignal = (): AbortSignal => this.#phase.signal;
    const effects = createEffectSeam(this.#executor, {
      runId,
      depth,
      step,
      abortSignal,
      hub: this.#hub,
    });
    return Object.freeze({
      runId,
      parentId: this.#parent?.runId ?? null,
      depth,
      maxSteps,
      clock,
      ledger,
      effects,
      get step() {
        return step();
      },
      get abortSignal() {
        return abortSignal();
      },
      random: seededRandom(runId),
      emit: (event: { readonly type: string }) => {
        this.publish(event);
      },
      diagnose: (diagnostic: Diagnostic) => {
        this.diagnose(diagnostic);
      },
      [scopeKey]: this,
    });
  }
}

/** The scope of a run's context, if it is one that this kernel made. */
export function scopeOf(context: object): RunScope | undefined {
  return (context as { readonly [scopeKey]?: RunScope })[scopeKey];
}
