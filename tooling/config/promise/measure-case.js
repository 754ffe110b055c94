import {
  isOver,
  loadHeadroom,
  maxBusyMs,
  maxGrownBytes,
  maxKeptBytes,
  maxLateMs,
} from './figures.js';
import { heldBytes, heldOrGarbageBytes, threadCount } from './process-memory.js';
import { waitedMs, watchHost } from './watch-host.js';

/** How long workers and processes may take to be gone after their session was closed, in milliseconds. */
const settleMs = 3_000;
/** How long it is waited that little is left, where what is left is within its bound. */
const restMs = 50;
/** A thread that stays keeps at least a heap. */
const threadBytes = 4e6;

/** How often a case is run that seems to keep too much. */
const maxRuns = 8;
/** How often one is run that seems to take too much time. */
const maxTimedRuns = 4;

/**
 * Runs a hostile case and measures what it does to its host. The case opens its sessions and closes them. Where a call was too late, the
 * thread too busy, or more is kept afterwards than may be, the case is run again, and the least counts: the machine does other things
 * too. What a session keeps grows with each run, by as much. What is kept is therefore the growth by the run that grew it least, or that
 * of all runs shared among them, if that is less: an allocator that keeps memory for the next session, or a process that was replaced,
 * grows once, and by chance. Faults count whenever there are some.
 *
 * @template Value
 * @param {number} memoryBytes The limit of the guest.
 * @param {(watch: import('./promise.js').CaseWatch) => Promise<Value>} body
 * @returns {Promise<{ value: Value, figures: import('./promise.js').HostCaseFigures }>}
 */
export async function measureCase(memoryBytes, body) {
  const before = held();
  const { value, figures: first } = await measureOnce(memoryBytes, body);
  let figures = first;
  let total = withGarbage(before) ?? (await keptSince(before));
  let least = total;
  const isRunAgain = (/** @type {number} */ runs) =>
    (runs <= maxRuns && least > maxKeptBytes) ||
    (runs <= maxTimedRuns && (isOver(figures.busyMs) || isOver(figures.lateMs)));
  for (let runs = 2; isRunAgain(runs); runs++) {
    const { figures: now } = await measureOnce(memoryBytes, body);
    figures = combined(figures, now);
    const nowKept = await keptSince(before, runs === maxRuns ? settleMs : restMs);
    least = Math.min(least, Math.max(0, nowKept - total), nowKept / runs);
    total = nowKept;
  }
  const keptBytes = { value: Math.round(least), bound: maxKeptBytes };
  return { value, figures: { ...figures, keptBytes } };
}

/**
 * What two runs of a case come to.
 *
 * @param {MeasuredOnce} one
 * @param {MeasuredOnce} two
 * @returns {MeasuredOnce}
 */
function combined(one, two) {
  return {
    faults: worse(one.faults, two.faults),
    grownBytes: worse(one.grownBytes, two.grownBytes),
    busyMs: better(one.busyMs, two.busyMs),
    lateMs: better(one.lateMs, two.lateMs),
    ...(one.neighbourFaults === undefined || two.neighbourFaults === undefined
      ? {}
      : { neighbourFaults: worse(one.neighbourFaults, two.neighbourFaults) }),
  };
}

/** @typedef {import('./promise.js').Figure} Figure */
/** @typedef {Omit<import('./promise.js').HostCaseFigures, 'keptBytes'>} MeasuredOnce */

/** @param {Figure} one @param {Figure} two */
const worse = (one, two) => (two.value > one.value ? two : one);
/** @param {Figure} one @param {Figure} two */
const better = (one, two) => (two.value < one.value ? two : one);

/**
 * @template Value
 * @param {number} memoryBytes
 * @param {(watch: import('./promise.js').CaseWatch) => Promise<Value>} body
 * @returns {Promise<{ value: Value, figures: MeasuredOnce }>}
 */
async function measureOnce(memoryBytes, body) {
  const host = watchHost();
  let lateMs = 0;
  /** @type {number | undefined} */
  let blamed;
  try {
    const value = await body({
      async inTime(limitMs, call) {
        // A host that may not run is late by no fault of its own.
        const startedAt = performance.now() - waitedMs();
        try {
          return await call();
        } finally {
          lateMs = Math.max(lateMs, performance.now() - waitedMs() - startedAt - limitMs);
        }
      },
      blame(count) {
        blamed = (blamed ?? 0) + count;
      },
    });
    const { faults, busyMs, grownBytes } = host.take();
    const figures = {
      faults: { value: faults, bound: 0 },
      busyMs: { value: busyMs, bound: maxBusyMs, room: loadHeadroom() },
      grownBytes: { value: grownBytes, bound: maxGrownBytes(memoryBytes) },
      lateMs: { value: Math.round(lateMs), bound: maxLateMs },
      ...(blamed === undefined ? {} : { neighbourFaults: { value: blamed, bound: 0 } }),
    };
    return { value, figures };
  } finally {
    host.stop();
  }
}

/**
 * What is held over `before` once workers and processes had the time to be gone.
 *
 * @param {number} before What was held then, in bytes; 0 asks for all of it.
 * @param {number} maxMs How long it is waited for them.
 */
export async function keptSince(before, maxMs = settleMs) {
  const startedAt = performance.now();
  const isWaiting = (/** @type {number} */ kept) =>
    performance.now() - startedAt < (kept > maxKeptBytes ? maxMs : restMs);
  let kept = held() - before;
  while (kept > maxKeptBytes / 4 && isWaiting(kept)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    kept = held() - before;
  }
  return Math.max(0, kept);
}

/**
 * What is held over `before`, garbage included, where even that is little: collecting it takes more time than many cases.
 *
 * @param {number} before
 */
function withGarbage(before) {
  const kept = heldOrGarbageBytes() + threadBytes * threadCount() - before;
  return kept <= maxKeptBytes / 4 ? Math.max(0, kept) : undefined;
}

function held() {
  return heldBytes() + threadBytes * threadCount();
}
