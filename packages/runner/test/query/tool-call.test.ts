import { invalidOption } from '@rlm/config/options-suite';
import {
  type ApprovalRequest,
  defineTool,
  requiresApproval,
  type Tool,
  type ToolContext,
  withTimeout,
} from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

import {
  createRlm,
  runRlm,
  type RlmOptions,
  type RlmResult,
  type RlmTool,
} from '../../src/index.js';
import { cell } from '../support/cell.js';

const sandbox = quickjs();

/** Runs code as the first cell of a run, of a session that lasts, of a child run. */
type Loop = (code: string, options: Partial<RlmOptions>) => Promise<RlmResult>;

const scripted = (code: string): ModelFunction => scriptedModel([cell(code), 'FINAL(nothing)']);

const loops: readonly (readonly [string, Loop])[] = [
  [
    'runRlm',
    async (code, options) =>
      runRlm({ model: scripted(code), sandbox, query: 'q', context: 'a', ...options }).result,
  ],
  [
    'createRlm',
    async (code, options) => {
      const rlm = createRlm({ model: scripted(code), sandbox, context: 'a', ...options });
      const result = await rlm.run('q').result;
      await rlm.close();
      return result;
    },
  ],
  [
    'a child run',
    async (code, options) => {
      const root = scripted('FINAL(await rlm_query("q"))');
      return runRlm({
        model: [root, scripted(code)],
        sandbox,
        query: 'q',
        context: 'a',
        ...options,
      }).result;
    },
  ],
];

const transfer = (carriedOut: unknown[]): Tool =>
  defineTool({
    name: 'transfer',
    description: 'Transfers money.',
    input: z.object({ usd: z.number() }),
    execute: (input) => {
      carriedOut.push(input);
      return { done: true };
    },
  });

describe.each(loops)('a tool that needs approval, called in %s', (_, run) => {
  it('runs when a person agrees, who sees what is to be done', async () => {
    const carriedOut: unknown[] = [];
    const asked: ApprovalRequest[] = [];
    const { answer } = await run('FINAL((await transfer({ usd: 5 })).done)', {
      tools: [requiresApproval(transfer(carriedOut))],
      approve: async (request) => Promise.resolve(asked.push(request) > 0),
    });
    expect(answer).toBe('true');
    expect(carriedOut).toEqual([{ usd: 5 }]);
    expect(asked).toMatchObject([
      { action: 'transfer', arguments: { usd: 5 }, reason: 'requires_approval' },
    ]);
  });

  it('does not run when a person refuses: code gets an exception that it can catch', async () => {
    const carriedOut: unknown[] = [];
    const { answer } = await run(
      'try { await transfer({ usd: 5 }) } catch (error) { FINAL(error.message) }',
      { tools: [requiresApproval(transfer(carriedOut))], approve: () => false },
    );
    expect(answer).toMatch(/\btransfer .*not approved\b/);
    expect(carriedOut).toEqual([]);
  });

  it('asks only where its rule says so', async () => {
    const carriedOut: unknown[] = [];
    const tool = requiresApproval(
      transfer(carriedOut),
      (input) => (input as { usd: number }).usd > 3,
    );
    const { answer } = await run(
      'await transfer({ usd: 1 }); try { await transfer({ usd: 5 }) } catch { FINAL("no") }',
      { tools: [tool], approve: () => false },
    );
    expect(answer).toBe('no');
    expect(carriedOut).toEqual([{ usd: 1 }]);
  });

  it('is refused before the run starts when nobody can be asked', async () => {
    const refused = run('FINAL(1)', { tools: [requiresApproval(transfer([]))] });
    await expect(refused).rejects.toThrow(invalidOption('approve', 'tool transfer'));
  });
});

describe.each(loops.slice(0, 2))(
  'a tool that needs approval, if approve is broken, in %s',
  (_, run) => {
    it('does not run if approve throws: the host is told, and so is the code', async () => {
      const carriedOut: unknown[] = [];
      const { answer, diagnostics } = await run(
        'try { await transfer({ usd: 5 }) } catch (error) { FINAL(error.message) }',
        {
          tools: [requiresApproval(transfer(carriedOut))],
          approve: () => {
            throw new Error('no one is there');
          },
        },
      );
      expect(answer).toMatch(/\btransfer .*not approved: .*: no one /);
      expect(carriedOut).toEqual([]);
      expect(diagnostics).toMatchObject([{ code: 'approval_failed', step: 1 }]);
    });

    it('ends the run with an error if approve gives no answer, whatever the code catches', async () => {
      const carriedOut: unknown[] = [];
      const { finishReason, stop } = await run(
        'try { await transfer({ usd: 5 }) } catch { print("on") }',
        { tools: [requiresApproval(transfer(carriedOut))], approve: () => 'yes' as never },
      );
      expect(finishReason).toBe('error');
      expect(stop?.message).toMatch(/^Expected approve\(\) .*, got "yes"\.$/);
      expect(carriedOut).toEqual([]);
    });
  },
);

describe.each(loops)('a tool called in %s', (_, run) => {
  it.each([
    ['7', '7'],
    ['"text"', 'text'],
    ['[1, 2]', '[1,2]'],
    ['{}', '{}'],
    ['{ a: 1 }', '{"a":1}'],
    ['null', 'null'],
    ['false', 'false'],
    ['', ''],
  ])('gets what code passed if it has no schema: done(%s)', async (argument, text) => {
    const got: unknown[] = [];
    const done = defineTool({ name: 'done', description: '', execute: (input) => got.push(input) });
    await run(`await done(${argument}); FINAL(1)`, { tools: [done] });
    expect(got).toEqual([text]);
  });

  it('ends after its time-out', async () => {
    const hangs = defineTool({
      name: 'hangs',
      description: '',
      execute: () => new Promise(() => undefined),
    });
    const { answer } = await run('try { await hangs("") } catch (error) { FINAL(error.message) }', {
      tools: [withTimeout(hangs, 20)],
    });
    expect(answer).toMatch(/\blonger than 20 ms\b/);
  });

  it('gets its input as data: text stays text, and values come back as values', async () => {
    const seen: unknown[] = [];
    const note = (value: unknown): unknown => {
      seen.push(value);
      return value;
    };
    const { answer } = await run(
      'FINAL(JSON.stringify([await text("5"), await any({ a: [1] }), await typed("5"), await text()]))',
      {
        tools: [
          defineTool({ name: 'text', description: '', execute: note }),
          { name: 'any', description: '', execute: note },
          { name: 'typed', description: '', input: z.string(), execute: note },
        ],
      },
    );
    expect(seen).toEqual(['5', { a: [1] }, '5', '']);
    expect(answer).toBe(JSON.stringify(seen));
  });
});

/** Never called: the compiler checks that an engine's tool is an `RlmTool`, which gets no more than the engine gives. */
export function toolsMustFit(): void {
  expectTypeOf<Tool>().toExtend<RlmTool>();
  type Execute = RlmTool['execute'];
  expectTypeOf<(input: { a: number }, context: ToolContext) => number>().toExtend<Execute>();
  expectTypeOf<(input: string, context: { nothing: string }) => string>().not.toExtend<Execute>();
}
