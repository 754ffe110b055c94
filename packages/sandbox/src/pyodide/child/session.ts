import { writeFrame, writeRaw } from '../../process/inside/pipe.js';
import { fail } from '../../process/inside/serve.js';
import { sleepIn } from '../../process/inside/stops.js';
import { kinds } from '../../process/kinds.js';
import { localKinds, type PyodideStart } from '../start.js';
import { type ChildState, readState, writeState } from './child-state.js';
import { type FrameObserver, openDevice } from './device.js';
import { type LoadedInterpreter, restoreMemory } from './interpreter.js';
import { type Snapshot, takeSnapshot } from './memory-snapshot.js';
import type { MemoryRoom } from './memory-room.js';
import { removeBuiltins } from './remove-builtins.js';
import type { Seal } from './seal.js';
import type { StopSignal } from './stop-signal.js';

/** The parts of a session. */
export interface SessionParts {
  readonly loaded: LoadedInterpreter;
  readonly start: PyodideStart['session'];
  /** A snapshot of a session, to go on from. */
  readonly snapshot: Snapshot | undefined;
  /** What the interpreter has started from. */
  readonly base: Snapshot;
  readonly state: ChildState;
  readonly seal: Seal;
  readonly stop: StopSignal;
  readonly room: MemoryRoom;
  /** The cell that runs; 0: none. */
  readonly running: { cell: number };
  readonly onViolation: (reason: string) => never;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const nothing = encoder.encode('null');

/**
 * Prepares a session in an interpreter that has just been loaded.
 *
 * @returns Runs the driver, and ends the process if that ends, which is a fault.
 */
export function prepareSession(parts: SessionParts): () => never {
  const { loaded, snapshot, seal, stop } = parts;
  const { interpreter, memory } = loaded;
  const observer = new Observer(parts);
  const begin = addressOf(interpreter, '_rlm_start');
  const resume = addressOf(interpreter, '_rlm_resume');
  prepare(interpreter, observer);
  const clockAddress = interpreter._module.__Py_emscripten_signal_clock;
  stop.attachClock((jumps) => {
    new Int32Array(memory.buffer)[clockAddress >>> 2] = jumps;
  });
  if (snapshot !== undefined) {
    restoreMemory(loaded, parts.base, snapshot);
    seal.lock();
  }
  let drive = snapshot === undefined ? begin : resume;
  return () => {
    do {
      interpreter._module._PyObject_CallNoArgs(drive);
      drive = resume;
    } while (observer.sendSnapshot());
    return fail(new Error('the driver of the Python session ended'));
  };
}

/** Looks at what passes between the host and the guest, and keeps the child's part of the session in step with it. */
class Observer implements FrameObserver {
  readonly #parts: SessionParts;
  /** The child's state in the snapshot that the session goes on from: set when the guest is ready, because it reads the clock before. */
  readonly #restored: Uint8Array | undefined;
  #hasBegun = false;
  #hasOpened = false;
  /** The host's wish for a snapshot, until it is taken. */
  #wanted: { readonly id: number; readonly maxBytes: number } | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#restored = parts.snapshot?.state;
  }

  ownFrame() {
    if (this.#hasBegun) return undefined;
    this.#hasBegun = true;
    // Until now the driver has emptied the modules that lead to JavaScript; code of the guest comes after this.
    this.#parts.seal.lock();
    const payload = encoder.encode(JSON.stringify(this.#parts.start.guest));
    return { kind: kinds.open, payload };
  }

  onHostFrame(frame: { readonly kind: number; readonly payload: Uint8Array }) {
    const { running, state } = this.#parts;
    if (frame.kind !== kinds.execute && frame.kind !== kinds.request) return frame;
    const seen = JSON.parse(decoder.decode(frame.payload)) as SeenFrame;
    if (frame.kind === kinds.execute) {
      running.cell = seen.id;
      state.clock.begin(seen.nowMs);
    } else if (seen.type === 'snapshot') {
      this.#wanted = seen;
      return { kind: localKinds.pause, payload: nothing };
    }
    return frame;
  }

  onLocalFrame(kind: number, payload: Uint8Array): void {
    const { stop, room } = this.#parts;
    if (kind === localKinds.sleep) {
      if (payload.length === 8) this.#sleep(viewOf(payload).getFloat64(0, true));
    } else if (kind === localKinds.memory) {
      if (payload.length === 4) room.limit(viewOf(payload).getUint32(0, true));
    } else if (kind === localKinds.ended) {
      stop.pause();
    } else if (kind === localKinds.fault) {
      fail(new Error(decoder.decode(payload)));
    } else if (kind === localKinds.opened) {
      this.#open();
    }
  }

  onPassing(kind: number): void {
    const { stop, running } = this.#parts;
    if (kind === kinds.final && running.cell !== 0) stop.finish();
    if (kind !== kinds.done) return;
    running.cell = 0;
    stop.reset();
  }

  onOversize(bytes: number): never {
    return this.#parts.onViolation(`a frame of ${bytes} bytes is over the limit`);
  }

  /** Sends the snapshot for which the driver has returned; false if it did not return for one. */
  sendSnapshot(): boolean {
    const { loaded, base, state } = this.#parts;
    const wanted = this.#wanted;
    if (wanted === undefined) return false;
    this.#wanted = undefined;
    const heap = new Uint8Array(loaded.memory.buffer);
    const bytes = takeSnapshot(heap, base, wanted.maxBytes, writeState(state));
    if (bytes !== undefined) writeRaw(kinds.bytes, bytes);
    writeFrame(kinds.snapshot, JSON.stringify({ id: wanted.id }));
    return true;
  }

  #open(): void {
    if (this.#hasOpened) this.#parts.onViolation('the guest reported twice that it is ready');
    this.#hasOpened = true;
    if (this.#restored !== undefined) readState(this.#parts.state, this.#restored);
  }

  /** Sleeps, until a stop comes. */
  #sleep(ms: number): void {
    if (!(ms >= 0 && ms < 1_000)) return;
    const { running, state, stop } = this.#parts;
    stop.resume();
    sleepIn(running.cell, ms);
    state.clock.advance(ms);
  }
}

/** The parts of the host's frames that are looked at. */
interface SeenFrame {
  readonly type?: string;
  readonly id: number;
  readonly nowMs: number;
  readonly maxBytes: number;
}

/** Python's own number of an object. Once the bridge to JavaScript is emptied, `runPython` runs nothing any more. */
function addressOf(interpreter: LoadedInterpreter['interpreter'], name: string): number {
  return interpreter.runPython(`id(${name})`) as number;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function prepare(interpreter: LoadedInterpreter['interpreter'], observer: FrameObserver): void {
  openDevice(interpreter._module.FS, observer);
  const discard = { write: (data: Uint8Array) => data.length };
  interpreter.setStdin({ stdin: () => null });
  interpreter.setStdout(discard);
  interpreter.setStderr(discard);
  interpreter.setInterruptBuffer(new Uint8Array(1));
  interpreter.unregisterJsModule('js');
  interpreter.unregisterJsModule('pyodide_js');
  removeBuiltins(interpreter._module);
}
