import { availableParallelism, loadavg } from 'node:os';

import { workedMs } from './watch-host.js';

/** The figures of the promise in docs/security.md, in its order. */
export const figureNames = Object.freeze({
  faults: '1 host ended, or an uncaught fault',
  busyMs: '2 host’s thread busy in one piece',
  grownBytes: '3 memory of host and engines, growth',
  keptBytes: '3 memory kept after the session is closed',
  lateMs: '4 a call outlives its time-out or abort',
  misbookedTokens: '5 tokens booked beside those asked for',
  neighbourFaults: '6 faults of another session, calls asked twice',
  promptChars: '7 characters in a prompt beyond maxOutputChars',
});

const megabyte = 1e6;

/** The most that a session may keep after it is closed, in bytes. */
export const maxKeptBytes = 16 * megabyte;

/** By how much a call may outlive its time-out or abort, in milliseconds. */
export const maxLateMs = 1_000;

/**
 * The most that the host and its engines may grow by, in bytes.
 *
 * @param {number} memoryBytes The limit of the guest.
 */
export function maxGrownBytes(memoryBytes) {
  return 2 * memoryBytes + 256 * 1024 * 1024;
}

/**
 * The most that the host's own thread may work in one piece: 100 ms, or five times what parsing 1 MB of JSON takes on this
 * machine, where that is more.
 */
export const maxBusyMs = Math.round(Math.max(100, 5 * millisecondsToParseMegabyte()));

function millisecondsToParseMegabyte() {
  const rounds = 5;
  const row = { name: 'a name of a row', price: 12.5, tags: ['one', 'two'], isThere: true };
  const text = JSON.stringify(Array.from({ length: 14_000 }, () => row));
  // By processor time: on a machine that does much else a piece of work takes no more of it.
  const startedAt = workedMs();
  for (let round = 0; round < rounds; round++) JSON.parse(text);
  return (workedMs() - startedAt) / rounds;
}

/**
 * How much longer a piece of work may take than alone, since other work runs beside it that shares processor and caches: 1 on a
 * machine with a processor to spare, up to 2.5 where, as in `npm test`, more is ready to run than it has processors. What is
 * reported is what was measured.
 */
export function loadHeadroom() {
  const [lastMinute = 0] = loadavg();
  return Math.min(2.5, Math.max(1, (2 * lastMinute) / availableParallelism()));
}

/**
 * Whether a figure breaks its bound, with the room that it was given for what ran beside.
 *
 * @param {import('./promise.js').Figure} figure
 */
export function isOver({ value, bound, room = 1 }) {
  return value > bound * room;
}
