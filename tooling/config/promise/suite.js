import { afterAll, expect } from 'vitest';

import { isOver } from './figures.js';
import { measureCase } from './measure-case.js';
import { writeReport } from './report.js';

/**
 * Measures the hostile cases of a file of tests, holds each to the bounds of the promise, and writes what was measured after
 * the last one.
 *
 * @param {string} suite
 * @returns {import('./suite.js').PromiseSuite}
 */
export function promiseSuite(suite) {
  /** @type {import('./promise.js').MeasuredCase[]} */
  const cases = [];
  afterAll(() => {
    writeReport(suite, cases);
  });

  /** @type {import('./suite.js').PromiseSuite['add']} */
  function add({ backend, name }, figures) {
    cases.push({ backend, suite, name, figures });
    expect(overIn(figures)).toEqual({});
  }
  return {
    add,
    async run({ memoryBytes, ...title }, body) {
      const { value, figures } = await measureCase(memoryBytes, body);
      add(title, figures);
      return value;
    },
  };
}

/**
 * The figures that are over their bound.
 *
 * @param {import('./promise.js').MeasuredCase['figures']} figures
 */
function overIn(figures) {
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => isOver(figure)));
}
