import type { ModelFunction } from '@rlm/penguin-engine/model';
import { scriptedModel } from '@rlm/penguin-engine/testing';
import { context, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';

import { runRlm, type SpanLike, type TelemetryOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { fakeBackend } from './support/fake-backend.js';

interface Seen {
  readonly name: string;
  readonly parent: string | null;
  readonly attributes: Record<string, unknown>;
  ended: boolean;
  error?: string | undefined;
}

async function traced(options: Partial<TelemetryOptions> = {}): Promise<readonly Seen[]> {
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
      scriptedModel([cell('await llm_query("s"); nope()'), cell('FINAL(await rlm_query("r"))')]),
      child,
    ],
    subModel: () => ({ text: 'secret', usage: { inputTokens: 1, outputTokens: 2 } }),
    sandbox: fakeBackend(),
    query: 'the question',
    telemetry: { api: { trace, context }, tracer, ...options },
  });
  await run.result;
  await new Promise((resolve) => setTimeout(resolve, 10));
  return spans;
}

describe('telemetry', () => {
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

  it('loads the installed module by itself', async () => {
    const run = runRlm({
      model: () => 'FINAL(1)',
      sandbox: fakeBackend(),
      query: 'q',
      telemetry: {},
    });
    expect(await run.result).toMatchObject({ answer: '1' });
  });
});
