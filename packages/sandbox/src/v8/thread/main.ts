import { Session } from 'node:inspector';
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';

import { gateFields } from '../process/gate.js';

/** Stops the cells whose numbers the host writes to a socket of its own, while the guest's thread is busy. */
const { state, descriptor } = workerData as { state: Int32Array; descriptor: number };
const { running, wanted } = gateFields;
const session = new Session();
session.connectToMainThread();

let rest = Buffer.alloc(0);
new Socket({ fd: descriptor }).on('data', (bytes: Buffer) => {
  const all = Buffer.concat([rest, bytes]);
  const whole = all.length - (all.length % 4);
  for (let at = 0; at < whole; at += 4) {
    const cell = all.readUInt32LE(at);
    Atomics.store(state, wanted, cell);
    if (Atomics.compareExchange(state, running, cell, -cell) === cell) {
      session.post('Runtime.terminateExecution');
    }
  }
  rest = all.subarray(whole);
});
