import { readFileSync } from 'node:fs';

/** What a hostile cell did to its host while it ran. */
export interface HostFigures {
  /** Longest time for which the host's timers were held up. */
  readonly delayMs: number;
  /** Longest work of the host's own thread in one piece: what `delayMs` is on a machine that does nothing else. */
  readonly busyMs: number;
  /** Highest resident memory of the host and its children over what it was before, in bytes. */
  readonly grownBytes: number;
}

/**
 * The most that the host's own thread may work in one piece: 100 ms, or five times what parsing 1 MB of JSON takes on this
 * machine, where that is more. Twice and a half of it where, as in `npm test`, everything else runs beside.
 */
export const mostBusyMs: number = 2.5 * Math.max(100, 5 * millisecondsToParseMegabyte());

function millisecondsToParseMegabyte(): number {
  const row = { name: 'a name of a row', price: 12.5, tags: ['one', 'two'], isThere: true };
  const text = JSON.stringify(Array.from({ length: 14_000 }, () => row));
  const times = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    JSON.parse(text);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

const periodMs = 10;

/** Watches the host while a task runs: its event loop, and the memory of its whole process tree. */
export async function watchHost<Value>(
  task: () => Promise<Value>,
): Promise<HostFigures & { readonly value: Value }> {
  const before = residentBytes();
  let most = before;
  let delayMs = 0;
  let busyMs = 0;
  let last = performance.now();
  let lastBusy = ownThreadMs();
  let turns = 0;
  const look = (): void => {
    const elapsed = performance.now() - last;
    delayMs = Math.max(delayMs, elapsed - periodMs);
    busyMs = Math.max(busyMs, Math.min(elapsed, (ownThreadMs() ?? Infinity) - (lastBusy ?? 0)));
    if (turns++ % 5 === 0) most = Math.max(most, residentBytes());
    last = performance.now();
    lastBusy = ownThreadMs();
  };
  const timer = setInterval(look, periodMs);
  try {
    const value = await task();
    look();
    most = Math.max(most, residentBytes());
    return {
      value,
      delayMs: Math.round(delayMs),
      busyMs: Math.round(busyMs),
      grownBytes: most - before,
    };
  } finally {
    clearInterval(timer);
  }
}

/** Processor time of this process's first thread so far; undefined where the system does not tell. */
function ownThreadMs(): number | undefined {
  const nanoseconds = read(`/proc/self/task/${process.pid}/schedstat`).split(' ')[0] ?? '';
  return nanoseconds === '' ? undefined : Number(nanoseconds) / 1e6;
}

/** Resident memory of this process and all its children, in bytes; of this process alone where /proc is missing. */
function residentBytes(): number {
  return (
    process.memoryUsage.rss() +
    childrenOf(process.pid).reduce((sum, pid) => sum + residentOf(pid), 0)
  );
}

/** The processes that the main thread of a process has started, and theirs. */
function childrenOf(pid: number): readonly number[] {
  const list = read(`/proc/${pid}/task/${pid}/children`).trim();
  if (list === '') return [];
  return list.split(' ').flatMap((child) => [Number(child), ...childrenOf(Number(child))]);
}

function residentOf(pid: number): number {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
