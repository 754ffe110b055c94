import { awaitHook } from '@rlm/repl-types/internal';

import { sequenceOf } from './items-of.js';
import type { LogBackend, RunLog } from './log.js';

/** A backend, which may be a caller's own, of which no fault is lost: each of its methods is called safely. */
export function safeBackend(backend: LogBackend): LogBackend {
  const { records } = backend;
  return {
    async create(runId, owner, texts) {
      const log = await awaitHook(() => backend.create(runId, owner, texts));
      return log && safeLog(log);
    },
    open: async (runId, owner, takeOver) =>
      safeLog(await awaitHook(() => backend.open(runId, owner, takeOver))),
    read: (runId) => awaitHook(() => backend.read(runId)),
    readBlob: (ref) => awaitHook(() => backend.readBlob(ref)),
    list: () => sequenceOf('list() of the backend', () => backend.list()),
    remove: (runId) => awaitHook(() => backend.remove(runId)),
    records: records && {
      read: (name) => awaitHook(() => records.read(name)),
      write: (name, text, before) => awaitHook(() => records.write(name, text, before)),
    },
  };
}

function safeLog(log: RunLog): RunLog {
  return {
    read: () => awaitHook(() => log.read()),
    append: (batch) => awaitHook(() => log.append(batch)),
    appendOpen: (batch) => awaitHook(() => log.appendOpen(batch)),
    writeBlob: (hash, bytes) => awaitHook(() => log.writeBlob(hash, bytes)),
    close: () => awaitHook(() => log.close()),
  };
}
