import { execFileSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

import { afterEach, describe, expect, it } from 'vitest';

import { compileLate, usualBudget } from '../../src/process/compile-late.js';

/** A module with nothing in it. */
const emptyModule = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const source = '1 + 1';
let scripts = 0;
const cachedData = new Script(source).createCachedData();

/** Whether V8 takes code that it compiled under its own flags, as Node.js has it for itself and for its workers. */
const takesCode = (): boolean => {
  // A name of its own: V8 does not look for one that it has.
  const script = new Script(source, { cachedData, filename: `${scripts++}.js` });
  return script.cachedDataRejected === false;
};

describe('compileLate', () => {
  afterEach(() => {
    setFlagsFromString(`--wasm-tiering-budget=${usualBudget}`);
  });

  it('knows the budget of this V8', () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(options).toContain(`default: --wasm-tiering-budget=${usualBudget}\n`);
  });

  it('leaves V8 with its own flags: else Node.js does not use its own compiled code for a worker', async () => {
    const module = await compileLate(emptyModule);
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(takesCode()).toBe(true);
    setFlagsFromString('--wasm-tiering-budget=2147483647');
    expect(takesCode()).toBe(false);
  });

  it('holds its flag until the last of several modules is compiled, and lets go of it after an error too', async () => {
    const compiled = Promise.allSettled([
      compileLate(emptyModule),
      compileLate(new Uint8Array([1, 2, 3])),
    ]);
    expect(takesCode()).toBe(false);
    expect((await compiled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(takesCode()).toBe(true);
  });
});
