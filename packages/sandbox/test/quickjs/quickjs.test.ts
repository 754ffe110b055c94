import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { conformanceSkips } from '../support/conformance-skips.js';

testSandbox(
  { backend: quickjs(), shareSession: true, skip: conformanceSkips['quickjs'] ?? {} },
  { describe, expect, it },
);

it('streams what a cell printed while the cell computes', async () => {
  await using session = await quickjs().open();
  const controller = new AbortController();
  const heard: string[] = [];
  const result = await session.execute('print("a"); console.error("b"); for (;;);', {
    abortSignal: controller.signal,
    onOutput(text, stream) {
      heard.push(`${stream} ${text}`);
      if (heard.length === 2) controller.abort();
    },
  });
  expect([result.outcome, heard]).toEqual(['aborted', ['stdout a\n', 'stderr b\n']]);
});
