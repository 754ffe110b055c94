import { hostileData, saysOf } from '@rlm/config/hostile-data';
import { describe, expect, it } from 'vitest';

import { defineTool, executeAction, runTask } from '../../src/index.js';

const model = (): string => 'FINAL(1)';
const invalid = expect.objectContaining({ code: 'invalid_option' }) as Error;

describe.each(hostileData)('$name', (hostile) => {
  const { make } = hostile;

  it('is refused in a task', () => {
    const start = (): unknown => runTask({ model, prompt: 'p', task: { context: { in: make() } } });
    expect(start).toThrow(invalid);
    expect(start).toThrow(saysOf(hostile, 'task\\.context\\.in'));
  });

  it('is refused in the schema of a tool', () => {
    const inputSchema = { in: make() };
    const define = (): unknown =>
      defineTool({ name: 'use', description: '', inputSchema, execute: () => '' });
    expect(define).toThrow(invalid);
    expect(define).toThrow(/inputSchema\.in/);
  });

  it('is refused in the arguments of an action', async () => {
    const action = { id: 'a', name: 'use', arguments: { in: make() } };
    const executing = (async () => executeAction(action, { tools: [] }))();
    await expect(executing).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringMatching(saysOf(hostile, 'action\\.arguments\\.in')) as string,
    });
  });

  it('is an error that the model reads, as the result of a tool', async () => {
    const use = defineTool({ name: 'use', description: '', execute: make });
    const action = { id: 'a', name: 'use', arguments: {} };
    const { status, result } = await executeAction(action, { tools: [use] });
    expect(status).toBe('error');
    expect(result).toMatch(saysOf(hostile, 'the result of use'));
  });
});
