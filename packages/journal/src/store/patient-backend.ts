import { rule, type OptionRule } from '@rlm/repl-types/options';
import { systemClock } from '@rlm/kernel';

import { JournalError } from '../errors.js';
import type { LogBackend, RunLog } from './log.js';

/** The pause before a write is tried again, in milliseconds: the first, and the longest. */
const pauseMs = { first: 50, longest: 1_000 } as const;

/** The rule for an option `waitMs`. */
export const waitRule: OptionRule = rule(
  'milliseconds from 0',
  (value) => typeof value === 'number' && value >= 0,
);

/**
 * A backend whose writes wait up to `waitMs` for missing resources (disk space, a server) before they fail with
 * `journal_write_failed`. A failed write must leave nothing, or find what it left when it is tried again.
 */
export function patientBackend(backend: LogBackend, waitMs: number): LogBackend {
  if (waitMs <= 0) return backend;
  const { records } = backend;
  return {
    async create(runId, owner, texts) {
      const log = await backend.create(runId, owner, texts);
      return log && patientLog(log, waitMs);
    },
    open: async (runId, owner, takeOver) =>
      patientLog(await patiently(() => backend.open(runId, owner, takeOver), waitMs), waitMs),
    read: (runId) => backend.read(runId),
    readBlob: (ref) => backend.readBlob(ref),
    list: () => backend.list(),
    remove: (runId) => backend.remove(runId),
    records: records && {
      read: (name) => records.read(name),
      write: (name, text, before) => patiently(() => records.write(name, text, before), waitMs),
    },
  };
}

function patientLog(log: RunLog, waitMs: number): RunLog {
  return {
    read: () => log.read(),
    append: (batch) => patiently(() => log.append(batch), waitMs),
    appendOpen: (batch) => patiently(() => log.appendOpen(batch), waitMs),
    writeBlob: (hash, bytes) => patiently(() => log.writeBlob(hash, bytes), waitMs),
    close: () => log.close(),
  };
}

async function patiently<T>(write: () => Promise<T>, waitMs: number): Promise<T> {
  const end = systemClock.now() + waitMs;
  for (let pause: number = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.longest)) {
    try {
      return await write();
    } catch (fault) {
      const left = end - systemClock.now();
      const mayPass = JournalError.isInstance(fault) && fault.code === 'journal_write_failed';
      if (!mayPass || left <= 0) throw fault;
      await systemClock.sleep(Math.min(pause, left));
    }
  }
}
