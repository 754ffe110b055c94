import { describe, expect, it } from 'vitest';

import { openPython } from './support/open-python.js';

describe('deep recursion in C', () => {
  it.each(['repr(x)', 'import json\njson.dumps(x)', 'import pickle\npickle.dumps(x)'])(
    'ends as Python ends it, and the session goes on: %s',
    async (code) => {
      await using session = await openPython();
      await session.execute('kept = 1\nx = []\nfor i in range(50_000): x = [x]');
      const { outcome, error, session: after } = await session.execute(`${code}\nNone`);
      expect([outcome, error?.type, after]).toBeOneOf([
        ['ok', undefined, 'kept'],
        ['error', 'RecursionError', 'kept'],
      ]);
      expect((await session.execute('kept')).value).toBe('1');
    },
  );
});
