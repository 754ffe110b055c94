import { scriptedModel } from '@rlm/penguin-engine/testing';
import { describe, expect, it } from 'vitest';

import { createRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { fakeBackend } from './support/fake-backend.js';

describe('createRlm', () => {
  it('keeps variables from one question to the next, and tells the model of them', async () => {
    const sandbox = fakeBackend();
    const model = scriptedModel([
      cell('words = context.split(" "); FINAL(words.length)'),
      cell('FINAL(words[1])'),
    ]);
    const rlm = createRlm({ model, sandbox, context: 'a b c' });
    expect((await rlm.run('how many?').result).answer).toBe('3');
    expect((await rlm.run('the second?').result).answer).toBe('b');
    expect(sandbox.opened).toHaveLength(1);
    expect(model.calls[1]?.messages[0]?.content).toContain('Variable: `words`');
    expect(model.calls[1]?.messages).toHaveLength(2);
    await rlm.close();
    await rlm.close();
    expect(sandbox.openSessions).toBe(0);
    expect(() => rlm.run('more?')).toThrow(expect.objectContaining({ code: 'rlm_closed' }));
  });

  it('lets runs wait for each other', async () => {
    let running = 0;
    let most = 0;
    const model = async (): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return cell('FINAL(1)');
    };
    const rlm = createRlm({ model, sandbox: fakeBackend() });
    await Promise.all(['a', 'b', 'c'].map((query) => rlm.run(query).result));
    expect(most).toBe(1);
    await rlm.close();
  });

  it('aborts what is under way when it is closed', async () => {
    const sandbox = fakeBackend();
    const rlm = createRlm({ model: () => new Promise<string>(() => undefined), sandbox });
    const { result } = rlm.run('q');
    await Promise.resolve();
    await rlm[Symbol.asyncDispose]();
    expect(await result).toMatchObject({ finishReason: 'aborted' });
    expect(sandbox.openSessions).toBe(0);
  });

  it('throws at once for wrong options', () => {
    expect(() => createRlm({ model: () => '', sandbox: fakeBackend(), maxDepth: -1 })).toThrow(
      /maxDepth/,
    );
  });
});
