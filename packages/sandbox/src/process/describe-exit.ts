import type { ChildExit } from '../contract/backend.js';
import type { ProcessExit } from './spawn.js';

/** The exit codes of bubblewrap for a process that a signal ended. */
const signalCodes: Readonly<Record<number, string>> = {
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  152: 'SIGXCPU',
  159: 'SIGSYS',
};

/** The meaning of a process's end for its session. */
export function describeExit(exit: ProcessExit): ChildExit {
  if (exit.wasKilled) return { kind: 'killed', reason: 'the process was killed by its host' };
  const signal = exit.signal ?? (exit.code === null ? undefined : signalCodes[exit.code]);
  if (signal === 'SIGSYS') {
    return { kind: 'violation', reason: 'the process made a system call that is forbidden' };
  }
  if (/MemoryError|out of memory|cannot allocate memory/i.test(exit.stderr)) {
    return { kind: 'memory', reason: 'the process ran out of memory' };
  }
  const how =
    signal === undefined ? `exited with code ${String(exit.code)}` : `was ended by ${signal}`;
  // What Node.js adds when it aborts says nothing of the cause.
  const [told = ''] = exit.stderr.split('----- Native stack trace');
  const said = told.trim();
  return { kind: 'crashed', reason: `the process ${how}${said === '' ? '' : `: ${said}`}` };
}
