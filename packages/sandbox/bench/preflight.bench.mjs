// What the look at cells before they run finds in the corpus of test/preflight/, and what it costs; needs a python3.
// node bench/preflight.bench.mjs [backend ...]: also runs all cells that are right in sessions of quickjs, pyodide, cpython.
import { bundleHost } from '../test/support/bundle-host.mjs';

const names = process.argv.slice(2);
const host = await bundleHost(`
export * from '../../bench/preflight/measure.ts';
export { globalsOf } from '../preflight/look-javascript.ts';
export { quickjs } from '../../src/quickjs/index.js';
export { pyodide } from '../../src/pyodide/index.js';
export { cpython, unsafeCpython } from '../../src/cpython/index.js';
`);
const round = (ms) => `${ms.toFixed(2)} ms`;
try {
  const measure = await import(host.file);
  const globals = await measure.globalsOf(measure.quickjs());
  for (const language of ['javascript', 'python']) {
    const figures = measure.measureCorpus(language, globals);
    const { good, alarms, broken, caught, refused, byKind, medianMs, worstMs } = figures;
    console.log(`${language}: ${good} cells that are right, ${alarms.length} false alarms`, alarms);
    const share = ((100 * caught) / broken).toFixed(1);
    console.log(
      `${broken} broken cells: ${caught} caught (${share} %), ${refused} of them refused`,
    );
    console.log(byKind);
    console.log(`a look takes ${round(medianMs)} (median), ${round(worstMs)} at most\n`);
  }
  for (const name of names) {
    const backend = measure[name]();
    await measure.runGoodCells(backend, true);
    const off = await measure.runGoodCells(backend, false);
    const on = await measure.runGoodCells(backend, true);
    console.log(`${name}: ${on.cells} cells that are right, run one after another in a session`);
    console.log('refused, or something found:', on.alarms);
    console.log('failed:', on.failed);
    console.log(`a cell: ${round(on.medianMs)}, without a look ${round(off.medianMs)} (medians)\n`);
  }
} finally {
  await host.remove();
}
process.exit(0);
