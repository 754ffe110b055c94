import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a case did to the process that ran it. */
export interface HostFigures {
  /** Longest work of the host's first thread in one piece, in milliseconds of a processor. */
  readonly busyMs: number;
  /** Most resident memory of the host and its children, beyond what it was before, in bytes. */
  readonly grownBytes: number;
  /** What the host and its children hold when the case is over, in bytes. */
  readonly keptBytes: number;
  /** By how much a call outlived its time-out or its abort, in milliseconds. */
  readonly lateMs: number;
}

/** Waits for a call that must end within `limitMs`: its time-out, or 0 after an abort or a close. */
export type InTime = <Value>(limitMs: number, call: () => Promise<Value>) => Promise<Value>;

/** A case that may be run several times. It closes what it opens. */
export type HostTask = (inTime: InTime) => Promise<void>;

/** What a session that is a process adds to the sum of resident memory, in bytes: most of it is shared with the others. */
const sessionBytes = 80e6;

/** The limits of "What is promised" in docs/security.md, for guests of `memoryBytes`. */
export function promisedLimits(memoryBytes: number, sessions = 1): HostFigures {
  return {
    busyMs: Math.max(100, 5 * parseMs()),
    grownBytes: 2 * memoryBytes + 256 * 1024 * 1024 + (sessions - 1) * sessionBytes,
    keptBytes: 16e6,
    lateMs: 1_000,
  };
}

/** The names of the figures that are over their limit. */
export function brokenFigures(figures: HostFigures, limits: HostFigures): string[] {
  const names = Object.keys(limits) as (keyof HostFigures)[];
  return names.filter((name) => figures[name] > limits[name]);
}

/** The machine does other work too: what is over a limit counts if it is over it in each of so many runs. */
const maxRuns = 6;
/** How long workers and processes may take to end after their session was closed. */
const settleMs = 3_000;
const lookMs = 10;
/** To read the memory of all processes takes longer than to look at a clock. */
const looksPerTree = 5;
/** A thread that stays keeps a heap, which the host's own figures leave out. */
const threadBytes = 4e6;

/** Runs a case and measures what it does to this process; a case that seems to break a limit is run again. */
export async function measureHost(limits: HostFigures, task: HostTask): Promise<HostFigures> {
  let held = heldBytes();
  const least = { busyMs: Infinity, grownBytes: Infinity, keptBytes: Infinity, lateMs: Infinity };
  for (let run = 0; run < maxRuns && brokenFigures(least, limits).length > 0; run++) {
    const { busyMs, grownBytes, lateMs } = await measureOnce(task);
    const keptBytes = await keptSince(held, limits.keptBytes);
    held += keptBytes;
    least.busyMs = Math.min(least.busyMs, busyMs);
    least.grownBytes = Math.min(least.grownBytes, grownBytes);
    least.keptBytes = Math.min(least.keptBytes, keptBytes);
    least.lateMs = Math.min(least.lateMs, lateMs);
  }
  return least;
}

async function measureOnce(task: HostTask): Promise<Omit<HostFigures, 'keptBytes'>> {
  const before = residentBytes();
  let [grownBytes, busyMs, lateMs, looks] = [0, 0, 0, 0];
  let last = { now: performance.now(), worked: workedMs() };
  const look = (): void => {
    const next = { now: performance.now(), worked: workedMs() };
    busyMs = Math.max(busyMs, Math.min(next.now - last.now, next.worked - last.worked));
    last = next;
    if (looks++ % looksPerTree === 0) grownBytes = Math.max(grownBytes, residentBytes() - before);
  };
  const timer = setInterval(look, lookMs);
  try {
    await task(async (limitMs, call) => {
      // A host that may not run is late by no fault of its own.
      const startedAt = performance.now() - waitedMs();
      try {
        return await call();
      } finally {
        lateMs = Math.max(lateMs, performance.now() - waitedMs() - startedAt - limitMs);
      }
    });
  } finally {
    clearInterval(timer);
    looks = 0;
    look();
  }
  return { grownBytes, busyMs: Math.round(busyMs), lateMs: Math.round(lateMs) };
}

/** What is held beyond `before`, when workers and processes had the time to end. */
async function keptSince(before: number, limit: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const kept = Math.min(heldBytes(false), heldBytes()) - before;
    if (kept <= limit || performance.now() - startedAt > settleMs) return Math.max(0, kept);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The heap of this process with what hangs on it, its threads, and the resident memory of its children. Resident memory of this
 * process would count what its allocators keep for their next use.
 */
function heldBytes(isCollected = true): number {
  if (isCollected) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  const threads = /Threads:\s+(\d+)/.exec(read('/proc/self/status'))?.[1] ?? '0';
  return heapUsed + external + childrenBytes() + threadBytes * Number(threads);
}

function residentBytes(): number {
  return process.memoryUsage.rss() + childrenBytes();
}

function childrenBytes(): number {
  const pages = childrenOf(process.pid).map((pid) => read(`/proc/${pid}/statm`).split(' ')[1]);
  return 4_096 * pages.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

function childrenOf(pid: number): number[] {
  const list = read(`/proc/${pid}/task/${pid}/children`).trim();
  if (list === '') return [];
  return list.split(' ').flatMap((child) => [Number(child), ...childrenOf(Number(child))]);
}

/** Milliseconds of a processor that this process's first thread has used. */
function workedMs(): number {
  const [nanoseconds] = schedule();
  return nanoseconds ? Number(nanoseconds) / 1e6 : performance.now();
}

/** Milliseconds for which this process's first thread was ready, and the machine ran something else. */
function waitedMs(): number {
  return Number(schedule()[1] ?? 0) / 1e6;
}

const schedule = (): string[] => read(`/proc/self/task/${process.pid}/schedstat`).split(' ');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The process is gone, or the system has no /proc.
  }
}

/** How long this machine takes to parse 1 MB of JSON. */
function parseMs(): number {
  const row = { name: 'a name of a row', price: 12.5, tags: ['one', 'two'], isThere: true };
  const text = JSON.stringify(Array.from({ length: 14_000 }, () => row));
  const startedAt = workedMs();
  for (let round = 0; round < 5; round++) JSON.parse(text);
  return (workedMs() - startedAt) / 5;
}
