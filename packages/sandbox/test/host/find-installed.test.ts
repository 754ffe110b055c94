import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { findInstalled } from '../../src/host/find-installed.js';
import { probeFailure } from '../../src/host/unavailable.js';

const file = {
  backend: 'tcl()',
  specifier: 'no-such-package/tcl.wasm',
  hint: "pass the file: tcl({ wasm: '/path' })",
};

describe('findInstalled', () => {
  it('gives the path of an installed file', () => {
    const found = findInstalled({ ...file, specifier: 'quickjs-wasi/quickjs.wasm' });
    expect(existsSync(found)).toBe(true);
  });

  it('says what it looked for, from where, and what to do, and no more than it knows', () => {
    let thrown: unknown;
    try {
      findInstalled(file);
    } catch (error) {
      thrown = error;
    }
    const { reason, hint } = probeFailure(thrown);
    expect(reason).toMatch(/^tcl\(\) .* no-such-package\/tcl\.wasm from file:.*find-installed/);
    expect(reason).toMatch(/Cannot find module/);
    expect(reason).not.toMatch(/not installed/);
    expect(hint).toBe(file.hint);
    expect(thrown).toMatchObject({ code: 'backend_unavailable' });
  });
});
