import { invalidOption } from '@rlm/config/options-suite';
import { createSandboxPool } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';
import { scriptedModel } from '@rlm/kernel/testing';
import type { SessionOptions } from '@rlm/sandbox';
import { expect, it } from 'vitest';

import { createRlm, runRlm } from '../src/index.js';

const query = 'Who?';

it('refuses weaker isolation than the run requires, and asks no model', async () => {
  const model = scriptedModel(['FINAL(Ada)']);
  const { finishReason, stop } = await runRlm({
    model,
    sandbox: scripted([]),
    query,
    requireIsolation: 'os',
  }).result;
  expect({ finishReason, code: stop?.code }).toEqual({
    finishReason: 'error',
    code: 'isolation_unavailable',
  });
  expect(model.calls).toEqual([]);
});

it('requires the isolation of the sessions of child runs too', async () => {
  const backend = quickjs();
  const opened: SessionOptions['require'][] = [];
  const sandbox = {
    ...backend,
    open: (options?: SessionOptions) => {
      opened.push(options?.require);
      return backend.open(options);
    },
  };
  const model = scriptedModel([
    '```js\nFINAL(await rlm_query("Who?"))\n```',
    '```js\nFINAL("Ada")\n```',
  ]);
  const options = { model, sandbox, query, maxDepth: 2, requireIsolation: 'wasm' } as const;
  const { answer } = await runRlm(options).result;
  expect(answer).toBe('Ada');
  expect(opened).toEqual(['wasm', 'wasm']);
});

it('requires it of a pool, and of an RLM for several questions', async () => {
  const sandbox = createSandboxPool(scripted([]));
  const pooled = { model: () => 'FINAL(Ada)', sandbox, query, requireIsolation: 'os' } as const;
  const { stop } = await runRlm(pooled).result;
  expect(stop?.code).toBe('isolation_unavailable');
  await sandbox.close();

  const rlm = createRlm({
    model: () => 'FINAL(Ada)',
    sandbox: scripted([]),
    requireIsolation: 'os',
  });
  expect((await rlm.run(query).result).stop?.code).toBe('isolation_unavailable');
  await rlm.close();
});

it.each(['require', 'isolation'])('names the option for %s', (name) => {
  const options = { model: () => 'FINAL(Ada)', sandbox: scripted([]), query, [name]: 'os' };
  expect(() => runRlm(options)).toThrow('requireIsolation');
});

it('refuses an isolation that does not exist', () => {
  const options = { model: () => 'FINAL(Ada)', sandbox: scripted([]), query };
  expect(() => runRlm({ ...options, requireIsolation: 'docker' as 'os' })).toThrow(
    invalidOption('requireIsolation', 'got "docker"'),
  );
});
