import { readFileSync } from 'node:fs';

/** Resident memory in megabytes of this process, and of the processes that it has started (interpreters of a process of their own). */
export function residentMb() {
  globalThis.gc?.();
  const host = process.memoryUsage.rss() / 1e6;
  const children = childrenOf(process.pid).reduce((sum, pid) => sum + residentOf(pid), 0);
  return { host, children };
}

function childrenOf(pid) {
  const list = read(`/proc/${pid}/task/${pid}/children`).trim();
  return list === '' ? [] : list.split(' ').flatMap((child) => [child, ...childrenOf(child)]);
}

function residentOf(pid) {
  return (Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096) / 1e6;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
