import { Session } from 'node:inspector';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

import { frameHeader } from '../../framing/encode-frame.js';
import { createFrameSplitter } from '../../framing/frame-splitter.js';
import { findHoles } from '../../process/find-holes.js';
import { frameKinds } from '../wire/kinds.js';
import type { OpenOptions } from '../wire/open-options.js';
import { createGate } from './gate.js';
import { sealRealm } from './seal-realm.js';
import { serveSession } from './serve-session.js';

/** Given by the bootstrap. */
declare const socket: Socket;

const stopDescriptor = 4;
/** Longest frame of the host: one result, or one slice of a text. */
const longestFrame = 2 ** 31 - 1;

const state = new Int32Array(new SharedArrayBuffer(8));
const session = new Session();
session.connect();

let take: ((kind: number, payload: Buffer) => void) | undefined;

function open(options: OpenOptions): void {
  const holes = [...findHoles(options.outside)];
  if (!isMemoryLimited(options.dataBytes)) holes.push('its memory is not limited');
  const { start, sources } = options;
  const stopper = new Worker(sources.thread, {
    eval: true,
    workerData: { state, descriptor: stopDescriptor },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  stopper.unref();
  take = serveSession(start, sources.guest, createGate(session, state), socket);
  sealRealm();
  const ready = Buffer.from(JSON.stringify({ holes }));
  socket.write(Buffer.concat([frameHeader(frameKinds.ready, ready.length), ready]));
}

/** Whether the system refuses a buffer that is larger than all memory that this process may have. */
function isMemoryLimited(dataBytes: number): boolean {
  try {
    return new ArrayBuffer(dataBytes + 2 ** 20).byteLength === 0;
  } catch {
    return true;
  }
}

const splitter = createFrameSplitter(
  longestFrame,
  (kind, payload) => {
    if (take !== undefined) take(kind, payload);
    else open(JSON.parse(payload.toString()) as OpenOptions);
  },
  () => process.exit(1),
);
socket.on('data', (bytes: Buffer) => {
  splitter.push(bytes);
});
socket.on('close', () => process.exit(0));
