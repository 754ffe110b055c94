import { afterEach, describe, expect, it, vi } from 'vitest';

import { toldDiagnostics, toldOutput } from '../../src/session/told-diagnostics.js';

const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);

afterEach(() => {
  emitWarning.mockClear();
});

const fault = new Error('the hook broke');

/** Hooks that nobody waits for, and that go wrong. */
const hooks: Readonly<Record<string, () => unknown>> = {
  throws() {
    throw fault;
  },
  rejects: () => Promise.reject(fault),
  'gives a thenable that fails': () => ({ then: () => Promise.reject(fault) }),
  'gives an object with a getter that throws': () => ({
    get then(): never {
      throw fault;
    },
  }),
};

/** Hooks that nobody waits for, and that go on. */
const late: Readonly<Record<string, () => unknown>> = {
  'gives a promise': () => Promise.resolve(),
  'never settles': () => new Promise(() => undefined),
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each(Object.entries(hooks))('a listener that %s', (_, hook) => {
  it('to diagnostics is a warning of the process', async () => {
    toldDiagnostics<string>('quickjs', hook)('a diagnostic');
    await nextTurn();
    expect(emitWarning.mock.calls).toEqual([
      [expect.stringMatching(/^onDiagnostic of quickjs\(\) .*: the hook broke$/), 'RlmWarning'],
    ]);
  });

  it('to output is one warning a cell', async () => {
    const told = toldOutput(hook);
    told('one', 'stdout');
    told('two', 'stderr');
    await nextTurn();
    expect(emitWarning.mock.calls).toEqual([
      [expect.stringMatching(/^onOutput .*: the hook broke$/), 'RlmWarning'],
    ]);
  });
});

describe.each(Object.entries(late))('a listener that %s', (_, hook) => {
  it('holds up nothing, and is no fault', async () => {
    const hear = vi.fn(hook);
    toldDiagnostics<string>('quickjs', hear)('a diagnostic');
    toldOutput(hear)('one', 'stdout');
    await nextTurn();
    expect(hear.mock.calls).toEqual([['a diagnostic'], ['one', 'stdout']]);
    expect(emitWarning).not.toHaveBeenCalled();
  });
});
