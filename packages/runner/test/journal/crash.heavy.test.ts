import { testCrashes } from './crash/suite.js';

testCrashes({
  killed: [
    ['quickjs', 4],
    ['task', 2],
    ['pyodide', 1],
  ],
  cutEvery: 8,
  takenOver: 2,
});
