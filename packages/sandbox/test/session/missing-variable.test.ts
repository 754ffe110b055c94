import { describe, expect, it } from 'vitest';

import { missingVariable } from '../../src/session/missing-variable.js';

describe('missingVariable', () => {
  it('names close spellings first, then the others in their order', () => {
    expect(missingVariable('reslt', ['data', 'result'])).toBe(
      "FINAL_VAR referenced variable 'reslt' not found in REPL namespace. Available variables: ['result', 'data']",
    );
  });

  it('names at most twenty, then their number', () => {
    const names = Array.from({ length: 25 }, (_, index) => `v${index}`);
    expect(missingVariable('none', names)).toMatch(/'v19', \.\.\. 5 more\]$/);
  });
});
