import type { ReplyFrame } from '../../contract/frames.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import {
  type ComingText,
  type ReceivedFrame,
  receiveFrame,
  sendFrame,
} from '../../process/inside/frames.js';
import { flush } from '../../process/inside/pipe.js';
import { Cell, type CellSession } from './cell.js';
import { loadTypeScript } from './load-typescript.js';
import { Machine } from './machine.js';
import { type LaterNames, SessionNames } from './session-names.js';
import type { SessionOptions } from './session-options.js';
import { readSnapshot } from './snapshot-format.js';
import { receiveText } from './text.js';
import { Tracebacks, type KeptSources } from './tracebacks.js';

/** What a snapshot holds beside the interpreter's memory. */
interface KeptState extends LaterNames {
  readonly sources: KeptSources;
}

/** The session of this process: its interpreter, and its cells, one after another. */
export class Session implements CellSession {
  readonly options: SessionOptions;
  readonly functions: ReadonlySet<string>;
  readonly machine: Machine;
  readonly names: SessionNames;
  readonly tracebacks: Tracebacks;
  calls = 0;
  #cell: Cell | undefined;

  private constructor(machine: Machine, options: SessionOptions, kept: KeptState | undefined) {
    this.options = options;
    this.functions = new Set(options.functions);
    this.machine = machine;
    const list = (): readonly string[] => JSON.parse(machine.tell('names')) as readonly string[];
    this.names = new SessionNames(machine.vm, list, kept);
    this.tracebacks = new Tracebacks(kept?.sources);
  }

  /** Boots the interpreter; see {@link Machine.create}. */
  static async open(
    module: WebAssembly.Module,
    options: SessionOptions,
    parts: Parameters<typeof Machine.create>[2],
  ): Promise<{ readonly session: Session; readonly base: Uint8Array | undefined }> {
    const { machine, base } = await Machine.create(module, options, parts);
    const session = new Session(machine, options, parts.snapshot && readState(parts.snapshot));
    return { session, base };
  }

  /** Takes the host's frames, one after another, for as long as the process lives. */
  run(): never {
    // Compiles the code that the first cell needs, while nothing waits for it.
    transformCell('print(`1`)', new Set(), loadTypeScript);
    for (;;) this.#take(receiveFrame());
  }

  #take(frame: ReceivedFrame): void {
    const { machine } = this;
    switch (frame.type) {
      case 'execute':
        this.#cell = new Cell(this, frame);
        this.#cell.start();
        break;
      case 'result':
        this.#cell?.settle(frame);
        break;
      case 'stop':
        this.#cell?.interrupt(frame.id);
        break;
      case 'coming-text':
        reply(frame.id, () => {
          this.#setText(frame);
        });
        break;
      case 'set-json':
        reply(frame.id, () => {
          machine.set(frame.name, frame.json, frame.isReserved);
        });
        break;
      case 'get':
        reply(frame.id, () => machine.get(frame.name));
        break;
      case 'variables':
        reply(frame.id, () => machine.tell('variables'));
        break;
      case 'snapshot': {
        const bytes = machine.snapshot(frame.maxBytes, this.#state());
        sendFrame({ type: 'snapshot', id: frame.id, bytes });
        break;
      }
    }
  }

  #setText({ name, bytes, isReserved }: ComingText): void {
    const text = receiveText(this.machine.vm, bytes);
    try {
      this.machine.set(name, text, isReserved);
    } finally {
      text.dispose();
    }
  }

  #state(): Uint8Array {
    const state: KeptState = { ...this.names.later, sources: this.tracebacks.sources };
    return new TextEncoder().encode(JSON.stringify(state));
  }
}

function readState(snapshot: Uint8Array): KeptState {
  return JSON.parse(new TextDecoder().decode(readSnapshot(snapshot).state)) as KeptState;
}

/** Replies to a request with the JSON text that a step returns, if it does, or with the error that it throws. */
function reply(id: number, step: () => unknown): void {
  let outcome: ReplyFrame['outcome'];
  try {
    const json = step();
    outcome = typeof json === 'string' ? { json } : {};
  } catch (thrown) {
    const { name, message } = thrown as Partial<Error>;
    outcome = { error: { type: String(name), message: String(message) } };
  }
  sendFrame({ type: 'reply', id, outcome });
  flush();
}
