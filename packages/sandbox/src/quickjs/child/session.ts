import type { CellMachine } from '../../javascript/driver/cell-machine.js';
import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
import { createSessionCells, type SessionCells } from '../../javascript/driver/session-cells.js';
import { createTracebacks, type Tracebacks } from '../../javascript/driver/tracebacks.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import type { ScriptHost } from '../../process/inside/bootstrap.js';
import {
  type ComingText,
  type ReceivedFrame,
  receiveFrame,
  sendFrame,
} from '../../process/inside/frames.js';
import { flush } from '../../process/inside/pipe.js';
import { createCellMachine, describeReason } from './cell-machine.js';
import { Machine } from './machine.js';
import { receiveText } from './receive-text.js';
import type { SessionOptions } from './session-options.js';
import { readSnapshot } from './snapshot-format.js';

/** Defined by the bootstrap. */
declare const host: ScriptHost;

/** The session of this process: its interpreter and its cells. */
export class Session {
  readonly #machine: Machine;
  readonly #cellMachine: CellMachine;
  readonly #cells: SessionCells;
  readonly #tracebacks: Tracebacks;

  private constructor(machine: Machine, cells: SessionCells, tracebacks: Tracebacks) {
    this.#machine = machine;
    this.#cellMachine = createCellMachine(machine);
    this.#cells = cells;
    this.#tracebacks = tracebacks;
  }

  /** Boots the interpreter, from scratch or from a snapshot. */
  static async open(
    module: WebAssembly.Module,
    options: SessionOptions,
    snapshot: Uint8Array | undefined,
  ): Promise<Session> {
    const tracebacks = createTracebacks(snapshot && readSnapshot(snapshot).state);
    const names = new Set(options.functions);
    const cells = createSessionCells({ add: sendFrame, flush }, names, tracebacks);
    const machine = await Machine.create(module, options, snapshot, {
      onCall: cells.onCall,
      onFinal: cells.onFinal,
      onPrint: cells.onPrint,
      onRejection(promise, reason, isHandled) {
        cells
          .running()
          ?.reject(promise, isHandled ? undefined : () => describeReason(machine, reason));
      },
      shouldStop: () => shouldStop(cells),
    });
    return new Session(machine, cells, tracebacks);
  }

  /** Takes the host's frames, one after another, for as long as the process lives. */
  run(): never {
    // Compiles the code that the first cell needs, while nothing waits for it.
    transformCell('print(`1`)', new Set(), loadTypeScript);
    for (;;) this.#take(receiveFrame());
  }

  #take(frame: ReceivedFrame): void {
    const cells = this.#cells;
    switch (frame.type) {
      case 'execute':
        cells.start(this.#cellMachine, frame);
        break;
      case 'result':
        cells.running()?.settle(frame);
        break;
      case 'stop':
        if (cells.running()?.id === frame.id) cells.running()?.interrupt();
        break;
      case 'coming-text':
        this.#setText(frame);
        break;
      case 'set-json':
        cells.attempt(frame.id, () => {
          this.#machine.ask('set', frame.name, frame.json, true, frame.isReserved);
          return {};
        });
        break;
      case 'get':
        cells.attempt(frame.id, () => ({ json: this.#machine.tell('get', frame.name) }));
        break;
      case 'variables':
        cells.attempt(frame.id, () => ({ json: this.#machine.tell('variables') }));
        break;
      case 'snapshot': {
        const bytes = this.#machine.snapshot(frame.maxBytes, this.#tracebacks.toBytes());
        sendFrame({ type: 'snapshot', id: frame.id, bytes });
        break;
      }
    }
  }

  #setText({ id, name, bytes, isReserved }: ComingText): void {
    this.#cells.attempt(id, () => {
      const text = receiveText(this.#machine.vm, bytes);
      try {
        this.#machine.ask('set', name, text, false, isReserved);
      } finally {
        text.dispose();
      }
      return {};
    });
  }
}

function shouldStop(cells: SessionCells): boolean {
  const [id, isHostGone] = [Atomics.load(host.stop, 0), Atomics.load(host.stop, 1)];
  if (isHostGone === 1) process.abort();
  const cell = cells.running();
  if (cell === undefined) return false;
  if (id === cell.id) cell.isStopped = true;
  cell.output.tick();
  return cell.mustStop;
}
