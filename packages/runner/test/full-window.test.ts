import { memoryStore } from '@rlm/journal';
import { ModelError, type ModelFunction, type ModelFunctionRequest } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

const charsOf = ({ messages }: ModelFunctionRequest): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

const refusals: readonly (readonly [what: string, error: object])[] = [
  ['a code', { status: 400, error: { code: 'context_length_exceeded', message: 'No.' } }],
  ['words', { status: 400, message: 'prompt is too long: 9001 tokens > 8192 maximum' }],
  ['the status 413', { status: 413, message: 'Request Entity Too Large' }],
  ['a server that fails', { status: 500, message: 'context size exceeded' }],
  [
    'an error of ours, which a model function made itself',
    new ModelError('maximum context length is 1000 tokens', {
      isRetryable: false,
      statusCode: 400,
    }),
  ],
];

/** A model with a window of `most` characters: its prompts as they were accepted and refused. */
function narrow(
  most: number,
  replies: readonly string[],
  refusal: object = refusals[0]?.[1] ?? {},
) {
  const accepted: number[] = [];
  const refused: number[] = [];
  const last: string[] = [];
  const left = [...replies];
  const model: ModelFunction = (request) => {
    const chars = charsOf(request);
    if (chars > most) {
      refused.push(chars);
      throw refusal instanceof Error ? refusal : Object.assign(new Error('Bad Request'), refusal);
    }
    accepted.push(chars);
    last.push(request.messages.map(({ content }) => content).join('\n'));
    if (request.purpose === 'summary') return 'in short';
    if (request.messages.at(-1)?.content.startsWith('The run ends here') === true)
      return 'FINAL(best)';
    return left.shift() ?? 'FINAL(done)';
  };
  return { model, accepted, refused, last };
}

const print = (chars: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    cell(`print("found ${String(at)} ${'x'.repeat(chars)}")`),
  );

const run = (model: ModelFunction, options: Partial<RunRlmOptions> = {}) =>
  runRlm({ model, sandbox: watchedBackend(), query: 'the question', context: 'a', ...options })
    .result;

describe('a prompt that the model refuses as too long', () => {
  it.each(refusals)('is shortened, and asked again once: %s', async (_, refusal) => {
    const { model, refused, accepted, last } = narrow(30_000, print(9_000, 3), refusal);
    const result = await run(model);
    expect(result).toMatchObject({ answer: 'done', finishReason: 'final' });
    expect(refused).toHaveLength(1);
    expect(accepted).toHaveLength(4);
    expect(last.at(-1)).toContain('found 2');
    expect(last.at(-1)).toContain('are summed up here');
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['prompt_shortened']);
  });

  it.each<[string, Partial<RunRlmOptions>]>([
    ['by default', {}],
    ['without compaction', { compaction: false }],
    ['with summaries of the model', { compaction: { policy: 'llm' } }],
    ['with few turns', { compaction: { keepTurns: 1 } }],
  ])('is not refused again: the limit holds for later steps %s', async (_, options) => {
    const { model, refused, accepted } = narrow(30_000, print(7_000, 14));
    const result = await run(model, { maxSteps: 20, ...options });
    expect(result.answer).toBe('done');
    expect(accepted.length).toBeGreaterThan(14);
    // The model that sums up may refuse what it is to sum up.
    expect(refused.length).toBeLessThan(options.compaction === undefined ? 2 : 3);
  });

  it('is cut within its last turn if need be', async () => {
    const { model, refused, last } = narrow(14_000, print(15_000, 2));
    const result = await run(model);
    expect(result.answer).toBe('done');
    expect(refused).toHaveLength(1);
    expect(last.at(-1)).toContain('characters left out');
  });

  it('is wrapped up over the short one if that is refused too', async () => {
    const { model, accepted } = narrow(Infinity, print(4_000, 3));
    let [refusals, later] = [0, 0];
    const result = await run((request) => {
      const isLast = request.messages.at(-1)?.content.startsWith('The run ends here') === true;
      if (accepted.length < 3 || isLast) {
        if (isLast) later = charsOf(request);
        return model(request);
      }
      refusals += 1;
      throw Object.assign(new Error('prompt is too long'), { status: 400 });
    });
    expect(refusals).toBe(2);
    expect(later).toBeLessThan(Math.max(...accepted));
    expect(result).toMatchObject({ answer: 'best', source: 'wrap-up', finishReason: 'error' });
    expect(result.stop).toMatchObject({ code: 'provider_error' });
  });

  it('ends the run as before if it is the first', async () => {
    const { model, refused } = narrow(100, []);
    const result = await run(model);
    expect(refused).toHaveLength(1);
    expect(result).toMatchObject({ answer: null, finishReason: 'error', diagnostics: [] });
    expect(result.stop?.code).toBe('provider_error');
  });

  it('is shortened in a wrap-up too', async () => {
    const { model, refused } = narrow(14_500, print(4_000, 2));
    const result = await run(model, { maxSteps: 2 });
    expect(refused).toHaveLength(1);
    expect(result).toMatchObject({ answer: 'best', finishReason: 'max_steps' });
  });

  it('is no rate limit that speaks of tokens', async () => {
    const message =
      'Rate limit reached on tokens per minute (TPM): reduce the length of the messages';
    const { model, refused } = narrow(14_000, print(9_000, 2), { status: 429, message });
    const result = await run(model, { retry: { minDelayMs: 0, maxDelayMs: 0 } });
    expect(refused).toHaveLength(3);
    expect(new Set(refused).size).toBe(1);
    expect(result).toMatchObject({ finishReason: 'error', diagnostics: [] });
  });

  it('is shortened in the same way when the run is resumed', async () => {
    const store = memoryStore();
    const first = narrow(30_000, print(9_000, 5));
    const whole = await run(first.model, { journal: await store.create({ runId: 'a' }) });
    const again = narrow(30_000, []);
    const resumed = await run(again.model, { journal: await store.open('a') });
    expect(again.accepted).toEqual([]);
    expect(resumed.answer).toBe(whole.answer);
    expect(resumed.diagnostics.map(({ code }) => code)).toContain('prompt_shortened');
  });
});
