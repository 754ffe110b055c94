import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { context, trace } from '@opentelemetry/api';
import { eventually } from '@rlm/config/eventually';
import { describe, expect, it, vi } from 'vitest';

import { runRlm, type RunRlmOptions, type SpanLike, type TelemetryOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

interface Seen {
  readonly name: string;
  readonly parent: string | null;
  readonly attributes: Record<string, unknown>;
  ended: boolean;
  error?: string | undefined;
}

async function traced(
  options: Partial<TelemetryOptions> = {},
  own: Partial<RunRlmOptions> = {},
): Promise<readonly Seen[]> {
  const spans: Seen[] = [];
  const tracer = {
    startSpan(name: string, given?: { attributes?: Record<string, unknown> }, parent?: unknown) {
      const above = parent === undefined ? undefined : trace.getSpan(parent as never);
      const seen: Seen = {
        name,
        parent: (above as unknown as { seen?: Seen } | undefined)?.seen?.name ?? null,
        attributes: { ...given?.attributes },
        ended: false,
      };
      spans.push(seen);
      const span: SpanLike & { seen: Seen } = {
        seen,
        setAttribute: (key, value) => (seen.attributes[key] = value),
        setStatus: ({ message }) => (seen.error = message),
        end: () => {
          seen.ended = true;
        },
      };
      return span;
    },
  };
  const child: ModelFunction = () => cell('FINAL("from the child")');
  const run = runRlm({
    model: [
      scriptedModel([
        cell('await llm_query("s"); throw new Error("nope")'),
        cell('FINAL(await rlm_query("r"))'),
      ]),
      child,
    ],
    subModel: () => ({ text: 'secret', usage: { inputTokens: 1, outputTokens: 2 } }),
    sandbox: watchedBackend(),
    query: 'the question',
    telemetry: { api: { trace, context }, tracer, ...options },
    ...own,
  });
  await run.result;
  await eventually(() => {
    expect(spans[0]?.ended).toBe(true);
  });
  return spans;
}

describe('telemetry', () => {
  it('counts the tokens that came from a cache, if there were any', async () => {
    const usage = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 5 };
    const spans = await traced({}, { model: () => ({ text: cell('FINAL(1)'), usage }) });
    const key = 'gen_ai.usage.cache_read.input_tokens';
    const counted = spans.filter(
      ({ attributes }) => attributes['gen_ai.usage.input_tokens'] === 100,
    );
    expect(counted.map(({ attributes }) => attributes[key])).toEqual([60, 60]);
    expect((await traced()).some(({ attributes }) => key in attributes)).toBe(false);
  });

  it('makes spans of calls for a summary', async () => {
    const left = [cell('print("a".repeat(400))'), cell('print(2)')];
    const spans = await traced(
      {},
      {
        model: ({ purpose }) => (purpose === 'summary' ? 'short' : (left.shift() ?? 'FINAL(1)')),
        compaction: { maxChars: 100, keepTurns: 1, policy: 'llm' },
      },
    );
    const summaries = spans.filter(({ name }) => name === 'chat summary');
    expect(summaries.map(({ parent, ended }) => [parent, ended])).toEqual([
      ['invoke_workflow rlm', true],
    ]);
    expect(summaries[0]?.attributes).toHaveProperty('gen_ai.usage.output_tokens');
  });

  it('makes spans of runs, model calls and code, each below its run, all ended', async () => {
    const spans = await traced();
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      ['invoke_workflow rlm', null],
      ['chat root', 'invoke_workflow rlm'],
      ['execute_tool repl', 'invoke_workflow rlm'],
      ['chat sub', 'invoke_workflow rlm'],
      ['chat root', 'invoke_workflow rlm'],
      ['execute_tool repl', 'invoke_workflow rlm'],
      ['invoke_workflow rlm', 'invoke_workflow rlm'],
      ['chat root', 'invoke_workflow rlm'],
      ['execute_tool repl', 'invoke_workflow rlm'],
    ]);
    expect(spans.every(({ ended }) => ended)).toBe(true);
    expect(spans[2]?.error).toBe('error');
    expect(spans[0]?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_workflow',
      'rlm.finish_reason': 'final',
    });
  });

  it('keeps content out, unless it is told to record it', async () => {
    expect(JSON.stringify(await traced())).not.toMatch(/secret|question|nope|from the child/);
    expect(JSON.stringify(await traced({ recordContent: true }))).toMatch(/the question/);
  });

  it.each(['startSpan', 'setAttribute', 'end'] as const)(
    'leaves a run as it is when %s throws, and says so once in a diagnostic',
    async (method) => {
      const broken = (): never => {
        throw new Error('exporter down');
      };
      const span = { setAttribute: () => span, setStatus: () => span, end: () => undefined };
      const tracer =
        method === 'startSpan'
          ? { startSpan: broken }
          : { startSpan: () => ({ ...span, [method]: broken }) };
      const model = scriptedModel([cell('x = await llm_query("s")'), cell('FINAL(x)')]);
      const run = runRlm({
        model,
        subModel: () => 'said',
        sandbox: watchedBackend(),
        query: 'q',
        telemetry: { api: { trace, context }, tracer },
      });
      const result = await run.result;
      expect(result).toMatchObject({ answer: 'said', finishReason: 'final' });
      expect(result.diagnostics.filter(({ code }) => code === 'telemetry_failed')).toEqual([
        expect.objectContaining({ message: expect.stringContaining('exporter down') as string }),
      ]);
    },
  );

  it('leaves a run as it is when the module is missing, and says what to install', async () => {
    vi.doMock('@opentelemetry/api', () => {
      throw new Error('Cannot find package');
    });
    try {
      const run = runRlm({
        model: () => 'FINAL(1)',
        sandbox: watchedBackend(),
        query: 'q',
        context: 'a',
        telemetry: {},
      });
      expect(await run.result).toMatchObject({
        answer: '1',
        diagnostics: [
          {
            code: 'telemetry_failed',
            message: expect.stringMatching(/@opentelemetry\/api: install it/) as string,
          },
        ],
      });
    } finally {
      vi.doUnmock('@opentelemetry/api');
    }
  });

  it('loads the installed module by itself', async () => {
    const run = runRlm({
      model: () => 'FINAL(1)',
      sandbox: watchedBackend(),
      query: 'q',
      telemetry: {},
    });
    expect(await run.result).toMatchObject({ answer: '1' });
  });
});
