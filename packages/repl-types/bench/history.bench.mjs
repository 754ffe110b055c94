/**
 * What an append costs as a history grows, and what describing a long string costs against a loop
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

/** Describes a text, and gives the time of it as a share of one look at every character. */
function describe(name, text) {
  const loop = time(() => {
    let count = 0;
    for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 0xdc00) count++;
    return count;
  });
  const heapBefore = process.memoryUsage().heapUsed;
  let variable;
  const ms = time(() => (variable = REPLVariable.fromValue('context', text)));
  const kept = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
  console.log(
    `describing ${variable.totalLength} characters, ${name}: ${ms.toFixed(1)} ms, ` +
      `${((ms / loop) * 100).toFixed(1)} % of a loop over them, ${kept.toFixed(1)} MB of heap kept`,
  );
}

describe('one byte each', 'x'.repeat(100_000_000));
describe('two bytes each', 'x'.repeat(99_999_999) + '☕');
describe('pairs among them', 'x'.repeat(49_999_999) + '😀'.repeat(25_000_000));
