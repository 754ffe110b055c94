import { expect, it } from 'vitest';

import { isPromise } from '../src/is-promise.js';

/** How often `Promise.prototype.then` is called while `work` runs: for what is no promise it throws, which takes long. */
function thenCalls(work: () => void): number {
  const prototype: object = Promise.prototype;
  const own = Object.getOwnPropertyDescriptor(prototype, 'then');
  let calls = 0;
  const counting = function (this: Promise<unknown>, ...args: unknown[]): unknown {
    calls += 1;
    return Reflect.apply(own?.value as () => unknown, this, args);
  };
  Object.defineProperty(prototype, 'then', { ...own, value: counting });
  try {
    work();
  } finally {
    Object.defineProperty(prototype, 'then', own ?? {});
  }
  return calls;
}

it.each([true, false, null, undefined, 0, 'text', 7n, Symbol('one')])(
  'finds that %s is no promise without an error that must be caught',
  (value) => {
    let isOne: boolean | undefined;
    const calls = thenCalls(() => (isOne = isPromise(value)));
    expect({ isOne, calls }).toEqual({ isOne: false, calls: 0 });
  },
);

it('knows promises, and what has a then', async () => {
  const rejected = Promise.reject(new Error('refused'));
  expect(isPromise(rejected)).toBe(true);
  expect(isPromise({ then: () => undefined })).toBe(true);
  expect(isPromise({})).toBe(false);
  await expect(rejected).rejects.toThrow('refused');
});
