import type { Writable } from 'node:stream';

import {
  maxVariables,
  variablePreviewChars,
  type GuestError,
  type GuestFrame,
  type HostFrame,
  type ReplyFrame,
} from '../../contract/frames.js';
import { Cell } from '../../javascript/driver/cell.js';
import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
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
  let cell: Cell | undefined;
  let calls = 0;
  const running = (): Cell | undefined => (cell?.isOver === false ? cell : undefined);
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
  const machine = createMachine(start, guestSource, gate, {
    cell: () => cell?.id ?? 0,
    onCall(name, args) {
      const current = running();
      if (current === undefined) return 'no cell is running';
      if (!current.expect(calls + 1, args)) return undefined;
      calls++;
      outbox.add({ type: 'call', call: calls, name, args });
      return calls;
    },
    onFinal(kind, name, json) {
      const current = running();
      if (current === undefined) return 'no cell is running';
      if (current.isFinal) return undefined;
      current.output.finish();
      const frame = { type: 'final', json } as const;
      if (kind === 'variable') outbox.add({ ...frame, kind, name });
      else outbox.add({ ...frame, kind: kind === 'submit' ? kind : 'direct' });
      current.isFinal = true;
      outbox.flush();
      return undefined;
    },
    onPrint(stream, text) {
      const current = running();
      if (current?.isFinal === false && !current.isStopped) current.output.print(stream, text);
    },
    onThrown(describe) {
      running()?.reject(machine, describe);
    },
  });
  process.on('unhandledRejection', (reason, promise) => {
    running()?.reject(promise, () => machine.describe(reason));
  });
  process.on('rejectionHandled', (promise) => {
    running()?.reject(promise, undefined);
  });

  const attempt = (id: number, step: () => ReplyFrame['outcome']): void => {
    let outcome: ReplyFrame['outcome'];
    try {
      outcome = step();
    } catch (error) {
      outcome = { error: errorOf(error) };
    }
    outbox.add({ type: 'reply', id, outcome });
    outbox.flush();
  };
  const errorOf = (error: unknown): GuestError => {
    const { name, message } = error as Partial<Error>;
    return { type: String(name), message: String(message) };
  };
  const set = (name: string, value: string, isJson: boolean, isReserved: boolean): object => {
    machine.ask('set', name, value, isJson, isReserved);
    return {};
  };
  const inbox = createTextInbox((head, read) => {
    attempt(head.id, () => set(head.name, read(), false, head.isReserved));
  });

  const handle = (request: HostFrame): void => {
    switch (request.type) {
      case 'execute':
        cell = new Cell(machine, outbox, request, tracebacks);
        cell.start(request, hostNames);
        break;
      case 'result':
        running()?.settle(request);
        break;
      case 'set-text':
        attempt(request.id, () => set(request.name, request.text, false, request.isReserved));
        break;
      case 'set-json':
        attempt(request.id, () => set(request.name, request.json, true, request.isReserved));
        break;
      case 'get':
        attempt(request.id, () => ({ json: machine.ask('get', request.name) }));
        break;
      case 'variables':
        attempt(request.id, () => ({
          json: machine.ask('variables', maxVariables, variablePreviewChars),
        }));
        break;
      case 'seed':
        attempt(request.id, () => {
          machine.ask('seed', request.seed);
          return {};
        });
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
        running()?.settle({
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
        if (running()?.id === payload.readUInt32LE(0)) running()?.interrupt();
        break;
      default:
        process.exit(1);
    }
    outbox.flush();
  };
}
