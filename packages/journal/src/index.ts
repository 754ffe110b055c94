export { decide } from './decide/decide.js';
export { encrypted } from './encrypted/encrypted.js';
export { JournalError } from './errors.js';
export { forkRun } from './fork/fork-run.js';
export { memoryStore } from './memory/memory-store.js';
export { removeRuns } from './retention/remove-runs.js';
export type { RunStore } from './store/run-store.js';
