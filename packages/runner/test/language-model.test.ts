import { generateText, streamText } from 'ai';
import { describe, expect, it } from 'vitest';

import { asLanguageModel, createRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { fakeBackend } from './support/fake-backend.js';

describe('asLanguageModel', () => {
  const sandbox = fakeBackend();

  it('stands where the AI SDK expects a model', async () => {
    const model = asLanguageModel({
      model: () => cell('FINAL(context.length)'),
      sandbox,
      context: 'abc',
    });
    const { text, finishReason, usage } = await generateText({
      model: model as never,
      prompt: 'How long?',
    });
    expect(text).toBe('3');
    expect(finishReason).toBe('stop');
    expect(usage.inputTokens).toBeTypeOf('number');
  });

  it('streams', async () => {
    const model = asLanguageModel({ model: () => 'FINAL(streamed)', sandbox });
    const { textStream } = streamText({ model: model as never, prompt: 'q' });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('streamed');
  });

  it('takes the conversation as context where there is none', async () => {
    const model = asLanguageModel({ model: () => cell('FINAL(context)'), sandbox });
    const { text } = await generateText({
      model: model as never,
      messages: [
        { role: 'user', content: 'My name is Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
        { role: 'user', content: 'Who am I?' },
      ],
    });
    expect(text).toBe('user: My name is Ada.\n\nassistant: Hello Ada.');
  });

  it('asks a lasting RLM', async () => {
    const rlm = createRlm({ model: () => cell('FINAL(context)'), sandbox, context: 'kept' });
    const { text } = await generateText({ model: asLanguageModel(rlm) as never, prompt: 'q' });
    expect(text).toBe('kept');
    await rlm.close();
  });

  it('rejects where there is no answer', async () => {
    const model = asLanguageModel({ model: () => 'Hm.', sandbox, wrapUp: false });
    const call = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] };
    await expect(model.doGenerate(call)).rejects.toMatchObject({ code: 'no_answer' });
  });
});
