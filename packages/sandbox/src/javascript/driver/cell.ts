import {
  type CallResultFrame,
  type DoneFrame,
  type ExecuteFrame,
  type GuestError,
  type GuestFrame,
  shownValueChars,
} from '../../contract/frames.js';
import { namesWholeOutput } from '../../contract/helpers.js';
import { maxSourceChars, type PreflightFinding } from '../../contract/preflight.js';
import { createPendingCalls, type PendingCalls } from '../../session/pending-calls.js';
import {
  allKnown,
  anything,
  lookAtCell,
  nothing,
  type KnownNames,
  type NamesQuestion,
} from '../look-at-cell.js';
import type { ParsedCell } from '../transform/parse-cell.js';
import { transformCell } from '../transform/transform-cell.js';
import type { CellMachine } from './cell-machine.js';
import { createCellOutput, type CellOutput } from './cell-output.js';
import { loadTypeScript } from './load-typescript.js';
import { createTracebacks, type Tracebacks } from './tracebacks.js';
import { unawaitedFault } from './unawaited.js';

/** Where frames go: they gather until they are flushed. */
export interface FrameSink {
  add(frame: GuestFrame): void;
  flush(): void;
}

/** One cell in the interpreter: it runs until its promise is settled and no host call is waited for. */
export class Cell {
  readonly id: number;
  readonly output: CellOutput;
  /** Rejections that are not handled yet, by the identity of their promise. */
  readonly #rejections = new Map<unknown, GuestError>();
  readonly #machine: CellMachine;
  readonly #outbox: FrameSink;
  readonly #tracebacks: Tracebacks;
  readonly #pending: PendingCalls;
  #code = '';
  #file = '';
  #hasBegun = false;
  #hasStarted = false;
  #hasValue = false;
  #findings: readonly PreflightFinding[] = [];
  #isTelling = false;
  #isOver = false;
  isFinal = false;
  isStopped = false;

