import type { LogBackend, RunLog } from '../../src/define/index.js';

/** A process of a test that ends, or stands still, at one of its operations. */
export interface Mortal {
  /** Carries out an operation, unless the process has ended: then it never returns. */
  readonly act: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** How many operations there were. */
  readonly acts: number;
  /** What stands still goes on, and never ends. */
  readonly goOn: () => void;
}

/** A process that ends before or after its operation of that number. */
export function mortal(at: number, when: 'before' | 'after'): Mortal {
  let acts = 0;
  let isUp = true;
  let tellEnd: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (tellEnd = resolve));
  let goOn: () => void = () => undefined;
  const back = new Promise<void>((resolve) => (goOn = resolve));
  const end = async (): Promise<void> => {
    isUp = false;
    tellEnd();
    await back;
  };
  return {
    act: async (work) => {
      if (!isUp) await back;
      acts += 1;
      const isLast = acts === at;
      if (isLast && when === 'before') await end();
      const result = await work();
      if (isLast && when === 'after') await end();
      // What returns after the end is not heard.
      if (!isUp) await back;
      return result;
    },
    ended,
    get acts() {
      return acts;
    },
    goOn,
  };
}

/** A backend whose writes are operations of a process, each of which takes longer than anything in memory. */
export function mortalBackend(backend: LogBackend, life: Pick<Mortal, 'act'>): LogBackend {
  const { records } = backend;
  const act = async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    return life.act(work);
  };
  const log = (inner: RunLog): RunLog => ({
    read: () => act(() => inner.read()),
    append: (batch) => act(() => inner.append(batch)),
    appendOpen: (batch) => act(() => inner.appendOpen(batch)),
    writeBlob: (hash, bytes) => act(() => inner.writeBlob(hash, bytes)),
    close: () => inner.close(),
  });
  return {
    async create(runId, owner, texts) {
      const made = await backend.create(runId, owner, texts);
      return made && log(made);
    },
    open: async (runId, owner, takeOver) => log(await backend.open(runId, owner, takeOver)),
    read: (runId) => backend.read(runId),
    readBlob: (ref) => backend.readBlob(ref),
    list: () => backend.list(),
    remove: (runId) => backend.remove(runId),
    ...(records && {
      records: {
        read: (name) => act(() => records.read(name)),
        write: (name, text, before) => act(() => records.write(name, text, before)),
      },
    }),
  };
}
