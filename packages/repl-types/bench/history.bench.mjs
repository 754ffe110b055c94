/**
 * What an append costs as a history grows, and what describing a long string costs against one pass
 * over it. Reads the built package: `npm run build && npm run bench`.
 */
import { REPLHistory, REPLVariable } from '../dist/index.js';

function time(action) {
  const start = performance.now();
  action();
  return performance.now() - start;
}

function append(count) {
  let history = new REPLHistory();
  for (let index = 0; index < count; index++)
    history = history.append({ code: 'x', timestamp: '' });
  return history;
}

append(10_000);
const few = time(() => append(10_000));
const many = time(() => append(100_000));
console.log(`100,000 appends take ${(many / few).toFixed(1)} times as long as 10,000 (linear: 10)`);

const text = 'x'.repeat(99_999_999) + '☕';
const onePass = time(() => text.indexOf('\u0000'));
const heapBefore = process.memoryUsage().heapUsed;
let variable;
const describe = time(() => (variable = REPLVariable.fromValue('context', text)));
const kept = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
console.log(
  `describing ${variable.totalLength} characters: ${describe.toFixed(0)} ms, ` +
    `${(describe / onePass).toFixed(1)} indexOf passes, ${kept.toFixed(1)} MB of heap kept`,
);
