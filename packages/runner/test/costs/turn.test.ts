import { Worker } from 'node:worker_threads';

import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';
import type { SandboxBackend } from '@rlm/sandbox';
import { expect, it, vi } from 'vitest';

import { runRlm } from '../../src/index.js';
import { costsOfTurn, type Costs } from '../support/count-costs.js';

const block = '```repl\nprint(1)\n```';

const runOf =
  (sandbox: SandboxBackend) =>
  async (turns: number): Promise<void> => {
    let turn = 0;
    const model = (): string => ((turn += 1) < turns ? block : 'FINAL(done)');
    const { result } = runRlm({ model, sandbox, maxSteps: turns, query: 'q', context: 'text' });
    expect((await result).steps.length).toBe(turns);
  };

/** What a turn with one printing cell may cost. Lower a number when it falls; raise one only for something that is worth it. */
const most: Costs = {
  promises: 92,
  timers: 2,
  immediates: 1,
  controllers: 1,
  listeners: 3,
  freezes: 43,
};

it('costs no more promises, timers, signals and frozen objects a turn than it did', async () => {
  const costs = await costsOfTurn(runOf(scripted(['1\n'], { repeatLast: true })));
  for (const kind of Object.keys(most) as (keyof Costs)[]) {
    expect(costs[kind], kind).toBeLessThanOrEqual(most[kind]);
  }
});

it('exchanges few messages with an interpreter a turn', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const emit = vi.spyOn(Worker.prototype, 'emit');
  const run = runOf(quickjs({ process: 'none' }));
  const counted = async (turns: number): Promise<{ sent: number; got: number }> => {
    post.mockClear();
    emit.mockClear();
    await run(turns);
    const got = emit.mock.calls.filter(([name]) => name === 'message').length;
    return { sent: post.mock.calls.length, got };
  };
  try {
    // The first worker also sends its compiled code.
    await counted(5);
    const few = await counted(5);
    const more = await counted(15);
    // A cell that takes long on a busy machine tells early what it printed, which is one message more.
    expect((more.sent - few.sent) / 10).toBeCloseTo(1, 0);
    expect((more.got - few.got) / 10).toBeCloseTo(1, 0);
  } finally {
    post.mockRestore();
    emit.mockRestore();
  }
});
