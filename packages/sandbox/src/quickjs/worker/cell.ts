import type { JSValueHandle } from 'quickjs-wasi';

import {
  allLocalsBytes,
  type CallResultFrame,
  type DoneFrame,
  type ExecuteFrame,
  type GuestError,
  localValueBytes,
  shownValueChars,
} from '../../contract/frames.js';
import { namesWholeOutput } from '../../contract/helpers.js';
import { createPendingCalls, type PendingCalls } from '../../supervisor/calls/pending-calls.js';
import { maxSourceChars, type PreflightFinding } from '../../contract/preflight.js';
import {
  anything,
  type KnownNames,
  type NamesQuestion,
} from '../../javascript/preflight/find-names.js';
import { lookAtCell } from '../../javascript/preflight/look-at-cell.js';
import type { ParsedCell } from '../../javascript/transform/parse-cell.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
import { createCellOutput, type CellOutput } from '../../javascript/driver/cell-output.js';
import type { Machine } from './machine.js';
import type { Outbox } from './outbox.js';
import { drainJobs, runJobs } from './jobs.js';
import { createTracebacks, type Tracebacks } from '../../javascript/driver/tracebacks.js';

const asyncScript = 128;

/** The error of QuickJS when it has no memory left. */
const outOfMemory = { type: 'InternalError', message: 'out of memory' };
const isThrownInstead = ({ message }: GuestError): boolean =>
  message === 'null' || message.startsWith('bytecode buffer overflow');

/** One cell in the interpreter: it runs until its promise is settled and no host call is waited for. */
export class Cell {
  readonly id: number;
  readonly output: CellOutput;
  /** Rejections that are not handled yet, by the identity of their promise. */
  readonly #rejections = new Map<number, GuestError>();
  readonly #machine: Machine;
  readonly #outbox: Outbox;
  readonly #tracebacks: Tracebacks;
  readonly #pending: PendingCalls;
  #promise: JSValueHandle | undefined;
  #hasValue = false;
  #findings: readonly PreflightFinding[] = [];
  #isOver = false;
  isFinal = false;
  isStopped = false;

  constructor(
    machine: Machine,
    outbox: Outbox,
    { id }: ExecuteFrame,
    tracebacks: Tracebacks = createTracebacks(),
  ) {
    this.id = id;
    this.#machine = machine;
    this.#outbox = outbox;
    this.#pending = createPendingCalls(machine.limits);
    this.#tracebacks = tracebacks;
    this.output = createCellOutput(machine.limits.maxOutputChars, outbox);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(frame: ExecuteFrame, hostNames: ReadonlySet<string>): void {
    this.#machine.clock.nowMs = frame.nowMs;
    const file = `cell ${frame.cell}`;
    this.#tracebacks.remember(file, frame.code);
    const transformed = transformCell(
      frame.code,
      hostNames,
      loadTypeScript,
      this.#machine.dialects,
    );
    if ('message' in transformed) {
      const { message, line } = transformed;
      const traceback = line === undefined ? '' : this.#tracebacks.at(file, line);
      this.#end({ status: 'error', error: { type: 'SyntaxError', message, traceback } });
      return;
    }
    this.#hasValue = transformed.hasValue;
    this.#attempt(() => {
      this.#machine.room.beginCell();
      this.#machine.tell('begin', namesWholeOutput(frame.code));
      if (this.#isRefused(frame, hostNames, transformed.parsed)) {
        this.#end({ status: 'refused' });
        return;
      }
      this.#promise = this.#machine.vm.evalCode(transformed.code, file, asyncScript);
      runJobs(this.#machine.vm);
    });
  }

