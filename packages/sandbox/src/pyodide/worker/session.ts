import { frameKind, type ToWorker } from '../protocol.js';
import { type DeviceOwner, openDevice } from './device.js';
import type { LoadedInterpreter } from './interpreter.js';
import type { Mailbox } from './mailbox.js';
import type { MemoryRoom } from './memory-room.js';
import { bootMemory, imageMemoryBytes, imageState, putImage, takeImage } from './memory-image.js';
import { removeBuiltins } from './remove-builtins.js';
import type { Seal } from './seal.js';
import { createSeededBytes } from './seeded-bytes.js';
import type { StopSignal } from './stop-signal.js';
import { readState, type WorkerState, writeState } from './worker-state.js';

/** The parts of a sealed session. */
export interface SessionParts {
  /** The memory that the interpreter booted with. */
  readonly bootImage: SharedArrayBuffer;
  readonly loaded: LoadedInterpreter;
  readonly mailbox: Mailbox;
  readonly state: WorkerState;
  readonly seal: Seal;
  readonly stop: StopSignal;
  readonly room: MemoryRoom;
  readonly onViolation: (reason: string) => never;
  /** Called when the driver itself has failed, with its traceback. */
  readonly onFault: (reason: string) => never;
}

type OpenMessage = Extract<ToWorker, { type: 'open' }>;

/** The size of a frame besides its payload, however short it is. */
const frameOverheadBytes = 1024;

/** How many bytes are read of the driver's message when it fails, which a guest may forge. */
const maxFaultChars = 4_000;

