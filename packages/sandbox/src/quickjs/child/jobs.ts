import type { QuickJS } from 'quickjs-wasi';

/** Runs promise jobs until none is left. Throws when one was interrupted. */
export function runJobs(vm: QuickJS): void {
  vm.executePendingJobs();
}

/**
 * Removes the jobs that a stopped cell left behind, while the interrupt handler says stop: an endless job is
 * interrupted, and queues no other. Gives up after a second, since no job may outlive its cell for long.
 */
export function drainJobs(vm: QuickJS): void {
  // Mostly nothing is left.
  if (hasDrained(vm)) return;
  // In seconds. Node.js loads the modules of `performance` only when it is used.
  const giveUpAt = process.uptime() + 1;
  while (process.uptime() < giveUpAt) {
    if (hasDrained(vm)) return;
  }
}

function hasDrained(vm: QuickJS): boolean {
  try {
    vm.executePendingJobs();
    return true;
  } catch {
    // The job that was interrupted is gone; the next one follows.
    return false;
  }
}
