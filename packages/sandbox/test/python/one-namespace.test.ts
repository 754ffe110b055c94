import { describe, expect, it } from 'vitest';

import { driverSource } from '../../src/cpython/guest/index.js';
import { guestSources } from '../../src/pyodide/guest/index.js';

/** Threads of native Python are watched: that file replaces what the shared one does. */
const replaced = ['_check_thread'];

describe('the files of the Python driver, which run in one namespace', () => {
  it.each([
    ['pyodide', guestSources.map(([, source]) => source).join('\n')],
    ['cpython', driverSource],
  ])('define no function or class of another file again: %s', (_name, source) => {
    const names = [...source.matchAll(/^(?:async )?(?:def|class) (\w+)/gm)].map(([, name]) => name);
    const again = names.filter((name, index) => names.indexOf(name) < index);
    expect(names.length).toBeGreaterThan(100);
    expect(again.filter((name) => !replaced.includes(String(name)))).toEqual([]);
  });
});
