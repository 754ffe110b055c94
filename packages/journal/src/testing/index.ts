export { crashChild } from './crash/crash-child.js';
export { crashTrials } from './crash/crash-trials.js';
export { testStore } from './test-store.js';