  /** Looks at the cell before it runs; whether it must not, since it is certain to fail. */
  #isRefused(
    { code, preflight }: ExecuteFrame,
    hostNames: ReadonlySet<string>,
    parsed: ParsedCell | undefined,
  ): boolean {
    const ask = (question: NamesQuestion): KnownNames =>
      JSON.parse(this.#machine.tell('names', JSON.stringify(question))) as KnownNames;
    try {
      if (preflight !== undefined && parsed !== undefined && code.length <= maxSourceChars) {
        const { dialects } = this.#machine;
        this.#findings = lookAtCell(parsed, preflight, { hostNames, dialects, ask });
      } else ask(anything);
    } catch {
      // It is too deep, or the guest's memory is full: then the cell runs as it is.
    }
    return this.#findings.some(({ isCertain }) => isCertain);
  }

  /** Counts a call that the guest makes; false while too much waits for the host. */
  expect(call: number, args: string): boolean {
    return this.#pending.add({ call, args });
  }

  settle({ call, outcome }: CallResultFrame): void {
    if (this.#isOver || !this.#pending.remove(call)) return;
    this.#attempt(() => {
      if ('error' in outcome) this.#machine.ask('settle', call, outcome.error.message, '');
      else this.#machine.ask('settle', call, this.#machine.vm.undefined, outcome.json);
      runJobs(this.#machine.vm);
    });
  }

  /** Ends a cell that waits; one that runs ends by the interrupt handler. */
  interrupt(): void {
    this.isStopped = true;
    if (!this.#isOver) this.#end({ status: 'interrupted' });
  }

  reject(promise: number, reason: JSValueHandle, isHandled: boolean): void {
    if (isHandled) this.#rejections.delete(promise);
    else if (this.#rejections.size < 100) this.#rejections.set(promise, this.#describe(reason));
  }

  #attempt(step: () => void): void {
    try {
      step();
      this.#advance();
    } catch (error) {
      if (this.isFinal || this.isStopped)
        this.#end({ status: 'interrupted', ...this.#place(error) });
      else this.#fail(this.#describeThrown(error));
    }
  }

  /** Decides what to do now that nothing of the guest runs. */
  #advance(): void {
    if (this.isFinal || this.isStopped) {
      this.#end({ status: 'interrupted' });
      return;
    }
    const state = this.#promise?.promiseState ?? 1;
    const rejection = this.#rejections.values().next().value;
    if (state === 2 || rejection !== undefined) {
      this.#fail(rejection ?? { type: 'Error', message: 'the cell was rejected' });
    } else if (this.#pending.size > 0) {
      this.output.pass();
      this.#outbox.add({ type: 'wait' });
      this.#outbox.flush();
    } else if (state === 0) {
      this.#fail({
        type: 'Error',
        message: 'the cell awaits a promise that nothing can settle any more',
      });
    } else {
      this.#end({ status: 'ok' });
    }
  }

  #fail(error: GuestError): void {
    // Without memory even for its error, QuickJS throws null, or an unrelated message.
    const isBare = isThrownInstead(error) && this.#machine.room.wasFull;
    const isMemory =
      isBare || (error.type === outOfMemory.type && error.message === outOfMemory.message);
    if (isMemory) this.#machine.room.noteFull();
    this.#end({
      status: isMemory ? 'memory' : 'error',
      error: isBare ? { ...error, ...outOfMemory } : error,
    });
  }

  #end(end: Pick<DoneFrame, 'status' | 'error'>): void {
    if (this.#isOver) return;
    this.isStopped = true;
    drainJobs(this.#machine.vm);
    this.isStopped = false;
    let { status, error } = end;
    const value = status === 'ok' ? this.#describeValue() : undefined;
    let variables: string | undefined;
    try {
      variables = this.#machine.tell('end', 200, 200, localValueBytes, allLocalsBytes);
    } catch (thrown) {
      if (status === 'ok' && !this.isFinal) {
        status = 'error';
        error = this.#describeThrown(thrown);
      }
    }
    this.#isOver = true;
    this.#promise?.dispose();
    this.#rejections.clear();
    this.output.finish();
    this.#outbox.add({
      type: 'done',
      id: this.id,
      status,
      ...(error === undefined ? {} : { error }),
      ...(value === undefined ? {} : { value }),
      ...(variables === undefined ? {} : { variables }),
      ...(this.#findings.length === 0 ? {} : { findings: JSON.stringify(this.#findings) }),
    });
    this.#outbox.flush();
  }

  /** The text of the last expression's value; no code of the guest runs for it. */
  #describeValue(): string | undefined {
    if (!this.#hasValue || this.#promise?.promiseState !== 1) return undefined;
    const completion = this.#machine.settledValue(this.#promise);
    try {
      const text = this.#machine.tell('show', completion, shownValueChars);
      return text === '' ? undefined : text;
    } catch {
      return 'a value that cannot be shown';
    } finally {
      completion.dispose();
    }
  }

  #place(error: unknown): { error?: GuestError } {
    const { traceback = '' } = this.#describeThrown(error);
    return traceback === '' ? {} : { error: { type: 'Interrupted', message: '', traceback } };
  }

  #describeThrown(error: unknown): GuestError {
    const { handle } = error as { handle?: JSValueHandle };
    if (handle !== undefined) return this.#describe(handle);
    return { type: 'Error', message: error instanceof Error ? error.message : String(error) };
  }

  #describe(reason: JSValueHandle): GuestError {
    try {
      const text = this.#machine.tell('error', reason);
      const { type, message, stack } = JSON.parse(text) as Record<string, string>;
      return {
        type: type ?? 'Error',
        message: message ?? '',
        traceback: this.#tracebacks.render(stack ?? ''),
      };
    } catch {
      return { type: 'Error', message: 'an error that cannot be shown' };
    }
  }
}
