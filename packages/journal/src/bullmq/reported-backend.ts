import { untilExpired } from '@rlm/repl-types/internal';

import { JournalError } from '../errors.js';
import type { LogBackend, RunLog } from '../store/log.js';
import { answerMs } from './reach.js';

/** The faults that say nothing of the server: `reach` reports `store_unavailable` itself. */
const otherFaults: ReadonlySet<string> = new Set([
  'store_unavailable',
  'journal_not_found',
  'journal_locked',
  'journal_fenced',
  'journal_corrupt',
]);

/** A backend whose server is observed: `hear` is called with commands that it refuses, or does not answer in time. */
export function reportedBackend(backend: LogBackend, hear: (fault: unknown) => void): LogBackend {
  const watch = <T>(call: () => Promise<T>): Promise<T> => reported(call, hear);
  const { records } = backend;
  const log = (inner: RunLog): RunLog => ({
    read: () => watch(() => inner.read()),
    append: (batch) => watch(() => inner.append(batch)),
    appendOpen: (batch) => watch(() => inner.appendOpen(batch)),
    writeBlob: (hash, bytes) => watch(() => inner.writeBlob(hash, bytes)),
    close: () => inner.close(),
  });
  return {
    async create(runId, owner, texts) {
      const made = await watch(() => backend.create(runId, owner, texts));
      return made && log(made);
    },
    open: async (runId, owner, takeOver) =>
      log(await watch(() => backend.open(runId, owner, takeOver))),
    read: (runId) => watch(() => backend.read(runId)),
    readBlob: (ref) => watch(() => backend.readBlob(ref)),
    list: () => reportedList(backend.list(), watch),
    remove: (runId) => watch(() => backend.remove(runId)),
    records: records && {
      read: (name) => watch(() => records.read(name)),
      write: (name, text, before) => watch(() => records.write(name, text, before)),
    },
  };
}

async function* reportedList<T>(
  list: AsyncIterable<T>,
  watch: <Result>(call: () => Promise<Result>) => Promise<Result>,
): AsyncGenerator<T> {
  const items = list[Symbol.asyncIterator]();
  for (;;) {
    const next = await watch(() => items.next());
    if (next.done === true) return;
    yield next.value;
  }
}

async function reported<T>(call: () => Promise<T>, hear: (fault: unknown) => void): Promise<T> {
  try {
    const answer = call();
    return await untilExpired(answer, answerMs, () => {
      hear(new Error(`it has not answered for ${answerMs} ms`));
      return answer;
    });
  } catch (fault) {
    if (!JournalError.isInstance(fault) || !otherFaults.has(fault.code)) hear(fault);
    throw fault;
  }
}
