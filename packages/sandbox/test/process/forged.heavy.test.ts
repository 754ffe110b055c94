import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { measureForgeries } from '../support/measure-forgeries.js';

const measured = measureForgeries('deaf processes');

// It is given five seconds to end its engine.
describe('a process that does not end its engine, and', () => {
  it.each([
    ['refers to parts that are not there', `frames({ $part: 7 })`],
    [
      'calls and reads no answer',
      `deafen(); (async () => { for (let call = 1; ; call++) await frames({ type: 'call', call, name: 'page', args: '[]' }) })()`,
    ],
  ])('%s, is ended', async (name, attack) => {
    const deaf = `tasks.kill = []; on('execute', () => { ${attack} })`;
    const result = await measured(`${name} and keeps its engine`, deaf, (session) =>
      session.execute('print(1)'),
    );
    expect([result.outcome, result.error?.type]).toEqual(['violation', 'SandboxViolation']);
  });

  it.each([
    ['sends output', `frames({ type: 'output', stream: 'stdout', text: 'x'.repeat(4000) })`],
    ['sends small frames', `frames({ type: 'wait' }, { type: 'wait' }, { type: 'wait' })`],
  ])('%s without an end between two cells, is ended', async (name, attack) => {
    const flood = `tasks.kill = []; on('execute', async () => { await done(1); for (;;) await ${attack} })`;
    await measured(`${name} and keeps its engine`, flood, async (session, recipe) => {
      expect((await session.execute('print(1)')).outcome).toBe('ok');
      await eventually(() => {
        expect(recipe.processes.map(({ isGone }) => isGone)).toEqual([true]);
      });
    });
  });
});
