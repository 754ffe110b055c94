import { describe, expect, it } from 'vitest';

import { detectFinalInText } from '../../src/index.js';

describe('detectFinalInText', () => {
  it('takes a call after a guess for an answer', () => {
    expect(detectFinalInText("I think it might be FINAL('42')").content).toBe('42');
    expect(detectFinalInText("I think it might call FINAL('42')").detected).toBe(false);
  });
});
