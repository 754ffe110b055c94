import { describe, expect, it } from 'vitest';

import { findNameFault } from '../../src/session/names.js';

describe('findNameFault', () => {
  it.each(['for', 'class', 'None', 'def', 'lambda', 'async', 'True'])(
    'refuses %s in Python',
    (name) => {
      expect(findNameFault(name, 'python', 'x')).toContain(`Python code can use, got "${name}"`);
    },
  );

  it.each(['for', 'class', 'null', 'function', 'await', 'let', 'undefined', '__proto__'])(
    'refuses %s in JavaScript',
    (name) => {
      expect(findNameFault(name, 'javascript', 'x')).toContain('JavaScript code can use');
    },
  );

  it.each([
    ['def', 'javascript'],
    ['None', 'javascript'],
    ['match', 'python'],
    ['function', 'python'],
    ['_x9', 'python'],
  ] as const)('lets %s pass in %s', (name, language) => {
    expect(findNameFault(name, language, 'x')).toBeUndefined();
  });

  it.each(['', 'a b', '1a', 'a-b', 'ä', 5, undefined])('refuses %o as no identifier', (name) => {
    expect(findNameFault(name, 'python', 'x')).toContain('Expected x to be an identifier');
  });

  it('refuses a name that would fill a prompt, whatever it is made of', () => {
    expect(findNameFault('a'.repeat(200), 'python', 'x')).toBeUndefined();
    const fault = 'Expected x to be at most 200 characters long, got 5000000 characters.';
    expect(findNameFault('a'.repeat(5_000_000), 'python', 'x')).toBe(fault);
    expect(findNameFault(' '.repeat(5_000_000), 'javascript', 'x')).toBe(fault);
  });
});
