import type { JSValueHandle } from 'quickjs-wasi';

import type {
  CallResultFrame,
  DoneFrame,
  ExecuteFrame,
  FinalFrame,
  GuestError,
} from '../../contract/frames.js';
import { namesWholeOutput } from '../../contract/helpers.js';
import { maxSourceChars, type PreflightFinding } from '../../contract/preflight.js';
import { lookAtCell } from '../../javascript/look-at-cell.js';
import type { ParsedCell } from '../../javascript/transform/parse-cell.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import { sendFrame } from '../../process/inside/frames.js';
import { flush } from '../../process/inside/pipe.js';
import { createPendingCalls, type PendingCalls } from '../../session/pending-calls.js';
import type { CellRequests } from './callbacks.js';
import { CellOutput } from './cell-output.js';
import { loadTypeScript } from './load-typescript.js';
import type { Machine } from './machine.js';
import type { SessionNames } from './session-names.js';
import type { SessionOptions } from './session-options.js';
import type { Tracebacks } from './tracebacks.js';
import { unawaitedFault } from './unawaited.js';

/** What a cell needs of its session. */
export interface CellSession {
  readonly options: Pick<SessionOptions, 'limits' | 'dialects'>;
  readonly functions: ReadonlySet<string>;
  readonly machine: Machine;
  readonly names: SessionNames;
  readonly tracebacks: Tracebacks;
  /** The number of its last host call. */
  calls: number;
}

/** Rejections that are kept: the first one is told. */
const maxRejections = 100;

/** The error of QuickJS when it has no memory left. Without memory even for that it throws null, or an unrelated message. */
const outOfMemory = { type: 'InternalError', message: 'out of memory' };
const isThrownInstead = ({ message }: GuestError): boolean =>
  message === 'null' || message.startsWith('bytecode buffer overflow');

/** One cell in the interpreter: it runs until its promise is settled and no host call is waited for. */
export class Cell implements CellRequests {
  readonly #session: CellSession;
  readonly #machine: Machine;
  readonly #frame: ExecuteFrame;
  readonly #file: string;
  readonly #output: CellOutput;
  readonly #pending: PendingCalls;
  /** Rejections that are not handled yet, by the identity of their promise. */
  readonly #rejections = new Map<number, GuestError>();
  /** The code as it runs; undefined until it does. */
  #running: string | undefined;
  #hasValue = false;
  #findings: readonly PreflightFinding[] = [];
  #isStopped = false;
  #isFinal = false;
  /** Whether the helpers tell of the cell, which nothing stops. */
  #isTelling = false;
  #isOver = false;

  constructor(session: CellSession, frame: ExecuteFrame) {
    this.#session = session;
    this.#machine = session.machine;
    this.#frame = frame;
    this.#file = `cell ${frame.cell}`;
    this.#output = new CellOutput(session.options.limits.maxOutputChars);
    this.#pending = createPendingCalls(session.options.limits);
  }

  start(): void {
    const { functions, options, tracebacks } = this.#session;
    const { code, nowMs } = this.#frame;
    const machine = this.#machine;
    machine.cell = this;
    tracebacks.remember(this.#file, code);
    const transformed = transformCell(code, functions, loadTypeScript, options.dialects);
    if ('message' in transformed) {
      const { message, line } = transformed;
      const traceback = line === undefined ? '' : tracebacks.at(this.#file, line);
      this.#end({ status: 'unread', error: { type: 'SyntaxError', message, traceback } });
      return;
    }
    this.#hasValue = transformed.hasValue;
    this.#advance(() => {
      machine.begin(nowMs);
      this.#findings = this.#look(transformed.parsed);
      if (this.#findings.some(({ isCertain }) => isCertain)) {
        this.#end({ status: 'refused' });
        return;
      }
      this.#running = transformed.code;
      machine.run(transformed.code, this.#file);
    });
  }

  /** Looks at the cell before it runs. */
  #look(parsed: ParsedCell | undefined): readonly PreflightFinding[] {
    const { names, functions, options } = this.#session;
    const { code, preflight } = this.#frame;
    if (preflight !== undefined && parsed !== undefined && code.length <= maxSourceChars) {
      try {
        return lookAtCell(parsed, preflight, { names, functions, dialects: options.dialects });
      } catch {
        // The memory is full: the cell runs as it is.
      }
    }
    names.note([], true);
    return [];
  }

