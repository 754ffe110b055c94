export { crashChild, type CrashStage } from './crash/crash-child.js';
export { crashTrials } from './crash/crash-trials.js';
export { testStore, type StoreSuite } from './test-store.js';

// Types that the signatures above use.
export type { AttemptOutcome } from './crash/attempt.js';
export type { KillOptions } from './crash/kill-trials.js';
export type { SweepOptions } from './crash/sweep.js';
export type { CrashReport } from './crash/tally.js';
export type { TrialOptions } from './crash/trial-options.js';
export type { TwoOwnersOptions } from './crash/two-owners.js';
