import type { BudgetRecords } from '../../src/index.js';

/** Records in memory, of processes that a test invents. */
export interface MemoryRecords {
  /** The store of a process with this id. */
  storeOf(pid: number): { readonly records: BudgetRecords };
  /** Makes a process count as ended. */
  kill(pid: number): void;
  /** How often something was written. */
  readonly writes: number;
  /** Called before each write, which it may delay or fail; its text becomes that of the record, and the reply is lost. */
  beforeWrite: ((text: string) => unknown) | undefined;
  /** The same after it was written: a fault is a reply that is lost. */
  afterWrite: (() => unknown) | undefined;
  readonly texts: Map<string, string>;
}

export function memoryRecords(): MemoryRecords {
  const texts = new Map<string, string>();
  const ended = new Set<number>();
  const all = {
    texts,
    writes: 0,
    beforeWrite: undefined as MemoryRecords['beforeWrite'],
    afterWrite: undefined as MemoryRecords['afterWrite'],
    kill: (pid: number) => {
      ended.add(pid);
    },
    storeOf: (pid: number) => ({
      records: {
        pid,
        host: 'here',
        read: (name: string) => Promise.resolve(texts.get(name)),
        write: async (name: string, text: string, before: string | undefined) => {
          await all.beforeWrite?.(text);
          if (texts.get(name) !== before) return false;
          texts.set(name, text);
          all.writes += 1;
          await all.afterWrite?.();
          return true;
        },
        isGone: (owner: { readonly pid: number }) => ended.has(owner.pid),
      },
    }),
  };
  return all;
}
