import { describe, expect, it } from 'vitest';

import { findNameFault } from '../../../src/supervisor/values/names.js';

describe('findNameFault', () => {
  it.each(['for', 'class', 'None', 'def', 'lambda', 'async', 'True'])(
    'refuses %s in Python',
    (name) => {
      expect(findNameFault(name, 'python')).toBe(
        `expected a name that Python code can use, got "${name}", which is a word of the language`,
      );
    },
  );

  it.each(['for', 'class', 'null', 'function', 'await', 'let', 'undefined', '__proto__'])(
    'refuses %s in JavaScript',
    (name) => {
      expect(findNameFault(name, 'javascript')).toContain('JavaScript code can use');
    },
  );

  it.each([
    ['def', 'javascript'],
    ['None', 'javascript'],
    ['match', 'python'],
    ['function', 'python'],
    ['_x9', 'python'],
  ] as const)('lets %s pass in %s', (name, language) => {
    expect(findNameFault(name, language)).toBeUndefined();
  });

  it.each(['', 'a b', '1a', 'a-b', 'ä', 5, undefined])('refuses %o as no identifier', (name) => {
    expect(findNameFault(name, 'python')).toContain('expected an identifier');
  });

  it('refuses a name that would fill a prompt, whatever it is made of', () => {
    expect(findNameFault('a'.repeat(200), 'python')).toBeUndefined();
    const fault = 'expected a name of at most 200 characters, got one of 5000000';
    expect(findNameFault('a'.repeat(5_000_000), 'python')).toBe(fault);
    expect(findNameFault(' '.repeat(5_000_000), 'javascript')).toBe(fault);
  });
});