  constructor(
    machine: CellMachine,
    outbox: FrameSink,
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

  /** Whether code that runs now must stop: not the guest's own, which tells of the cell when it has ended. */
  get mustStop(): boolean {
    return !this.#isTelling && (this.isStopped || this.isFinal);
  }

  start(frame: ExecuteFrame, hostNames: ReadonlySet<string>): void {
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
      this.#end({ status: 'unread', error: { type: 'SyntaxError', message, traceback } });
      return;
    }
    this.#hasValue = transformed.hasValue;
    this.#attempt(() => {
      this.#machine.begin(frame.nowMs);
      if (this.#isRefused(frame, hostNames, transformed.parsed)) {
        this.#end({ status: 'refused' });
        return;
      }
      this.#hasStarted = true;
      this.#code = transformed.code;
      this.#file = file;
      this.#machine.run(transformed.code, file);
    });
  }

  /** Begins the cell, and looks at it before it runs; whether it must not, since it is certain to fail. */
  #isRefused(
    { code, preflight }: ExecuteFrame,
    hostNames: ReadonlySet<string>,
    parsed: ParsedCell | undefined,
  ): boolean {
    const isOutputRead = namesWholeOutput(code);
    const ask = (question: NamesQuestion): KnownNames => {
      const asked = question === nothing ? '' : JSON.stringify(question);
      const answer = this.#machine.tell('begin', isOutputRead, asked);
      this.#hasBegun = true;
      return answer === '' ? allKnown : (JSON.parse(answer) as KnownNames);
    };
    try {
      if (preflight !== undefined && parsed !== undefined && code.length <= maxSourceChars) {
        const { dialects } = this.#machine;
        this.#findings = lookAtCell(parsed, preflight, { hostNames, dialects, ask });
      } else ask(anything);
    } catch {
      // It is too deep, or the guest's memory is full: then the cell runs as it is.
    }
    if (!this.#hasBegun) ask(nothing);
    return this.#findings.some(({ isCertain }) => isCertain);
  }

  /** Why the cell may not end the run yet, for the calls that have no answer. */
  unawaited(open: string): string | undefined {
    return unawaitedFault(this.#code, this.#file, open);
  }

  /** Counts a call that the guest makes; false while too much waits for the host. */
  expect(call: number, args: string): boolean {
    return this.#pending.add({ call, args });
  }

  settle({ call, outcome }: CallResultFrame): void {
    if (this.#isOver || !this.#pending.remove(call)) return;
    this.#attempt(() => {
      this.#machine.settle(call, outcome);
    });
  }

  /** Ends a cell that waits; one that runs ends by the interrupt handler. */
  interrupt(): void {
    this.isStopped = true;
    if (!this.#isOver) this.#end({ status: 'interrupted' });
  }

  /** Notes a rejection that nothing handles, with its error's JSON text, or without it that one is handled after all. */
  reject(promise: unknown, describe: (() => string) | undefined): void {
    if (describe === undefined) this.#rejections.delete(promise);
    else if (this.#rejections.size < 100) this.#rejections.set(promise, this.#describe(describe()));
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
    if (this.#isOver) return;
    if (this.isFinal || this.isStopped) {
      this.#end({ status: 'interrupted' });
      return;
    }
    const state = this.#hasStarted ? this.#machine.state() : 'fulfilled';
    const rejection = this.#rejections.values().next().value;
    if (state === 'rejected' || rejection !== undefined) {
      this.#fail(rejection ?? { type: 'Error', message: 'the cell was rejected' });
    } else if (this.#pending.count() > 0) {
      this.output.pass();
      this.#outbox.add({ type: 'wait' });
      this.#outbox.flush();
    } else if (state === 'running') {
      this.#fail({
        type: 'Error',
        message: 'the cell awaits a promise that nothing can settle any more',
      });
    } else {
      this.#end({ status: 'ok' });
    }
  }

  #fail(error: GuestError): void {
    this.#end(this.#machine.judge(error));
  }

  #end(end: Pick<DoneFrame, 'status' | 'error'>): void {
    if (this.#isOver) return;
    this.isStopped = true;
    this.#machine.drain();
    this.isStopped = false;
    let { status, error } = end;
    const value = status === 'ok' ? this.#describeValue() : undefined;
    const attempt = (step: () => string): string | undefined => {
      try {
        return step();
      } catch (thrown) {
        if (status === 'ok' && !this.isFinal) {
          status = 'error';
          error = this.#describeThrown(thrown);
        }
        return undefined;
      }
    };
    // Only this runs code of the guest, so only this may be stopped: the variables are listed whatever comes of it.
    if (this.#machine.dialects.includes('answer')) attempt(() => this.#machine.tell('answer'));
    this.#isTelling = true;
    const findings = [...this.#takenNames(), ...this.#findings];
    const variables = attempt(() => this.#machine.tell('end'));
    this.#isOver = true;
    this.#machine.release();
    this.#rejections.clear();
    this.output.finish();
    this.#outbox.add({
      type: 'done',
      id: this.id,
      status,
      error,
      value,
      variables,
      findings: findings.length === 0 ? undefined : JSON.stringify(findings),
    });
    this.#outbox.flush();
  }

  /** Which names of the host the cell has taken. */
  #takenNames(): readonly PreflightFinding[] {
    if (!this.#hasStarted) return [];
    try {
      return JSON.parse(this.#machine.tell('taken')) as readonly PreflightFinding[];
    } catch {
      return [];
    }
  }

  /** The text of the last expression's value; no code of the guest runs for it. */
  #describeValue(): string | undefined {
    if (!this.#hasValue || this.#machine.state() !== 'fulfilled') return undefined;
    try {
      const text = this.#machine.show(shownValueChars);
      return text === '' ? undefined : text;
    } catch {
      return 'a value that cannot be shown';
    }
  }

  #place(error: unknown): { error?: GuestError } {
    const { traceback = '' } = this.#describeThrown(error);
    return traceback === '' ? {} : { error: { type: 'Interrupted', message: '', traceback } };
  }

  #describeThrown(error: unknown): GuestError {
    const text = this.#machine.readThrown(error);
    if (text !== undefined) return this.#describe(text);
    return { type: 'Error', message: error instanceof Error ? error.message : String(error) };
  }

  /** An error by its JSON text, which the guest's own code has written. */
  #describe(text: string): GuestError {
    try {
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
