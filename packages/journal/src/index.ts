export { decide } from './decide/decide.js';
export { JournalError } from './errors.js';
export { forkRun } from './fork/fork-run.js';
export { memoryStore } from './memory/memory-store.js';
export type { RunStore } from './store/run-store.js';
