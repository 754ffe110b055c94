import { expect } from 'vitest';

/**
 * Marks a test that passes by itself: every other test must call `expect`, or it fails (`requireAssertions`).
 *
 * @param {string} reason What would fail in place of an assertion.
 */
export function noAssertion(reason) {
  expect(reason, 'a test without an assertion says why').not.toBe('');
}
