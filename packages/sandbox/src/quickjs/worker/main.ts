import { parentPort } from 'node:worker_threads';

import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import { createOutbox } from './outbox.js';
import type { ThreadHost } from '../../process/thread.js';
import type { WorkerNotice, WorkerRequest, WorkerStart } from './protocol.js';
import { Session } from './session.js';

declare const host: ThreadHost;

const port = parentPort;
if (port === null) throw new Error('this script runs in a worker');

const outbox = createOutbox((message, transfer) => {
  port.postMessage(message, transfer);
});

/** The largest memory of a session that is left to the garbage collector. A new session has 1.4 MB. */
const smallBytes = 8 * 1024 * 1024;

const passOnMs = 20;

let session: Session | undefined;
let isWarm = false;

port.on('message', (request: WorkerRequest) => {
  if (request.type === 'open') open(request.start);
  else if (request.type === 'close') close();
  else if (request.type === 'hello') say({ type: 'here' });
  else session?.handle(request);
});

function say(notice: WorkerNotice): void {
  outbox.add(notice);
  outbox.flush();
}

function open(start: WorkerStart): void {
  Session.open(start, outbox).then(
    (opened) => {
      session = opened;
      say({ type: 'ready' });
      if (!isWarm) warmUp(start.functions);
      isWarm = true;
    },
    (error: unknown) => {
      say({ type: 'failed', message: String(error) });
    },
  );
}

function close(): void {
  const isSmall = session !== undefined && session.memoryBytes <= smallBytes;
  session = undefined;
  say({ type: 'closed', isSmall });
}

/** Compiles the code that the first cell needs, while nothing waits for it. */
function warmUp(functions: readonly string[]): void {
  transformCell('print(`1`)', new Set(functions), loadTypeScript);
  setTimeout(passOnCode, passOnMs);
}

/** The first worker passes its compiled code on to later ones: after its first cell, which often comes at once. */
function passOnCode(): void {
  const bytes = host.codeCache();
  if (bytes === undefined) return;
  say({ type: 'code-cache', bytes });
}
