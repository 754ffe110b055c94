import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import type { Engine, EngineStart } from '../contract/engine.js';
import { frameHeader } from '../framing/encode-frame.js';
import { createFrameSplitter } from '../framing/frame-splitter.js';
import { giveBack } from '../framing/releasable.js';
import { parseHead, type FrameHead } from '../framing/parse-head.js';
import { describeExit } from '../os/describe-exit.js';
import type { FramePump } from '../os/frame-pump.js';
import type { GuestProcess } from '../os/guest-process.js';
import { decodeGuestFrame } from './wire/guest-frames.js';
import { encodeHostFrame } from './wire/host-frames.js';
import { frameKinds } from './wire/kinds.js';

/** The size of a frame besides its value: names, an error's text, the kept output. */
const frameOverheadBytes = 4 * 1024 * 1024;

/** The parts of an engine. */
export interface EngineParts {
  readonly guest: GuestProcess;
  /** Both directions: frames. */
  readonly control: Duplex;
  /** Host to process: the numbers of cells to stop, which a thread reads while the guest is busy. */
  readonly stop: Duplex;
  readonly pump: FramePump;
  readonly start: EngineStart;
}

/** An engine that is being started. */
export interface StartingEngine extends Engine {
  /** What the process says of itself once it is ready; undefined if it ends before. */
  readonly ready: Promise<FrameHead | undefined>;
  /** The process is ready and isolated: from now on its end is reported to the supervisor. */
  begin(): void;
}

/** An engine over a process. */
export function createEngine({ guest, control, stop, pump, start }: EngineParts): StartingEngine {
  const { events, limits } = start;
  let running: number | undefined;
  let violation: string | undefined;
  let busy = 0;
  /** How often the guest may still say that it waits: once for each thing that it was given to run. */
  let waits = 0;
  let settleReady: ((head: FrameHead | undefined) => void) | undefined;
  const ready = new Promise<FrameHead | undefined>((resolve) => {
    settleReady = resolve;
    void guest.exit.then(() => {
      resolve(undefined);
    });
  });
  /** While something is under way, the process keeps the host's alive; an idle session does not. */
  const hold = (): void => {
    if (busy++ === 0) guest.ref();
  };
  const release = (): void => {
    if (busy > 0 && --busy === 0) guest.unref();
  };
  const violate = (reason: string): void => {
    violation ??= reason;
    control.destroy();
    void guest.kill();
  };
  const splitter = createFrameSplitter(
    limits.maxValueBytes * 2 + frameOverheadBytes,
    (kind, payload) => {
      if (violation !== undefined) return;
      if (settleReady !== undefined) {
        settleReady(kind === frameKinds.ready ? parseHead(payload) : undefined);
        settleReady = undefined;
        return;
      }
      const frame = kind === frameKinds.frame ? decodeGuestFrame(payload) : undefined;
      giveBack(payload);
      if (frame === undefined) {
        violate(`the guest sent an invalid frame (kind ${kind})`);
        return;
      }
      const { type, id } = frame as { type?: unknown; id?: unknown };
      if (type === 'wait' && --waits < 0) {
        violate('the guest said that it waits, over and over');
        return;
      }
      if (type === 'reply' || (type === 'done' && id === running)) {
        if (type === 'done') running = undefined;
        release();
      }
      events.onFrame(frame);
    },
    (length) => {
      violate(`the guest announced a frame of ${length} bytes`);
    },
    () => true,
  );
  control.on('data', (bytes: Buffer) => {
    splitter.push(bytes);
  });

  return {
    ready,
    begin() {
      guest.unref();
      void guest.exit.then((exit) => {
        pump.stop();
        for (const socket of guest.sockets) socket.destroy();
        events.onExit(
          violation === undefined ? describeExit(exit) : { kind: 'violation', reason: violation },
        );
      });
    },
    send(frame) {
      if (frame.type === 'execute') {
        running = frame.id;
        waits = 1;
      }
      if (frame.type === 'result') waits += 1;
      else hold();
      pump.write(encodeHostFrame(frame));
    },
    interrupt() {
      if (running === undefined) return;
      const cell = Buffer.alloc(4);
      cell.writeUInt32LE(running);
      stop.write(cell);
      pump.write([frameHeader(frameKinds.stop, cell.length), cell]);
    },
    async kill() {
      guest.ref();
      await guest.kill();
    },
  };
}
