import type { ModelFunction } from '@rlm/kernel/model';
import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { FINAL } from '@rlm/termination';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { createRlm, runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** Answers every question but those that begin with "never". */
const mostly: ModelFunction = ({ messages }) => {
  const prompt = messages.at(-1)?.content ?? '';
  return prompt.startsWith('never') ? new Promise<string>(() => undefined) : `SUB:${prompt}`;
};

const replies = (): readonly string[] => [
  cell('rs = await llm_query_batched(["a", "never", "b"]); print(rs)'),
  cell('FINAL(rs)'),
];

describe('a batch whose time runs out', () => {
  it('keeps the answers that came, when a host call may not take longer', async () => {
    const model = scriptedModel(replies());
    const sandboxLimits = { callTimeoutMs: 54_321, graceMs: 60_000 };
    // The time is over when two have answered, however busy the machine is.
    const timers: (() => void)[] = [];
    const real = setTimeout;
    const spy = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((work: () => void, ms?: number) => {
        if (ms !== sandboxLimits.callTimeoutMs) return real(work, ms);
        timers.push(work);
        return real(() => undefined);
      });
    onTestFinished(() => {
      spy.mockRestore();
    });
    const run = runRlm({ model, subModel: mostly, sandbox: quickjs(), query: 'q', sandboxLimits });
    let asked = 0;
    for await (const event of run) {
      if (event.type === 'query-end') asked += 1;
      if (asked === 2) for (const work of timers.splice(0)) work();
    }
    expect((await run.result).value).toEqual(['SUB:a', null, 'SUB:b']);
    const told = model.calls[1]?.messages.at(-1)?.content;
    expect(told).toMatch(/\b1 of 3 .*\bllm_query_batched failed\b/);
    expect(told).toMatch(/\[1\] llm_query_batched .* 54321 ms/);
  });

  it.each(['runRlm', 'createRlm', 'a child'] as const)(
    'keeps the answers that came, when the time of the run is nearly over (%s)',
    async (loop) => {
      const clock = manualClock();
      const own = scriptedModel(replies());
      const model =
        loop === 'a child' ? ([() => cell('FINAL(await rlm_query("q"))'), own] as const) : own;
      const options = {
        model,
        subModel: mostly,
        sandbox: quickjs(),
        clock,
        limits: { timeoutMs: 60_000 },
      };
      const rlm = createRlm(options);
      const run = loop === 'createRlm' ? rlm.run('q') : runRlm({ ...options, query: 'q' });
      let asked = 0;
      for await (const event of run) {
        if (event.type === 'query-end' && event.kind === 'llm_query') asked += 1;
        if (asked === 2) {
          asked = 0;
          await clock.advance(54_000);
        }
      }
      const { value, finishReason } = await run.result;
      expect(finishReason).toBe('final');
      if (loop !== 'a child') expect(value).toEqual(['SUB:a', null, 'SUB:b']);
      const told = own.calls[1]?.messages.at(-1)?.content;
      expect(told).toMatch(/\[1\] .*\btime\b.*\bover\b/);
      await rlm.close();
    },
  );

  it('is not cut at the time that one call may take', async () => {
    const { result } = runRlm({
      model: () => cell('FINAL(await llm_query_batched(["a", "never"]))'),
      subModel: mostly,
      sandbox: quickjs(),
      query: 'q',
      limits: { callTimeoutMs: 50, timeoutMs: 60_000 },
    });
    expect((await result).value).toEqual(['SUB:a', null]);
  });
});

describe('a batch', () => {
  it('leaves no timer behind', async () => {
    const clock = manualClock();
    const { result } = runRlm({
      model: scriptedModel([
        cell('rs = await llm_query_batched(["a", "b"]); print(rs)'),
        () => {
          // The times of the run and of this call, and not that of the batch.
          sleeping.push(clock.sleeping);
          return cell('FINAL(rs)');
        },
      ]),
      subModel: mostly,
      sandbox: quickjs(),
      query: 'q',
      clock,
      limits: { timeoutMs: 60_000 },
    });
    const sleeping: number[] = [];
    expect((await result).value).toEqual(['SUB:a', 'SUB:b']);
    expect([...sleeping, clock.sleeping]).toEqual([2, 0]);
  });

  it('waits for nobody else when host code calls FINAL', async () => {
    const subModel: ModelFunction = (request) =>
      request.messages.at(-1)?.content === 'end' ? FINAL('enough') : mostly(request);
    const model = scriptedModel([
      cell('await llm_query_batched(["never", "end", "a"])'),
      'FINAL(the program went on)',
    ]);
    const limits = { timeoutMs: 100_000 };
    const { result } = runRlm({ model, subModel, sandbox: quickjs(), query: 'q', limits });
    expect(await result).toMatchObject({ finishReason: 'final' });
  });

  it('of more prompts than a run may ever ask is refused before anything is asked', async () => {
    const model = scriptedModel([
      cell('await llm_query("a")'),
      cell('await llm_query_batched(Array.from({ length: 10_003 }, () => "a"))'),
      'FINAL(1)',
    ]);
    const { calls } = await runRlm({
      model,
      subModel: mostly,
      sandbox: quickjs(),
      query: 'q',
      limits: { maxSubQueries: 2 },
    }).result;
    expect(model.calls[2]?.messages.at(-1)?.content).toMatch(/\b10003 .* 10002 calls .*\(10001 /);
    expect(calls).toMatchObject({ sub: 1, failed: 0 });
  });
});
