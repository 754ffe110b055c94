import { errorWith } from '@rlm/config/error-with';
import { expect } from 'vitest';

import { serveLimits } from '../../src/serve/limits.js';
import { openClient, openTestServer, type Client } from './serve-client.js';

const begin = async (client: Client) => {
  const texts = [await client.upload('notes.txt', 'In 2001 the comet came back.')];
  return client.start({ question: 'Which comet?', texts, model: 'by-hand' });
};

/** So many clients at once have runs of their own, and all are right, while one more takes all that it may. */
export async function expectOwnRuns(count: number): Promise<void> {
  const runs = { ...serveLimits.runs, running: count + 6, runningPerClient: 4 };
  await using server = await openTestServer({ limits: { runs } });
  const greedy = openClient(server);
  for (let begun = 0; begun < 4; begun += 1) await begin(greedy);
  await expect(begin(greedy)).rejects.toThrow(
    errorWith({ status: 429, code: 'busy', facts: ['you have 4 runs', 'stop one'] }),
  );

  const clients = Array.from({ length: count }, () => openClient(server));
  const answers = await Promise.all(
    clients.map(async (client, index) => {
      const own = `${'The comet came back. '.repeat(index + 1)}Nothing else.`;
      const texts = [await client.upload(`${index}.txt`, own)];
      const question = 'How often does the word comet occur?';
      const { id } = await client.start({ question, texts, model: 'planner' });
      return (await client.end(id)).answer;
    }),
  );
  expect(answers.map((answer) => Number(/\d+/.exec(answer ?? '')?.[0]))).toEqual(
    clients.map((_, index) => index + 1),
  );
  expect(server.faults).toEqual([]);
}