/** Frames between two messages of the host, beside those of the output: an honest guest sends far fewer. */
const maxFrames = 1_000;
/** Characters of output that an honest guest sends in one frame at least, once it has sent some; see `python/output.py`. */
const charsOfFrame = 128;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Runs the session's driver in the interpreter; returns only when the driver has ended, which is a fault. */
export function runSession(parts: SessionParts, open: OpenMessage): void {
  const { loaded, mailbox, state, seal, stop } = parts;
  const { clock } = state;
  const { interpreter, memory } = loaded;
  const boot = bootMemory(parts.bootImage);
  /** The bytes posted since the host's last message: only a forger sends without end. */
  let unansweredBytes = 0;
  let unansweredFrames = 0;
  let hasOpened = false;
  /**
   * The worker's state in the image that the session continues from: set when the guest is ready, because it reads the
   * clock before.
   */
  const restored = open.image && imageState(open.image).slice();
  let isInCell = false;
  /** Set from the host's wish for an image until it is taken. */
  let maxImageBytes: number | undefined;
  let answer: { kind: number; payload: Uint8Array } | undefined = {
    kind: frameKind.open,
    payload: encoder.encode(open.options),
  };

  const owner: DeviceOwner = {
    maxFrameBytes: () => open.maxFrameBytes,
    onOversize: (bytes) => parts.onViolation(`a frame of ${bytes} bytes is over the limit`),
    nextFrame() {
      seal.lock();
      if (answer !== undefined) {
        const ready = answer;
        answer = undefined;
        return ready;
      }
      for (;;) {
        const message = mailbox.take();
        unansweredBytes = unansweredFrames = 0;
        if (message.type === 'image') {
          maxImageBytes = message.maxBytes;
          return { kind: frameKind.pause, payload: encoder.encode('null') };
        } else if (message.type === 'frame') {
          if (message.nowMs !== undefined) clock.begin(message.nowMs);
          if (message.seed !== undefined) {
            state.random = createSeededBytes({ seed: message.seed, position: 0 });
          }
          if (message.kind === frameKind.execute) isInCell = true;
          return { kind: message.kind, payload: encoder.encode(message.text) };
        } else if (message.type === 'text') {
          return { kind: frameKind.text, payload: message.bytes };
        }
      }
    },
    onFrame(kind, payload) {
      if (kind === frameKind.sleep) {
        const ms = viewOf(payload).getFloat64(0, true);
        if (ms >= 0 && ms < 1000) pause(ms);
      } else if (kind === frameKind.memory) {
        if (payload.length === 4) parts.room.limit(viewOf(payload).getUint32(0, true));
      } else if (kind === frameKind.ended) {
        stop.pause();
      } else if (kind === frameKind.fault) {
        parts.onFault(decoder.decode(payload.subarray(0, maxFaultChars)));
      } else if (kind === frameKind.opened) {
        if (hasOpened) parts.onViolation('the guest reported twice that it is ready');
        hasOpened = true;
        if (restored !== undefined) readState(state, restored);
        mailbox.post({ type: 'opened' });
      } else {
        count(payload.length);
        if (kind === frameKind.final && isInCell) stop.finish();
        if (kind === frameKind.done) {
          isInCell = false;
          stop.reset();
        }
        mailbox.post({ type: 'frame', kind, text: decoder.decode(payload) });
      }
    },
  };

  /** Counts the bytes posted to the host, whose thread takes them piece by piece. */
  function count(bytes: number): void {
    unansweredBytes += bytes + frameOverheadBytes;
    unansweredFrames++;
    const isFlood =
      unansweredBytes > 2 * open.maxFrameBytes ||
      unansweredFrames > maxFrames + open.maxOutputChars / charsOfFrame;
    if (isFlood) {
      parts.onViolation('the guest sent frame after frame without waiting for an answer');
    }
  }

  function pause(ms: number): void {
    if (!mailbox.isStopWanted()) mailbox.sleep(ms);
    clock.advance(ms);
  }

  /** Sends an image, for which the driver has returned; false if it did not return for an image. */
  function sendImage(): boolean {
    if (maxImageBytes === undefined) return false;
    const heap = new Uint8Array(memory.buffer);
    const bytes = takeImage(heap, boot, maxImageBytes, writeState(state));
    maxImageBytes = undefined;
    mailbox.post({ type: 'image', bytes }, bytes === undefined ? [] : [bytes.buffer]);
    return true;
  }

  const begin = addressOf(interpreter, '_rlm_start');
  const resume = addressOf(interpreter, '_rlm_resume');
  prepare(interpreter, owner);
  const clockAddress = interpreter._module.__Py_emscripten_signal_clock;
  stop.attachClock((jumps) => {
    new Int32Array(memory.buffer)[clockAddress >>> 2] = jumps;
  });
  let drive = begin;
  if (open.image !== undefined) {
    restore(loaded, open.image, boot);
    // This function goes on for as long as the session does.
    open.image = undefined;
    seal.lock();
    drive = resume;
  }
  do {
    interpreter._module._PyObject_CallNoArgs(drive);
    drive = resume;
  } while (sendImage());
}

/** Python's own number of an object. Once the bridge to JavaScript is emptied, `runPython` runs nothing any more. */
function addressOf(interpreter: LoadedInterpreter['interpreter'], name: string): number {
  return interpreter.runPython(`id(${name})`) as number;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function prepare(interpreter: LoadedInterpreter['interpreter'], owner: DeviceOwner): void {
  openDevice(interpreter._module.FS, owner);
  const discard = { write: (data: Uint8Array) => data.length };
  interpreter.setStdin({ stdin: () => null });
  interpreter.setStdout(discard);
  interpreter.setStderr(discard);
  interpreter.setInterruptBuffer(new Uint8Array(1));
  interpreter.unregisterJsModule('js');
  interpreter.unregisterJsModule('pyodide_js');
  removeBuiltins(interpreter._module);
}

function restore(loaded: LoadedInterpreter, image: Uint8Array, boot: Uint8Array): void {
  const needed = imageMemoryBytes(image);
  const { memory } = loaded;
  if (memory.buffer.byteLength < needed && !loaded.resizeHeap(needed)) {
    throw new Error(`the image needs ${needed} bytes of memory, which is over the session's limit`);
  }
  putImage(image, new Uint8Array(memory.buffer), boot);
}