  /** Gives the cell the result of a call. */
  settle({ call, outcome }: CallResultFrame): void {
    if (this.#isOver || !this.#pending.remove(call)) return;
    this.#advance(() => {
      this.#machine.settle(call, outcome);
    });
  }

  /** Ends the cell, which waits. */
  interrupt(id: number): void {
    if (id === this.#frame.id) this.#end({ status: 'interrupted' });
  }

  onCall(name: string, args: string): number | undefined {
    const call = this.#session.calls + 1;
    if (!this.#pending.add({ call, args })) return undefined;
    this.#session.calls = call;
    sendFrame({ type: 'call', call, name, args });
    return call;
  }

  onFinal(kind: FinalFrame['kind'], name: string, json: string, open: string): string | undefined {
    if (this.#isFinal) return undefined;
    const fault = unawaitedFault(this.#running ?? '', this.#file, open);
    if (fault !== undefined) return fault;
    this.#output.finish();
    sendFrame({ type: 'final', kind, name: kind === 'variable' ? name : undefined, json });
    flush();
    this.#isFinal = true;
    return undefined;
  }

  onPrint(stream: 'stdout' | 'stderr', text: string): void {
    if (!this.#isFinal && !this.#isStopped) this.#output.print(stream, text);
  }

  onRejection(promise: number, reason: JSValueHandle | undefined): void {
    if (reason === undefined) this.#rejections.delete(promise);
    else if (this.#rejections.size < maxRejections) {
      this.#rejections.set(promise, this.#describe(this.#machine.describe(reason)));
    }
  }

  shouldStop(stopped: number): boolean {
    if (stopped === this.#frame.id) this.#isStopped = true;
    this.#output.tick();
    return !this.#isTelling && (this.#isStopped || this.#isFinal);
  }

  /** Runs some of the cell, and decides what to do when nothing of it runs any more. */
  #advance(step: () => void): void {
    try {
      step();
      this.#decide();
    } catch (thrown) {
      const error = this.#describeThrown(thrown);
      if (!this.#isFinal && !this.#isStopped) this.#fail(error);
      else {
        const { traceback = '' } = error;
        const place =
          traceback === '' ? undefined : { type: 'Interrupted', message: '', traceback };
        this.#end({ status: 'interrupted', error: place });
      }
    }
  }

  #decide(): void {
    if (this.#isOver) return;
    const { state } = this.#machine;
    const [rejection] = this.#rejections.values();
    if (this.#isFinal || this.#isStopped) this.#end({ status: 'interrupted' });
    else if (state === 'rejected' || rejection !== undefined) {
      this.#fail(rejection ?? { type: 'Error', message: 'the cell was rejected' });
    } else if (this.#pending.count() > 0) {
      this.#output.pass();
      sendFrame({ type: 'wait' });
      flush();
    } else if (state === 'running') {
      const message = 'the cell awaits a promise that nothing can settle any more';
      this.#fail({ type: 'Error', message });
    } else this.#end({ status: 'ok' });
  }

  #fail(error: GuestError): void {
    const { room } = this.#machine;
    const isBare = isThrownInstead(error) && room.wasFull;
    const isMemory =
      isBare || (error.type === outOfMemory.type && error.message === outOfMemory.message);
    if (isMemory) room.noteFull();
    this.#end({
      status: isMemory ? 'memory' : 'error',
      error: isBare ? { ...error, ...outOfMemory } : error,
    });
  }

  #end(end: Pick<DoneFrame, 'status' | 'error'>): void {
    if (this.#isOver) return;
    const machine = this.#machine;
    this.#isStopped = true;
    machine.drain();
    this.#isStopped = false;
    let { status, error } = end;
    const attempt = <Result>(step: () => Result): Result | undefined => {
      try {
        return step();
      } catch (thrown) {
        if (status === 'ok' && !this.#isFinal) {
          status = 'error';
          error = this.#describeThrown(thrown);
        }
        return undefined;
      }
    };
    const hasValue = status === 'ok' && this.#hasValue;
    // Only this runs code of the user, so only this may be stopped: the variables are listed whatever comes of it.
    if (this.#session.options.dialects.includes('answer')) attempt(() => machine.tell('answer'));
    this.#isTelling = true;
    const keepsOutput = namesWholeOutput(this.#frame.code);
    const account = attempt(() => machine.end(hasValue, keepsOutput));
    this.#isOver = true;
    machine.cell = undefined;
    this.#output.finish();
    const taken = this.#running === undefined ? [] : (account?.taken ?? []);
    const findings = [...taken, ...this.#findings];
    sendFrame({
      type: 'done',
      id: this.#frame.id,
      status,
      error,
      value: status === 'ok' ? account?.value : undefined,
      variables: account?.variables,
      findings: findings.length === 0 ? undefined : JSON.stringify(findings),
    });
    flush();
  }

  #describeThrown(thrown: unknown): GuestError {
    const { handle } = thrown as { readonly handle?: JSValueHandle };
    if (handle !== undefined) return this.#describe(this.#machine.describe(handle));
    return { type: 'Error', message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  /** An error by its JSON text, which the helpers have written. */
  #describe(text: string): GuestError {
    try {
      const { type, message, stack } = JSON.parse(text) as Record<string, string>;
      return {
        type: type ?? 'Error',
        message: message ?? '',
        traceback: this.#session.tracebacks.render(stack ?? ''),
      };
    } catch {
      return { type: 'Error', message: 'an error that cannot be shown' };
    }
  }
}
