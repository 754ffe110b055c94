import { finalSignalKey } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import { quickjs } from '../../src/quickjs/index.js';

function finish(answer: unknown): never {
  const output = { type: 'direct', answer } as const;
  throw Object.assign(new Error('The run has ended'), { [finalSignalKey]: output });
}

describe('a final that a host function gives', () => {
  it('is an error that code can catch when its answer is no data', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const session = await quickjs().open({ functions: { end: () => finish(cyclic) } });
    const result = await session.execute('try { await end() } catch (e) { print(e.message) }');
    expect(result.finalOutput).toBeNull();
    expect(result.stdout).toContain('the answer.self refers back to the answer');
    await session.close();
  });

  it('is a copy: what the host changes later is not in it', async () => {
    const answer = { list: [1] };
    const session = await quickjs().open({ functions: { end: () => finish(answer) } });
    const { finalOutput, llmCalls } = await session.execute('await end()');
    answer.list.push(2);
    expect(finalOutput).toEqual({ type: 'direct', answer: { list: [1] } });
    expect(llmCalls).toMatchObject([{ name: 'end' }]);
    expect(llmCalls[0]).not.toHaveProperty('error');
    await session.close();
  });
});
