import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');

const pageBytes = 4096;

/** Resident memory of this process and all its children, in bytes; of this process alone where /proc is missing. */
export function residentBytes() {
  return process.memoryUsage.rss() + childrenBytes();
}

/**
 * What this process and its children hold, in bytes, garbage left out. Of this process that is its heap and what hangs on
 * it (`external` counts array buffers too): its resident memory also holds what V8 and malloc keep for the next
 * allocation, which no session holds. Of the children, whose heaps cannot be
 * asked, it is their resident memory: what their allocators keep stays the same when a session is repeated, what a
 * session holds grows with each.
 */
export function heldBytes() {
  collectGarbage();
  return heldOrGarbageBytes();
}

/** The same with this process's garbage, at once: never less than {@link heldBytes}. */
export function heldOrGarbageBytes() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + childrenBytes();
}

/** Threads of this process; 0 where /proc is missing. */
export function threadCount() {
  return Number(/Threads:\s+(\d+)/.exec(read('/proc/self/status'))?.[1] ?? 0);
}

function childrenBytes() {
  return childrenOf(process.pid).reduce((sum, pid) => sum + residentOf(pid), 0);
}

/**
 * The processes that the main thread of a process has started, and theirs.
 *
 * @param {number} pid
 * @returns {number[]}
 */
function childrenOf(pid) {
  const list = read(`/proc/${pid}/task/${pid}/children`).trim();
  if (list === '') return [];
  return list.split(' ').flatMap((child) => [Number(child), ...childrenOf(Number(child))]);
}

/** @param {number} pid */
function residentOf(pid) {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes;
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
