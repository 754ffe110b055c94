import { parentPort, workerData } from 'node:worker_threads';

import {
  maxVariables,
  variablePreviewChars,
  type GuestError,
  type ReplyFrame,
} from '../../contract/frames.js';
import { createCellMachine, describeReason } from './cell-machine.js';
import { Cell } from '../../javascript/driver/cell.js';
import type { CellMachine } from '../../javascript/driver/cell-machine.js';
import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
import { readSnapshot } from './snapshot-format.js';
import { Machine } from './machine.js';
import { createOutbox } from './outbox.js';
import type { WorkerHost, WorkerRequest, WorkerStart } from './protocol.js';
import { transformCell } from '../../javascript/transform/transform-cell.js';
import { TextInbox } from './text-inbox.js';
import { createTracebacks } from '../../javascript/driver/tracebacks.js';

/** Given by the bootstrap. */
declare const host: WorkerHost;

const start = workerData as WorkerStart;
const port = parentPort;
if (port === null) throw new Error('this script runs in a worker');

const outbox = createOutbox((message, transfer) => {
  port.postMessage(message, transfer);
});
const hostNames = new Set(start.functions);
const tracebacks = createTracebacks(start.snapshot && readSnapshot(start.snapshot).state);
let cell: Cell | undefined;
let inbox: TextInbox | undefined;
let calls = 0;

const running = (): Cell | undefined => (cell?.isOver === false ? cell : undefined);

const shouldStop = (): boolean => {
  if (cell === undefined || cell.isOver) return false;
  if (Atomics.load(start.interruptFlag, 0) === cell.id) cell.isStopped = true;
  cell.output.tick();
  return cell.isStopped || cell.isFinal;
};

const reply = (id: number, outcome: ReplyFrame['outcome']): void => {
  outbox.add({ type: 'reply', id, outcome });
  outbox.flush();
};

const attempt = (id: number, step: () => ReplyFrame['outcome']): void => {
  let outcome: ReplyFrame['outcome'];
  try {
    outcome = step();
  } catch (error) {
    outcome = { error: describe(error) };
  }
  reply(id, outcome);
};

function describe(error: unknown): GuestError {
  const { name, message } = error as Partial<Error>;
  return { type: String(name), message: String(message) };
}

function takeText(machine: Machine, text: TextInbox): void {
  const { id, name, isReserved } = text.request;
  if (!text.isComplete) {
    outbox.add({ type: 'slice-taken' });
    outbox.flush();
    return;
  }
  inbox = undefined;
  attempt(id, () => {
    const value = text.toValue();
    try {
      if (!value.isString) throw new RangeError('out of memory');
      machine.ask('set', name, value, false, isReserved);
    } finally {
      value.dispose();
    }
    return {};
  });
}

function handle(machine: Machine, cells: CellMachine, request: WorkerRequest): void {
  switch (request.type) {
    case 'execute':
      cell = new Cell(cells, outbox, request, tracebacks);
      cell.start(request, hostNames);
      break;
    case 'result':
      running()?.settle(request);
      break;
    case 'interrupt':
      if (running()?.id === request.id) running()?.interrupt();
      break;
    case 'set-text':
      attempt(request.id, () => {
        machine.ask('set', request.name, request.text, false, request.isReserved);
        return {};
      });
      break;
    case 'set-json':
      attempt(request.id, () => {
        machine.ask('set', request.name, request.json, true, request.isReserved);
        return {};
      });
      break;
    case 'begin-text':
      inbox = new TextInbox(machine.vm, request);
      if (inbox.isRefused) {
        inbox = undefined;
        reply(request.id, { error: { type: 'RangeError', message: 'out of memory' } });
      } else takeText(machine, inbox);
      break;
    case 'text-slice':
      inbox?.take(request.bytes);
      if (inbox !== undefined) takeText(machine, inbox);
      break;
    case 'get':
      attempt(request.id, () => ({ json: machine.tell('get', request.name) }));
      break;
    case 'variables':
      attempt(request.id, () => ({
        json: machine.tell('variables', maxVariables, variablePreviewChars),
      }));
      break;
    case 'seed':
      attempt(request.id, () => {
        machine.tell('seed', request.seed);
        return {};
      });
      break;
    case 'snapshot': {
      const bytes = machine.snapshot(request.maxBytes, tracebacks.toBytes());
      outbox.add({ type: 'snapshot', bytes });
      outbox.flush(bytes === undefined ? [] : [bytes.buffer]);
      break;
    }
  }
}

async function main(): Promise<void> {
  // With nothing else in its loop, Node.js waits for all background compilation before it lets the worker go on: about 100 ms.
  const keepsLoopAlive = setInterval(() => undefined, 1_000_000);
  const machine = await Machine.create(start, {
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
      if (!current.isFinal) {
        current.output.finish();
        const frame = { type: 'final', json } as const;
        if (kind === 'variable') outbox.add({ ...frame, kind, name });
        else outbox.add({ ...frame, kind: kind === 'submit' ? kind : 'direct' });
        current.isFinal = true;
        outbox.flush();
      }
      return undefined;
    },
    onPrint(stream, text) {
      const current = running();
      if (current?.isFinal === false && !current.isStopped) current.output.print(stream, text);
    },
    onRejection(promise, reason, isHandled) {
      running()?.reject(promise, isHandled ? undefined : () => describeReason(machine, reason));
    },
    shouldStop,
  });
  const cells = createCellMachine(machine);
  port?.on('message', (request: WorkerRequest) => {
    handle(machine, cells, request);
  });
  clearInterval(keepsLoopAlive);
  outbox.add({ type: 'ready' });
  outbox.flush();
  warmUp();
}

/** Compiles the code that the first cell needs, while nothing waits for it; the first worker shares the result. */
function warmUp(): void {
  transformCell('print(`1`)', hostNames, loadTypeScript);
  performance.now();
  if (start.script.cache !== undefined) return;
  outbox.add({ type: 'code-cache', bytes: host.codeCache() });
  outbox.flush();
}

main().catch((error: unknown) => {
  outbox.add({ type: 'failed', message: String(error) });
  outbox.flush();
});
