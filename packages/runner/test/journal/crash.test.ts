import { testCrashes } from './crash/suite.js';

// crash.heavy.test.ts has more of it, and `bench/crash.mjs` yet more.
testCrashes({
  killed: [
    ['quickjs', 1],
    // Every second one is killed twice.
    ['task', 2],
  ],
  cutEvery: 20,
  takenOver: 1,
});
