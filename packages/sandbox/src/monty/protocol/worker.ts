import type { Readable, Writable } from 'node:stream';

import { createFrameSplitter } from '../../framing/frame-splitter.js';
import { createFramePump } from '../../os/frame-pump.js';
import type { GuestProcess, ProcessExit } from '../../os/guest-process.js';
import { type PrintedText, readEvent, type WorkerEvent } from './events.js';
import type { Request } from './requests.js';

/** The largest message that the worker's protocol knows: 256 MiB. */
const maxMessageBytes: number = 256 * 1024 * 1024;

/** The worker has ended, or has sent something invalid; it cannot be asked any more. */
export class WorkerGone extends Error {
  override readonly name: string = 'WorkerGone';
}

/** A worker in its own process: one request, then its answer. */
export interface MontyWorker {
  /** Resolves with the event that ends the turn; rejects with {@link WorkerGone}. One request at a time. */
  request(request: Request): Promise<WorkerEvent>;
  readonly exit: Promise<ProcessExit>;
  /** Why it was ended because of what it sent; undefined if it was not. */
  violation(): string | undefined;
  kill(): Promise<void>;
}

/** Speaks with a process over its standard input and output. */
export function createWorker(
  guest: GuestProcess,
  input: Writable,
  output: Readable,
  onPrint: (texts: readonly PrintedText[]) => void,
): MontyWorker {
  const pump = createFramePump(input);
  let waiting: { resolve(event: WorkerEvent): void; reject(error: WorkerGone): void } | undefined;
  let violation: string | undefined;
  let isGone = false;

  const end = (reason: string): void => {
    isGone = true;
    pump.stop();
    waiting?.reject(new WorkerGone(reason));
    waiting = undefined;
  };
  const violate = (reason: string): void => {
    violation ??= reason;
    end(reason);
    void guest.kill();
  };
  const receive = (message: Buffer): void => {
    let event: WorkerEvent;
    try {
      event = readEvent(message);
    } catch (error) {
      violate(`the worker sent an invalid event: ${String(error)}`);
      return;
    }
    if (waiting === undefined) violate('the worker sent a message out of turn');
    else if (event.kind === 'print') onPrint(event.texts);
    else if (pump.waiting() > 0) violate('the worker answered before it had read the request');
    else {
      const asker = waiting;
      waiting = undefined;
      asker.resolve(event);
    }
  };
  const splitter = createFrameSplitter(
    maxMessageBytes,
    (_kind, message) => {
      receive(message);
    },
    (length) => {
      violate(`the worker announced a message of ${length} bytes`);
    },
    0,
  );
  output.on('data', (bytes: Buffer) => {
    splitter.push(bytes);
  });
  void guest.exit.then(() => {
    end('the worker has ended');
  });

  return {
    exit: guest.exit,
    violation: () => violation,
    request(request) {
      if (isGone) return Promise.reject(new WorkerGone('the worker has ended'));
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const length = Buffer.alloc(4);
        length.writeUInt32LE(request.length);
        pump.write([length, ...request.parts]);
      });
    },
    async kill() {
      await guest.kill();
    },
  };
}
