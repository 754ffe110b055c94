import type { JSValueHandle } from 'quickjs-wasi';

import type { GuestError } from '../../contract/frames.js';
import type { CellMachine } from '../../javascript/driver/cell-machine.js';
import { drainJobs, runJobs } from './jobs.js';
import type { Machine } from './machine.js';

const asyncScript = 128;

/** The error of QuickJS when it has no memory left. */
const outOfMemory = { type: 'InternalError', message: 'out of memory' };
const isThrownInstead = ({ message }: GuestError): boolean =>
  message === 'null' || message.startsWith('bytecode buffer overflow');

const states = ['running', 'fulfilled', 'rejected'] as const;

/** The interpreter as cells drive it. */
export function createCellMachine(machine: Machine): CellMachine {
  let promise: JSValueHandle | undefined;
  return {
    limits: machine.limits,
    dialects: machine.dialects,
    begin(nowMs) {
      machine.clock.nowMs = nowMs;
      machine.room.beginCell();
    },
    tell: (operation, ...args) => machine.tell(operation, ...args),
    run(code, file) {
      promise = machine.vm.evalCode(code, file, asyncScript);
      runJobs(machine.vm);
    },
    settle(call, outcome) {
      if ('error' in outcome) machine.ask('settle', call, outcome.error.message, '');
      else machine.ask('settle', call, machine.vm.undefined, outcome.json);
      runJobs(machine.vm);
    },
    drain() {
      drainJobs(machine.vm);
    },
    state: () => states[promise?.promiseState ?? 1] ?? 'fulfilled',
    show(most) {
      if (promise === undefined) return '';
      const completion = machine.settledValue(promise);
      try {
        return machine.tell('show', completion, most);
      } finally {
        completion.dispose();
      }
    },
    release() {
      promise?.dispose();
      promise = undefined;
    },
    readThrown(thrown) {
      const { handle } = thrown as { handle?: JSValueHandle };
      return handle === undefined ? undefined : describeReason(machine, handle);
    },
    judge(error) {
      // Without memory even for its error, QuickJS throws null, or an unrelated message.
      const isBare = isThrownInstead(error) && machine.room.wasFull;
      const isMemory =
        isBare || (error.type === outOfMemory.type && error.message === outOfMemory.message);
      if (isMemory) machine.room.noteFull();
      return {
        status: isMemory ? 'memory' : 'error',
        error: isBare ? { ...error, ...outOfMemory } : error,
      };
    },
  };
}

/** JSON text of an error that the guest threw; empty if it cannot be described. */
export function describeReason(machine: Machine, reason: JSValueHandle): string {
  try {
    return machine.tell('error', reason);
  } catch {
    return '';
  }
}
