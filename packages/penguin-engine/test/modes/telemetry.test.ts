import { defineTool, type OpenTelemetryLike } from '@rlm/kernel';
import { ModelError } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { eventually } from '@rlm/config/eventually';
import { describe, expect, it, vi } from 'vitest';

import { runResponse, runTask, type TaskOptions } from '../../src/index.js';

interface Seen {
  readonly name: string;
  readonly parent: string | null;
  readonly attributes: Record<string, unknown>;
  ended: boolean;
  error?: string | undefined;
}

/** A module whose spans are kept as data. */
function recordingApi(): { readonly spans: readonly Seen[]; readonly api: OpenTelemetryLike } {
  const spans: Seen[] = [];
  const startSpan = (name: string, given: { attributes: object }, above: unknown): object => {
    const parent = (above as { seen?: Seen }).seen?.name ?? null;
    const seen: Seen = { name, parent, attributes: { ...given.attributes }, ended: false };
    spans.push(seen);
    return {
      seen,
      setAttribute: (key: string, value: unknown) => (seen.attributes[key] = value),
      setStatus: ({ message }: { message?: string }) => (seen.error = message),
      end: () => {
        seen.ended = true;
      },
    };
  };
  const api = {
    trace: { getTracer: () => ({ startSpan }), setSpan: (_: unknown, span: unknown) => span },
    context: { active: () => ({}) },
  } as unknown as OpenTelemetryLike;
  return { spans, api };
}

const measure = defineTool({
  name: 'measure',
  description: 'Measures a side.',
  execute: (side) => {
    if (side === 'top') throw new Error('too high');
    return `${side}: 7 m, a secret`;
  },
});

async function traced(own: Partial<TaskOptions> = {}, recordContent = false) {
  const { spans, api } = recordingApi();
  const run = runTask({
    model: scriptedModel([
      '<measure>north</measure>',
      '<measure>top</measure>',
      '<finish_task>{"status":"done","summary":"7 m"}</finish_task>',
    ]),
    prompt: 'How long is the north side?',
    tools: [measure],
    telemetry: { api, recordContent },
    ...own,
  });
  const result = await run.result;
  await eventually(() => {
    expect(spans[0]?.ended).toBe(true);
  });
  return { result, spans };
}

describe('telemetry of the agent loop', () => {
  it('makes spans of the run, its model calls and its actions, each below the run, all ended', async () => {
    const { spans } = await traced();
    const root = 'invoke_agent task';
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      [root, null],
      ['chat root', root],
      ['execute_tool measure', root],
      ['chat root', root],
      ['execute_tool measure', root],
      ['chat root', root],
      ['execute_tool finish_task', root],
    ]);
    expect(spans.every(({ ended }) => ended)).toBe(true);
    expect(spans.map(({ error }) => error)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      'error',
      undefined,
      undefined,
    ]);
    expect(spans[0]?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'rlm.status': 'pending_review',
      'rlm.steps': 3,
    });
    expect(spans[1]?.attributes).toHaveProperty('gen_ai.usage.output_tokens');
  });

  it('keeps content out, unless it is to be recorded', async () => {
    expect(JSON.stringify((await traced()).spans)).not.toMatch(/secret|north/);
    const { spans } = await traced({}, true);
    expect(spans[2]?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '"north"',
      'gen_ai.tool.call.result': 'north: 7 m, a secret',
    });
  });

  it('records a run that failed, and the attempts of its calls', async () => {
    const failing = (): never => {
      throw new ModelError('busy', { isRetryable: true });
    };
    const { result, spans } = await traced({
      model: failing,
      retry: { attempts: 2, minDelayMs: 1 },
    });
    expect(result.finishReason).toBe('error');
    expect(spans[0]?.error).toBe(result.stop?.code);
    expect(spans[1]?.attributes).toMatchObject({ 'rlm.attempts': 2 });
  });

  it('leaves a run as it is when the tracer throws, with one diagnostic', async () => {
    const { api } = recordingApi();
    const tracer = {
      startSpan: (): never => {
        throw new Error('exporter down');
      },
    };
    const run = runResponse({
      model: () => 'It is seven.',
      prompt: 'How much?',
      telemetry: { api, tracer },
    });
    const { status, diagnostics } = await run.result;
    expect(status).toBe('completed');
    expect(diagnostics.filter(({ code }) => code === 'telemetry_failed')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('exporter down') as string }),
    ]);
  });

  it('leaves a run as it is when the module is not installed, and says what to install', async () => {
    vi.doMock('@opentelemetry/api', () => {
      throw new Error('Cannot find package');
    });
    try {
      const run = runResponse({ model: () => 'It is seven.', prompt: 'How much?', telemetry: {} });
      const { status, diagnostics } = await run.result;
      expect(status).toBe('completed');
      expect(diagnostics).toMatchObject([
        {
          code: 'telemetry_failed',
          message: expect.stringMatching(/@opentelemetry\/api: install it/) as string,
        },
      ]);
    } finally {
      vi.doUnmock('@opentelemetry/api');
    }
  });

  it('refuses a wrong option', () => {
    const start = () =>
      runResponse({ model: () => 'x', prompt: 'x', telemetry: { api: 1 as never } });
    expect(start).toThrow(expect.objectContaining({ code: 'invalid_option' }) as Error);
  });
});
