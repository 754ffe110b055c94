import { answerRequest } from '../../javascript/driver/answer-request.js';
import { createSessionCells, type SessionCells } from '../../javascript/driver/session-cells.js';
import type { CellMachine } from '../../javascript/driver/cell-machine.js';
import { createTracebacks, type Tracebacks } from '../../javascript/driver/tracebacks.js';
import { createCellMachine, describeReason } from './cell-machine.js';
import { Machine } from './machine.js';
import type { Outbox } from './outbox.js';
import type { SessionRequest, WorkerStart } from './protocol.js';
import { readSnapshot } from './snapshot-format.js';
import { TextInbox } from './text-inbox.js';

/** One session: its interpreter, its cells, and what is on its way. */
export class Session {
  readonly #machine: Machine;
  readonly #cellMachine: CellMachine;
  readonly #cells: SessionCells;
  readonly #tracebacks: Tracebacks;
  readonly #outbox: Outbox;
  #inbox: TextInbox | undefined;

  private constructor(
    machine: Machine,
    cells: SessionCells,
    tracebacks: Tracebacks,
    outbox: Outbox,
  ) {
    this.#machine = machine;
    this.#cellMachine = createCellMachine(machine);
    this.#cells = cells;
    this.#tracebacks = tracebacks;
    this.#outbox = outbox;
  }

  /** Boots the interpreter, from scratch or from a snapshot. */
  static async open(start: WorkerStart, outbox: Outbox): Promise<Session> {
    const tracebacks = createTracebacks(start.snapshot && readSnapshot(start.snapshot).state);
    const cells = createSessionCells(outbox, new Set(start.functions), tracebacks);
    const machine = await Machine.create(start, {
      onCall: cells.onCall,
      onFinal: cells.onFinal,
      onPrint: cells.onPrint,
      onRejection(promise, reason, isHandled) {
        cells
          .running()
          ?.reject(promise, isHandled ? undefined : () => describeReason(machine, reason));
      },
      shouldStop: () => shouldStop(cells, start.interruptFlag),
    });
    return new Session(machine, cells, tracebacks, outbox);
  }

  /** Size of the interpreter's memory, in bytes. */
  get memoryBytes(): number {
    return this.#machine.memoryBytes;
  }

  handle(request: SessionRequest): void {
    const cells = this.#cells;
    const machine = this.#machine;
    switch (request.type) {
      case 'execute':
        cells.start(this.#cellMachine, request);
        break;
      case 'result':
        cells.running()?.settle(request);
        break;
      case 'interrupt':
        if (cells.running()?.id === request.id) cells.running()?.interrupt();
        break;
      case 'set-text':
        cells.attempt(request.id, () => {
          machine.ask('set', request.name, request.text, false, request.isReserved);
          return {};
        });
        break;
      case 'set-json':
        cells.attempt(request.id, () => {
          machine.ask('set', request.name, request.json, true, request.isReserved);
          return {};
        });
        break;
      case 'begin-text':
        this.#inbox = new TextInbox(machine.vm, request);
        if (this.#inbox.isRefused) {
          this.#inbox = undefined;
          cells.attempt(request.id, () => ({
            error: { type: 'RangeError', message: 'out of memory' },
          }));
        } else this.#takeText(this.#inbox);
        break;
      case 'text-slice':
        this.#inbox?.take(request.bytes);
        if (this.#inbox !== undefined) this.#takeText(this.#inbox);
        break;
      case 'get':
      case 'variables':
      case 'seed':
        answerRequest(cells, this.#cellMachine, request);
        break;
      case 'snapshot': {
        const bytes = machine.snapshot(request.maxBytes, this.#tracebacks.toBytes());
        this.#outbox.add({ type: 'snapshot', bytes });
        this.#outbox.flush(bytes === undefined ? [] : [bytes.buffer]);
        break;
      }
    }
  }

  #takeText(text: TextInbox): void {
    const { id, name, isReserved } = text.request;
    if (!text.isComplete) {
      this.#outbox.add({ type: 'slice-taken' });
      this.#outbox.flush();
      return;
    }
    this.#inbox = undefined;
    this.#cells.attempt(id, () => {
      const value = text.toValue();
      try {
        if (!value.isString) throw new RangeError('out of memory');
        this.#machine.ask('set', name, value, false, isReserved);
      } finally {
        value.dispose();
      }
      return {};
    });
  }
}

function shouldStop(cells: SessionCells, interruptFlag: Int32Array): boolean {
  const cell = cells.running();
  if (cell === undefined) return false;
  if (Atomics.load(interruptFlag, 0) === cell.id) cell.isStopped = true;
  cell.output.tick();
  return cell.mustStop;
}
