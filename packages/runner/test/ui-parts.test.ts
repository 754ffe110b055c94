import { scripted } from '@rlm/sandbox/scripted';
import { expect, it } from 'vitest';

import { runRlm } from '../src/index.js';
import { toUIMessageStream, type RunUIChunk } from '../src/ui/index.js';
import { cell } from './support/cell.js';

it('a part of a stream for useChat has at most 16,000 characters of each text', async () => {
  const long = 'x'.repeat(100_000);
  const run = runRlm({
    model: () => cell(`look // ${long}`),
    subModel: () => long,
    sandbox: scripted([
      async (_, guest) => {
        await guest.call('llm_query', long);
        return { stdout: long, error: { type: 'E', message: long } };
      },
    ]),
    query: 'q',
    maxSteps: 1,
  });
  const parts: RunUIChunk[] = [];
  for await (const chunk of toUIMessageStream(run)) parts.push(chunk);
  const texts = parts
    .filter(({ type }) => type.startsWith('data-'))
    .flatMap((part) => Object.values('data' in part ? part.data : {}))
    .filter((value) => typeof value === 'string' && value.length > 1_000) as string[];
  expect(texts.length).toBeGreaterThanOrEqual(5);
  for (const text of texts) expect(text.length).toBeLessThan(16_100);
});
