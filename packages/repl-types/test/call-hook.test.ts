import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it, vi } from 'vitest';

import {
  askHook,
  awaitHook,
  isPromise,
  numberFrom,
  readHook,
  settle,
  tellHook,
  warn,
} from '../src/internal.js';

const fault = new Error('the hook broke');

/** An object with this `then`. */
function thenable(then: unknown): PromiseLike<never> {
  return { then } as PromiseLike<never>;
}

/** What a hook may give that fails, and fails late. */
const failing: Readonly<Record<string, () => unknown>> = {
  'a rejection': () => Promise.reject(fault),
  'a thenable that rejects': () =>
    thenable((_: unknown, reject: (reason: unknown) => void) => {
      reject(fault);
    }),
  'a `then` that throws': () =>
    thenable(() => {
      throw fault;
    }),
  'a `then` that is async and throws': () => thenable(async () => Promise.reject(fault)),
  'a getter `then` that throws': () => ({
    get then(): never {
      throw fault;
    },
  }),
  'a thenable that gives a thenable whose `then` is async and throws': () =>
    thenable((resolve: (value: unknown) => void) => {
      resolve(thenable(async () => Promise.reject(fault)));
    }),
  'a rejection of a class of its own': () => class Own<T> extends Promise<T> {}.reject(fault),
};

/** Runs `work`, and gives the rejections that nobody handled. */
async function unhandledIn(work: () => unknown): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    await work();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  } finally {
    process.off('unhandledRejection', note);
  }
  return unhandled;
}

describe.each(Object.entries(failing))('%s', (_, make) => {
  it('is a rejection of settle() and of awaitHook()', async () => {
    const unhandled = await unhandledIn(async () => {
      await expect(settle(make())).rejects.toBe(fault);
      await expect(awaitHook(make)).rejects.toBe(fault);
    });
    expect(unhandled).toEqual([]);
  });

  it('is reported once by tellHook()', async () => {
    const report = vi.fn();
    expect(
      await unhandledIn(() => {
        tellHook(make, [], report);
      }),
    ).toEqual([]);
    expect(report.mock.calls).toEqual([[fault]]);
  });

  it('is refused by askHook(), and leaves nothing unhandled', async () => {
    const unhandled = await unhandledIn(() => {
      expect(() => askHook('countTokens', make, numberFrom(0))).toThrow(
        errorWith({ code: 'hook_failed', facts: ['countTokens', /(a promise|an object)\.$/] }),
      );
    });
    expect(unhandled).toEqual([]);
  });
});

describe('settle', () => {
  it.each([1, 'text', null, undefined, { a: 1 }])('gives %j as it is', async (value) => {
    expect(await settle(value)).toBe(value);
  });

  it('gives what a promise, or a thenable, comes to', async () => {
    const promise = Promise.resolve(1);
    expect(settle(promise)).toBe(promise);
    const late = thenable((resolve: (value: unknown) => void) => {
      resolve(Promise.resolve(2));
    });
    expect(await settle(late)).toBe(2);
  });

  it('takes the first word of a thenable that says several', async () => {
    const given = thenable((resolve: (value: unknown) => void, reject: (why: unknown) => void) => {
      resolve(1);
      reject(fault);
      resolve(2);
      throw fault;
    });
    const unhandled = await unhandledIn(async () => {
      expect(await settle(given)).toBe(1);
    });
    expect(unhandled).toEqual([]);
  });
});

describe('awaitHook', () => {
  it('rejects with what the hook throws at once', async () => {
    await expect(
      awaitHook(() => {
        throw fault;
      }),
    ).rejects.toBe(fault);
  });
});

describe('tellHook', () => {
  it('reports what the hook throws, and drops what the report throws or rejects with', async () => {
    const report = vi.fn(() => {
      throw new Error('the report broke');
    });
    const hook = (): never => {
      throw fault;
    };
    const unhandled = await unhandledIn(() => {
      tellHook(hook, [], report);
      tellHook(hook, [], () => Promise.reject(new Error('the report broke')));
    });
    expect(report.mock.calls).toEqual([[fault]]);
    expect(unhandled).toEqual([]);
  });

  it('reports nothing of a hook that gives something', async () => {
    const report = vi.fn();
    await unhandledIn(() => {
      tellHook(() => 1, [], report);
      tellHook(async () => Promise.resolve(), [], report);
      tellHook(() => new Promise(() => undefined), [], report);
    });
    expect(report).not.toHaveBeenCalled();
  });
});

describe('askHook', () => {
  it('gives an answer that keeps the rule, and passes on what is thrown', () => {
    expect(askHook('now', () => 1, numberFrom(0))).toBe(1);
    expect(() =>
      askHook(
        'now',
        (): number => {
          throw fault;
        },
        numberFrom(0),
      ),
    ).toThrow(fault);
  });

  it('says what was expected, and what came', () => {
    expect(() => askHook('clock.now()', () => 'noon', numberFrom(0))).toThrow(
      errorWith({ code: 'hook_failed', facts: ['clock.now()', 'from 0', 'got "noon"'] }),
    );
  });
});

describe('isPromise', () => {
  it('knows a promise, and whatever has a `then`', () => {
    expect([isPromise(Promise.resolve()), isPromise(thenable(() => undefined))]).toEqual([
      true,
      true,
    ]);
    expect([isPromise(1), isPromise(null), isPromise({ then: 1 })]).toEqual([false, false, false]);
  });
});

describe('warn', () => {
  it('is a warning of the process', () => {
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    warn('onDiagnostic failed');
    expect(emit.mock.calls).toEqual([['onDiagnostic failed', 'RlmWarning']]);
    emit.mockRestore();
  });
});

/** A sequence whose items come from `next`. */
const sequenceOf = (next: () => unknown, end?: () => unknown): AsyncIterable<unknown> =>
  ({ [Symbol.asyncIterator]: () => ({ next, ...(end && { return: end }) }) }) as never;

describe('readHook', () => {
  it.each(Object.entries(failing))('rejects for %s as the next item', async (_, make) => {
    const unhandled = await unhandledIn(async () => {
      await expect(readHook(sequenceOf(make)).next()).rejects.toBe(fault);
    });
    expect(unhandled).toEqual([]);
  });

  it.each(Object.entries(failing))(
    'drops %s as the end of a sequence that is left',
    async (_, make) => {
      const sequence = sequenceOf(() => ({ done: false, value: 1 }), make);
      const unhandled = await unhandledIn(async () => {
        for await (const item of readHook(sequence)) {
          expect(item).toBe(1);
          break;
        }
      });
      expect(unhandled).toEqual([]);
    },
  );

  it('gives all items, and ends a sequence only if it is left before its end', async () => {
    const end = vi.fn();
    let count = 0;
    const next = (): unknown => ({ done: count === 3, value: count++ });
    const found: unknown[] = [];
    for await (const item of readHook(sequenceOf(next, end))) found.push(item);
    expect(found).toEqual([0, 1, 2]);
    expect(end).not.toHaveBeenCalled();
    count = 0;
    for await (const item of readHook(sequenceOf(next, end))) if (item === 1) break;
    expect(end).toHaveBeenCalledTimes(1);
  });
});
