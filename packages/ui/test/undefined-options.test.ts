import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';
import { expect, it } from 'vitest';

import { toResponse, type UIStreamOptions } from '../src/index.js';

/** Each option, without a value: a new option does not compile until it is here. */
const unset: Record<keyof UIStreamOptions, undefined> = {
  onClose: undefined,
  lastEventId: undefined,
  onError: undefined,
};

it('options that are undefined are as absent', async () => {
  const run = runRlm({ model: () => 'FINAL(Ann)', sandbox: scripted([]), query: 'Who?' });
  await run.result;
  expect(await toResponse(run, unset).text()).toBe(await toResponse(run).text());
});
