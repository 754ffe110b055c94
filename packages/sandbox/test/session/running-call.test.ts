import { errorWith } from '@rlm/config/error-with';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type * as RunningCalls from '../../src/session/running-call.js';

/** The module as it is where the platform cannot follow a call through what it awaits. */
async function importWithoutAsyncStorage(): Promise<typeof RunningCalls> {
  vi.resetModules();
  vi.stubGlobal('process', Object.create(process, { getBuiltinModule: { value: undefined } }));
  return import('../../src/session/running-call.js');
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('runWithin', () => {
  it('knows the call in the function itself where there is no AsyncLocalStorage', async () => {
    const { currentCall, runWithin, refuseWithinOwnCall } = await importWithoutAsyncStorage();
    const owner = {};
    const call = { owner, name: 'ask', around: undefined, isPending: true };
    const refuse = (): void => {
      refuseWithinOwnCall(owner, 'execute');
    };
    expect(() => {
      runWithin(call, refuse);
    }).toThrow(errorWith({ code: 'session_busy', facts: [/\bexecute\b.* ask\b/] }));
    expect(currentCall()).toBeUndefined();
    expect(refuse).not.toThrow();
  });
});
