import type { Duplex } from 'node:stream';

import type { Engine, EngineStart } from '../contract/engine.js';
import { describeExit } from '../os/describe-exit.js';
import type { GuestProcess } from '../os/guest-process.js';
import { parseHead } from '../framing/parse-head.js';
import { decodeGuestFrame } from './wire/decode-frame.js';
import { encodeFileFrame, encodeHostFrame } from './wire/encode-frame.js';
import { frameKinds } from './wire/frame-kinds.js';
import type { FramePump } from '../os/frame-pump.js';
import { createFrameSplitter } from '../framing/frame-splitter.js';
import { giveBack } from '../framing/releasable.js';

const pokeMs = 100;
/** The size of a frame besides its value: names, an error's text, the kept output. */
const frameOverheadBytes = 4 * 1024 * 1024;

/** The parts of an engine. */
export interface EngineParts {
  readonly guest: GuestProcess;
  /** Both directions: frames. */
  readonly control: Duplex;
  /** Host to guest: numbers of cells to stop; each write raises SIGIO in the guest. */
  readonly poke: Duplex;
  readonly start: EngineStart;
}

/** An engine that is being started. */
export interface StartingEngine extends Engine {
  /** The driver's report about itself once it is ready; undefined if the process ends before. */
  readonly ready: Promise<Readonly<Record<string, unknown>> | undefined>;
  /** The guest is ready, with all its walls: from now on its end is reported to the supervisor. */
  begin(pump: FramePump): void;
}

/** An engine over a child process. */
export function createEngine({ guest, control, poke, start }: EngineParts): StartingEngine {
  const { events, limits } = start;
  let pump: FramePump | undefined;
  let running: number | undefined;
  let poking: NodeJS.Timeout | undefined;
  let violation: string | undefined;
  let calls = 0;
  const counter = { next: () => (calls += 1) };
  let settleReady: ((head: Readonly<Record<string, unknown>> | undefined) => void) | undefined;
  const ready = new Promise<Readonly<Record<string, unknown>> | undefined>((resolve) => {
    settleReady = resolve;
    void guest.exit.then(() => {
      resolve(undefined);
    });
  });

  const stopPoking = (): void => {
    clearInterval(poking);
    poking = undefined;
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
      const frames = decodeGuestFrame(kind, payload, counter);
      giveBack(payload);
      if (frames === undefined) {
        violate(`the guest sent an invalid frame (kind ${kind})`);
        return;
      }
      if (kind === frameKinds.call && (pump?.waiting() ?? 0) > 1) {
        violate('the guest made calls without taking their answers');
        return;
      }
      if (kind === frameKinds.done) {
        running = undefined;
        stopPoking();
      }
      for (const frame of frames) events.onFrame(frame);
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
    begin(framePump) {
      pump = framePump;
      void guest.exit.then((exit) => {
        stopPoking();
        framePump.stop();
        for (const socket of guest.sockets) socket.destroy();
        events.onExit(
          violation === undefined ? describeExit(exit) : { kind: 'violation', reason: violation },
        );
      });
    },
    send(frame) {
      if (frame.type === 'execute') running = frame.id;
      pump?.write(encodeHostFrame(frame));
    },
    sendFile(frame) {
      pump?.write(encodeFileFrame(frame));
    },
    interrupt() {
      if (running === undefined || poking !== undefined) return;
      const cell = Buffer.alloc(4);
      cell.writeUInt32LE(running);
      const again = (): void => {
        poke.write(cell);
      };
      again();
      poking = setInterval(again, pokeMs);
    },
    async kill() {
      stopPoking();
      await guest.kill();
    },
  };
}
