import { describe, expect, it } from 'vitest';
import { collect, createRun, runLoop } from '../../src/kernel/index.js';
import { actionResult, countingProtocol } from './helpers.js';

describe('runLoop', () => {
  it('yields a run to its answer', async () => {
    const protocol = countingProtocol(async (count) =>
      count === 2 ? { final: 'yes' } : 'continue',
    );
    const types: string[] = [];
    for await (const event of runLoop(protocol, null)) types.push(`${event.type}@${event.step}`);
    expect(types).toEqual([
      'run-start@0',
      'step-start@1',
      'ping@1',
      'step-end@1',
      'step-start@2',
      'ping@2',
      'step-end@2',
      'run-end@2',
    ]);
    const outcome = await collect(runLoop(protocol, null));
    expect(outcome).toMatchObject({ status: 'final', answer: 'yes', steps: 2 });
    expect(await createRun(protocol, null).result).toMatchObject({
      status: 'final',
      answer: 'yes',
      steps: 2,
    });
    void actionResult;
  });
});
