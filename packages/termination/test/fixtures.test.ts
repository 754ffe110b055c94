import { describe, expect, it } from 'vitest';

import { detectFinalInText, extractCodeBlocks, stripFinal } from '../src/index.js';
import { readFixtures } from './support/fixtures.js';
import { normal, outcomeOf } from './support/outcome.js';

describe('detectFinalInText', () => {
  const fixtures = readFixtures('prose');

  it('has at least eighty cases of its own', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(80);
  });

  it.each(fixtures)('reads $title', ({ input, expected }) => {
    expect(outcomeOf(detectFinalInText(input))).toBe(normal(expected));
  });

  it.each(fixtures)('agrees with stripFinal about $title', ({ input }) => {
    const { span, rawMatch } = detectFinalInText(input);
    const stripped = stripFinal(input);
    if (span === null) expect(stripped).toBe(input);
    else {
      expect(input.slice(...span)).toBe(rawMatch);
      expect(stripped).toBe(input.slice(0, span[0]) + input.slice(span[1]));
    }
  });
});

describe('extractCodeBlocks', () => {
  it.each(readFixtures('blocks'))('reads $title', ({ input, expected }) => {
    expect(extractCodeBlocks(input)).toEqual(JSON.parse(expected));
  });
});
