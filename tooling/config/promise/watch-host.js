import { readFileSync } from 'node:fs';
import { residentBytes } from './process-memory.js';

const periodMs = 10;
/** Walking the process tree takes longer than looking at a clock. */
const turnsBetweenTrees = 5;

/**
 * Watches the host from now on: how long its own thread works in one piece, how long its timers are held up, the memory of
 * its whole process tree, and faults that nobody caught.
 */
export function watchHost() {
  const before = residentBytes();
  let most = before;
  let delayMs = 0;
  let busyMs = 0;
  let faults = 0;
  let turns = 0;
  let last = performance.now();
  let lastWorked = workedMs();

  function look() {
    const now = performance.now();
    const worked = workedMs();
    const elapsed = now - last;
    delayMs = Math.max(delayMs, elapsed - periodMs);
    busyMs = Math.max(busyMs, Math.min(elapsed, worked - lastWorked));
    last = now;
    lastWorked = worked;
  }
  const timer = setInterval(() => {
    look();
    if (turns++ % turnsBetweenTrees === 0) most = Math.max(most, residentBytes());
  }, periodMs);
  timer.unref();
  const onFault = () => {
    faults += 1;
  };
  process.on('unhandledRejection', onFault);
  process.on('uncaughtExceptionMonitor', onFault);

  return {
    /** The figures since the watch began, or since they were last taken; memory over what it was when the watch began. */
    take() {
      look();
      most = Math.max(most, residentBytes());
      const figures = {
        busyMs: Math.round(busyMs),
        delayMs: Math.round(delayMs),
        grownBytes: most - before,
        faults,
      };
      [delayMs, busyMs, faults, most] = [0, 0, 0, before];
      // Looking at the tree is no work of who is watched.
      last = performance.now();
      lastWorked = workedMs();
      return figures;
    },
    stop() {
      clearInterval(timer);
      process.off('unhandledRejection', onFault);
      process.off('uncaughtExceptionMonitor', onFault);
    },
  };
}

/** How long this process's first thread has been ready to run while the machine ran something else, in milliseconds. */
export function waitedMs() {
  return Number(schedstat()[1] ?? 0) / 1e6;
}

/** Processor time of this process's first thread so far, in milliseconds; the time that has passed where the system does not tell. */
export function workedMs() {
  const [nanoseconds] = schedstat();
  return nanoseconds === undefined ? performance.now() : Number(nanoseconds) / 1e6;
}

function schedstat() {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  } catch {
    return [];
  }
}
