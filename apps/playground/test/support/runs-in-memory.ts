import { expect } from 'vitest';

import type { RunInfo } from '../../src/api.js';
import { serveLimits } from '../../src/serve/limits.js';
import type { LiveRun } from '../../src/serve/runs/live-run.js';
import { openClient, openTestServer, type TestServer } from './serve-client.js';

const megabyte = 2 ** 20;

const waitForPrompt = async (run: LiveRun): Promise<void> => {
  while (run.parts.desk?.pending().length === 0 && !run.hasEnded)
    await new Promise((resolve) => setTimeout(resolve, 5));
};
/** Plays a by-hand run: code first, then a word for each prompt, up to a number. */
async function play(run: LiveRun, code: string, replies: number): Promise<void> {
  const { desk } = run.parts;
  for (let count = 0; count <= replies; count += 1) {
    await waitForPrompt(run);
    const [prompt] = desk?.pending() ?? [];
    if (prompt === undefined) return;
    const text = count === 0 ? `I ask.\n\`\`\`js\n${code}\n\`\`\`\n` : 'yes';
    desk?.reply({ promptId: prompt.promptId, text });
  }
}
const asking = (times: number, scale: number): string =>
  `const big = 'x'.repeat(${7_800_000 * scale}); for (let n = 0; n < ${times}; n += 1) await llm_query(n + big);`;
const keptBy = (opened: TestServer, infos: readonly RunInfo[]) =>
  Promise.all(infos.map(async ({ id }) => (await opened.runs.catalogue.show(id)).keptBytes));

/**
 * A run keeps so much, and all runs together: then they are stopped.
 *
 * @param scale The share of the limits that the server has by itself, and of what the runs keep.
 */
export async function expectRunsToBeStopped(scale: number): Promise<void> {
  const bytesPerRun = serveLimits.bytesPerRun * scale;
  const keptBytes = serveLimits.runs.keptBytes * scale;
  await using opened = await openTestServer({
    limits: { bytesPerRun, runs: { ...serveLimits.runs, keptBytes } },
  });
  const client = openClient(opened);
  const texts = [await client.upload('a.txt', 'The comet.')];
  const begin = async (): Promise<LiveRun> => {
    const { id } = await client.start({ question: 'Which?', texts, model: 'by-hand' });
    return opened.runs.catalogue.show(id);
  };
  const greedy = await begin();
  await play(greedy, asking(40, scale), 40);
  await greedy.ended;
  expect(greedy.info()).toMatchObject({ status: 'open', finishReason: 'aborted' });
  // One event, and one prompt, may be more than fits.
  const slack = 48 * megabyte * scale;
  expect(greedy.keptBytes).toBeLessThan(bytesPerRun + slack);

  // The others are nearly full, and one event is one too many for all together.
  const line = JSON.stringify({ type: 'output-delta', text: 'x'.repeat(megabyte * scale) });
  const others: LiveRun[] = [];
  while (others.length < 9 && others.every(({ hasEnded }) => !hasEnded)) {
    const run = await begin();
    others.push(run);
    // Each 100 MB, and the sixth what is left.
    for (let count = 0; count < (others.length < 6 ? 50 : 8); count += 1) run.log.append(line);
    await play(run, 'print(1)', 0);
    await Promise.race([run.ended, waitForPrompt(run)]);
    const { runs } = await client.json<{ runs: RunInfo[] }>('GET', '/api/runs');
    const sum = (await keptBy(opened, runs)).reduce((bytes, each) => bytes + each, 0);
    expect(sum).toBeLessThan(keptBytes + slack);
  }
  expect(others.at(-1)?.info()).toMatchObject({ status: 'open', finishReason: 'aborted' });
  // The one that had ended made room first.
  const { runs } = await client.json<{ runs: RunInfo[] }>('GET', '/api/runs');
  expect(runs.map(({ id }) => id)).not.toContain(greedy.parts.id);
}
