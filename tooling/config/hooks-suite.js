import { inspect } from 'node:util';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const mark = 'the hook broke';

/** What code of a caller may do wrong. */
const faults = {
  throws() {
    throw new Error(mark);
  },
  rejects: () => Promise.reject(new Error(mark)),
  'gives a thenable that fails': () => ({ then: () => Promise.reject(new Error(mark)) }),
};

/** What is said of a promise, if the answer is needed at once. */
const refused = /the hook broke|a promise|an (empty )?object|be async|at once/i;

/** @type {unknown[]} */
const unhandled = [];
/** @param {unknown} fault */
const note = (fault) => void unhandled.push(fault);

/** Resolves when what is ready has run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Everything that a caller sees of some work: its result or error, the events of a run, warnings of the process.
 *
 * @param {() => unknown} work
 */
async function see(work) {
  /** @type {unknown[]} */
  const seen = [];
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
    seen.push(warning);
  });
  try {
    const given = /** @type {any} */ (await work());
    if (typeof given?.[Symbol.asyncIterator] === 'function') {
      for await (const event of given) seen.push(event);
    }
    seen.push(await (given?.result ?? given));
  } catch (error) {
    seen.push(error);
  }
  // What is told aside comes a moment later.
  await nextTurn();
  await nextTurn();
  warnings.mockRestore();
  return inspect(seen, { depth: 12, maxStringLength: 2_000, maxArrayLength: 50 });
}

/** @type {typeof import('./hooks-suite.js').testHooks} */
export function testHooks({ awaited = {}, abortable = {}, immediate = {}, told = {} }) {
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  const rows = Object.entries({ ...awaited, ...abortable, ...immediate, ...told });

  describe.each(rows)('a hook %s', (name, run) => {
    /** @param {() => unknown} hook */
    const seenOf = (hook, abortSignal = new AbortController().signal) =>
      see(() => run(/** @type {never} */ (hook), abortSignal));

    it.each(Object.entries(faults))('that %s is seen', async (fault, hook) => {
      const isRefused = name in immediate && fault !== 'throws';
      expect(await seenOf(hook)).toMatch(isRefused ? refused : mark);
    });

    if (name in immediate) {
      it('that gives a promise is refused', async () => {
        expect(await seenOf(() => Promise.resolve(undefined))).toMatch(refused);
      });
    }

    if (name in abortable) {
      it('that never settles is left at an abort', async () => {
        const controller = new AbortController();
        const hook = () => {
          setImmediate(() => {
            controller.abort();
          });
          return new Promise(() => undefined);
        };
        expect(await seenOf(hook, controller.signal)).toMatch(/abort/i);
      });
    }
  });
}
