import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { testStore } from '@rlm/journal/testing';

import { mapKeyValue } from './key-value.js';
import { keyValueStore } from './store.js';

/** The suite takes describe, it and expect of any test runner. node:test has no expect: these three are all that it calls. */
const expect = (actual: unknown, message?: string) => ({
  toBe: (expected: unknown) => {
    assert.equal(actual, expected, message);
  },
  toEqual: (expected: unknown) => {
    assert.deepEqual(actual, expected, message);
  },
  toContain: (expected: string) => {
    assert.ok(String(actual).includes(expected), message);
  },
});

testStore(
  {
    name: 'keyValueStore',
    open: async () => ({ store: keyValueStore(mapKeyValue()), close: async () => undefined }),
    hasRecords: true,
  },
  { describe, it, expect },
);
