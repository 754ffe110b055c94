export { decide, type Decision } from './decide/decide.js';
export { waitsOf } from './decide/waits-of.js';
export {
  JournalError,
  type JournalErrorCode,
  type JournalFaults,
  type RunOwner,
} from './errors.js';
export { forkRun, type ForkOptions } from './fork/fork-run.js';
export { memoryStore } from './memory/memory-store.js';
export { removeRuns, type RemovedRuns, type RetentionOptions } from './retention/remove-runs.js';
export {
  runStatuses,
  type RunStore,
  type CreateOptions,
  type ForkSource,
  type OpenOptions,
  type RunInfo,
  type RunStatus,
} from './store/run-store.js';

// Types that the signatures above use.
export type { RunRecords } from './store/records.js';
export type {
  EndLine,
  ForkOrigin,
  HeadLine,
  JournalLine,
  LineBody,
  OpenLine,
} from './lines/lines.js';
