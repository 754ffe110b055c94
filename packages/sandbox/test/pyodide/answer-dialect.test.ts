import { describe, expect, it } from 'vitest';

import { openPython } from './support/open-python.js';

describe('pyodide under the answer dialect', () => {
  it('ends with the answer that is ready when the cell ends', async () => {
    const session = await openPython({ dialects: ['answer'] });
    const draft = await session.execute('answer["content"] = "draft"');
    expect(draft.finalOutput).toBeNull();
    const done = await session.execute('answer["ready"] = True');
    expect(done.finalOutput).toEqual({ type: 'direct', answer: 'draft' });
    expect(Object.keys(done.locals)).not.toContain('answer');
    await session.close();
  });

  it.each([
    ['a word that is not True', 'answer["content"] = "x"\nanswer["ready"] = 1'],
    ['no content', 'answer["ready"] = True'],
  ])('does not end with %s', async (_, code) => {
    const session = await openPython({ dialects: ['answer'] });
    expect((await session.execute(code)).finalOutput).toBeNull();
    await session.close();
  });

  it('puts back an answer that is no dict any more, and says so', async () => {
    const session = await openPython({ dialects: ['answer'] });
    expect((await session.execute('answer = "x"')).stderr).toContain('must stay a dict');
    expect((await session.execute('print(answer)')).stdout).toContain("'ready': False");
    await session.close();
  });
});
