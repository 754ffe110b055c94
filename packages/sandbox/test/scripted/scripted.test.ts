import { describe, expect, it } from 'vitest';

import { scripted } from '../../src/scripted/index.js';

describe('scripted', () => {
  it('plays its steps, one a cell', async () => {
    const session = await scripted([
      'first\n',
      { variables: { x: 5 }, final: { type: 'variable', var: 'x' } },
      { error: { type: 'ValueError', message: 'no' } },
    ]).open();
    expect((await session.execute('a')).stdout).toBe('first\n');
    expect((await session.execute('b')).finalOutput).toEqual({
      type: 'variable',
      var: 'x',
      answer: 5,
    });
    expect(await session.execute('c')).toMatchObject({
      outcome: 'error',
      error: { type: 'ValueError', message: 'no', traceback: '' },
    });
    expect((await session.execute('d')).error?.message).toContain('3 cells');
    await session.close();
  });

  it('shows the value of a step that has one, unless it ends the run or fails', async () => {
    const final = { type: 'direct', answer: 1 } as const;
    const session = await scripted([
      { value: '42' },
      { value: '42', final },
      { value: '42', error: { type: 'E', message: '' } },
    ]).open();
    expect((await session.execute('a')).value).toBe('42');
    expect((await session.execute('b')).value).toBeNull();
    expect((await session.execute('c')).value).toBeNull();
    await session.close();
  });

  it('calls host functions from a step that is a function, several at once', async () => {
    const session = await scripted([
      async (code, guest) => {
        const answers = await Promise.all([
          guest.call('llm_query', code),
          guest.call('llm_query', 'b'),
        ]);
        return (answers as string[]).join(' ');
      },
    ]).open({ functions: { llm_query: (prompt: string) => `<${prompt}>` } });
    const result = await session.execute('a');
    expect(result.stdout).toBe('<a> <b>');
    expect(result.llmCalls.map(({ prompt }) => prompt)).toEqual(['a', 'b']);
    await session.close();
  });

  it('stops a cell that hangs at its deadline', async () => {
    const session = await scripted([{ hangs: true }, 'next']).open();
    const result = await session.execute('', { timeoutMs: 10 });
    expect([result.outcome, result.session]).toEqual(['timeout', 'kept']);
    expect(result.error).toMatchObject({ type: 'TimeoutError', traceback: '' });
    expect((await session.execute('')).stdout).toBe('next');
    await session.close();
  });
});
