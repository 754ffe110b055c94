import type { Writable } from 'node:stream';

import type { GuestFrame, HostFrame } from '../../contract/frames.js';
import { answerRequest } from '../../javascript/driver/answer-request.js';
import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
import { createSessionCells } from '../../javascript/driver/session-cells.js';
import { createTracebacks } from '../../javascript/driver/tracebacks.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import { splitPayload } from '../../framing/parse-head.js';
import { encodeGuestFrame } from '../wire/guest-frames.js';
import { frameKinds } from '../wire/kinds.js';
import type { Gate } from './gate.js';
import type { MachineStart } from '../wire/open-options.js';
import { createMachine } from './machine.js';
import { createTextInbox } from './text-inbox.js';

/** Serves a session: returns what takes the frames of the host. */
export function serveSession(
  start: MachineStart,
  guestSource: string,
  gate: Gate,
  socket: Writable,
): (kind: number, payload: Buffer) => void {
  const hostNames = new Set(start.functions);
  const tracebacks = createTracebacks();

  let frames: Uint8Array[] = [];
  const outbox = {
    add(frame: GuestFrame): void {
      frames.push(encodeGuestFrame(frame));
    },
    flush(): void {
      if (frames.length === 0) return;
      const [first] = frames;
      const bytes = first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
      frames = [];
      socket.write(bytes);
    },
  };
  const cells = createSessionCells(outbox, hostNames, tracebacks);
  const machine = createMachine(start, guestSource, gate, {
    cell: () => cells.lastId,
    onCall: cells.onCall,
    onFinal: cells.onFinal,
    onPrint: cells.onPrint,
    onThrown(describe) {
      cells.running()?.reject(machine, describe);
    },
  });
  process.on('unhandledRejection', (reason, promise) => {
    cells.running()?.reject(promise, () => machine.describe(reason));
  });
  process.on('rejectionHandled', (promise) => {
    cells.running()?.reject(promise, undefined);
  });

  const set = (name: string, value: string, isJson: boolean, isReserved: boolean): object => {
    machine.ask('set', name, value, isJson, isReserved);
    return {};
  };
  const inbox = createTextInbox((head, read) => {
    cells.attempt(head.id, () => set(head.name, read(), false, head.isReserved));
  });

  const handle = (request: HostFrame): void => {
    switch (request.type) {
      case 'execute':
        cells.start(machine, request);
        break;
      case 'result':
        cells.running()?.settle(request);
        break;
      case 'set-text':
        cells.attempt(request.id, () => set(request.name, request.text, false, request.isReserved));
        break;
      case 'set-json':
        cells.attempt(request.id, () => set(request.name, request.json, true, request.isReserved));
        break;
      case 'get':
      case 'variables':
      case 'seed':
        answerRequest(cells, machine, request);
        break;
    }
  };
  setImmediate(() => {
    // Compiles the code that the first cell needs, while nothing waits for it.
    transformCell('print(`1`)', hostNames, loadTypeScript);
  });

  return (kind, payload) => {
    switch (kind) {
      case frameKinds.request:
        handle(JSON.parse(payload.toString()) as HostFrame);
        break;
      case frameKinds.result: {
        const { head, body } = splitPayload(payload) ?? { head: {}, body: '' };
        cells.running()?.settle({
          type: 'result',
          call: (head as { call?: number }).call ?? 0,
          outcome: { json: body },
        });
        break;
      }
      case frameKinds.text:
        inbox.begin(JSON.parse(payload.toString()) as never);
        break;
      case frameKinds.slice:
        inbox.add(payload);
        break;
      case frameKinds.stop:
        if (cells.running()?.id === payload.readUInt32LE(0)) cells.running()?.interrupt();
        break;
      default:
        process.exit(1);
    }
    outbox.flush();
  };
}
