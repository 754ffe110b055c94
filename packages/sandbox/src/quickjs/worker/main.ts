import { parentPort, workerData } from 'node:worker_threads';

import { maxVariables, variablePreviewChars } from '../../contract/frames.js';
import { createCellMachine, describeReason } from './cell-machine.js';
import type { CellMachine } from '../../javascript/driver/cell-machine.js';
import { loadTypeScript } from '../../javascript/driver/load-typescript.js';
import { createSessionCells } from '../../javascript/driver/session-cells.js';
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
const cells = createSessionCells(outbox, hostNames, tracebacks);
let inbox: TextInbox | undefined;

const shouldStop = (): boolean => {
  const cell = cells.running();
  if (cell === undefined) return false;
  if (Atomics.load(start.interruptFlag, 0) === cell.id) cell.isStopped = true;
  cell.output.tick();
  return cell.isStopped || cell.isFinal;
};

function takeText(machine: Machine, text: TextInbox): void {
  const { id, name, isReserved } = text.request;
  if (!text.isComplete) {
    outbox.add({ type: 'slice-taken' });
    outbox.flush();
    return;
  }
  inbox = undefined;
  cells.attempt(id, () => {
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

function handle(machine: Machine, cellMachine: CellMachine, request: WorkerRequest): void {
  switch (request.type) {
    case 'execute':
      cells.start(cellMachine, request);
      break;
    case 'result':
      cells.running()?.settle(request);
      break;
    case 'interrupt':
      if (cells.running()?.id === request.id) cells.running()?.interrupt();
      break;
    case 'set-text':
      cells.attempt(request.id, () => {
        machine.ask('set', request.name, request.text, false, request.isReserved);
        return {};
      });
      break;
    case 'set-json':
      cells.attempt(request.id, () => {
        machine.ask('set', request.name, request.json, true, request.isReserved);
        return {};
      });
      break;
    case 'begin-text':
      inbox = new TextInbox(machine.vm, request);
      if (inbox.isRefused) {
        inbox = undefined;
        cells.attempt(request.id, () => ({
          error: { type: 'RangeError', message: 'out of memory' },
        }));
      } else takeText(machine, inbox);
      break;
    case 'text-slice':
      inbox?.take(request.bytes);
      if (inbox !== undefined) takeText(machine, inbox);
      break;
    case 'get':
      cells.attempt(request.id, () => ({ json: machine.tell('get', request.name) }));
      break;
    case 'variables':
      cells.attempt(request.id, () => ({
        json: machine.tell('variables', maxVariables, variablePreviewChars),
      }));
      break;
    case 'seed':
      cells.attempt(request.id, () => {
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
    onCall: cells.onCall,
    onFinal: cells.onFinal,
    onPrint: cells.onPrint,
    onRejection(promise, reason, isHandled) {
      cells
        .running()
        ?.reject(promise, isHandled ? undefined : () => describeReason(machine, reason));
    },
    shouldStop,
  });
  const cellMachine = createCellMachine(machine);
  port?.on('message', (request: WorkerRequest) => {
    handle(machine, cellMachine, request);
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
