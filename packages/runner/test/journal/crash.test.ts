import { testCrashes } from './crash/suite.js';

// crash.heavy.test.ts has more of it, and `pnpm crash` yet more.
testCrashes({
  killed: [
    ['quickjs', 2],
    ['task', 1],
  ],
  cutEvery: 20,
  takenOver: 1,
});
