import { defineTool } from '@rlm/kernel';
import type { ModelFunction, ModelFunctionRequest, RequestMessage } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask, type EngineEvent } from '../../src/index.js';

const charsOf = ({ messages }: ModelFunctionRequest): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

const look = defineTool({
  name: 'look',
  description: 'Looks at a page',
  execute: (page) => `page ${page}: ${'x'.repeat(9_000)} end of ${page}`,
});

/** A model with a window of `most` characters that looks at some pages, then finishes. */
function narrow(most: number, pages: number, isNative: boolean, finish: string) {
  const accepted: number[] = [];
  const refused: number[] = [];
  let asked: readonly RequestMessage[] = [];
  const model: ModelFunction = (request) => {
    const chars = charsOf(request);
    if (chars > most) {
      refused.push(chars);
      throw Object.assign(new Error('prompt is too long'), { status: 400 });
    }
    accepted.push(chars);
    asked = request.messages;
    const page = accepted.length;
    if (page > pages) return `All pages were read.\n<${finish}>{"status":"done"}</${finish}>`;
    if (!isNative) return `<look>${String(page)}</look>`;
    return { text: '', toolCalls: [{ id: `c${String(page)}`, name: 'look', arguments: { page } }] };
  };
  return { model, accepted, refused, asked: () => asked };
}

describe.each([
  ['runTask', runTask, 'finish_task'],
  ['runResponse', runResponse, 'finish_response'],
] as const)('%s, whose conversation the model refuses as too long', (_, runMode, finish) => {
  const run = async (model: ModelFunction, prompt = 'Read all pages') => {
    const events: EngineEvent[] = [];
    const ran = runMode({ model, tools: [look], prompt, maxSteps: 12 });
    for await (const event of ran) events.push(event);
    return { result: await ran.result, events };
  };

  it.each([
    ['tags', false],
    ['native calls', true],
  ])('leaves out old turns, asks again once, and keeps to it: %s', async (__, isNative) => {
    const { model, accepted, refused, asked } = narrow(32_000, 8, isNative, finish);
    const { result, events } = await run(model);
    expect(result.error).toBeUndefined();
    expect(accepted.length).toBeGreaterThanOrEqual(9);
    expect(refused).toHaveLength(1);
    expect(result.steps).toHaveLength(accepted.length);
    expect(result.diagnostics.map(({ code }) => code)).toContain('prompt_shortened');
    expect(events.some(({ type }) => type === 'context-trim')).toBe(true);
    expect(asked().some(({ content }) => content.includes('Read all pages'))).toBe(true);
    // A call and its result stay together.
    const calls = asked().flatMap((said) =>
      said.role === 'assistant' ? (said.toolCalls ?? []) : [],
    );
    const results = asked().flatMap((said) => (said.role === 'tool' ? said.callId : []));
    expect(results).toEqual(calls.map(({ id }) => id));
  });

  it('cuts the latest turn if need be', async () => {
    const { model, refused, asked } = narrow(8_000, 1, true, finish);
    const { result } = await run(model);
    expect(result.error).toBeUndefined();
    expect(refused).toHaveLength(1);
    const shown = asked().map(({ content }) => content);
    expect(shown.some((content) => /page .* characters left out[^]* end of/s.test(content))).toBe(
      true,
    );
  });

  it('ends as before if nothing can be left out', async () => {
    const { model, refused } = narrow(100, 1, true, finish);
    const { result } = await run(model);
    expect(refused).toHaveLength(1);
    expect(result).toMatchObject({
      status: 'provider_error',
      steps: { length: 1 },
      diagnostics: [],
    });
    expect(result.stop?.message).toContain('prompt is too long');
  });

  it('ends after the second refusal', async () => {
    let calls = 0;
    const { result } = await run(() => {
      calls += 1;
      if (calls === 1) return '<look>1</look>';
      throw Object.assign(new Error('Request Entity Too Large'), { status: 413 });
    });
    expect(calls).toBe(3);
    expect(result).toMatchObject({ status: 'provider_error', steps: { length: 2 } });
  });
});
