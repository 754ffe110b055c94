import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { noBrowser, openBrowser, openPage } from '../../../apps/playground/test/page/browser.js';
import { noRedis, startRedis } from '../../../packages/journal/test/support/redis-server.js';
import { compileExample, readExample, start } from './examples.js';
import { run, useProject } from './project.js';
import { root } from './registry.js';

/** Next and React come from the registry of whoever runs this, if it can be reached. */
const npm = (args: string): string => {
  const { status, stdout } = spawnSync('npm', args.split(' '), { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};
const others = npm('config get registry');
const hasNext = npm('view next@16 version --fetch-retries=0') !== '';
const cannotNext = noBrowser ?? (hasNext ? undefined : 'no registry has Next 16');
const skipped = (reason = ''): string => reason && ` (skipped: ${reason})`;

describe.skipIf(cannotNext !== undefined)(`examples/next${skipped(cannotNext)}`, () => {
  const project = useProject(readExample('next').installs, others);

  it('shows code, output and answer as they come; a page that is loaded again goes on', async () => {
    cpSync(`${root}examples/next`, project(), { recursive: true });
    const next = 'node_modules/next/dist/bin/next';
    const env = { NEXT_TELEMETRY_DISABLED: '1', STEP_MS: '1200' };
    // It checks the types too, as strictly as the tsconfig.json says.
    await run(project(), ['node', next, 'build'], env);
    const server = start(project(), [next, 'start', '-H', '127.0.0.1', '-p', '0'], env);
    const url = await server.says(/http:\/\/127\.0\.0\.1:[1-9]\d*/);
    await server.says(/Ready in/);
    const browser = await openBrowser();
    const { page, faults } = await openPage(await browser.newContext(), url);
    await page.goto(url);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.code', { hasText: 'grep(context' }).waitFor();
    expect(await page.locator('.text', { hasText: 'Ines Duarte' }).count()).toBe(0);
    await page.reload();
    await page.locator('.text', { hasText: 'Ines Duarte' }).waitFor({ timeout: 60_000 });
    await page.locator('.code', { hasText: 'FINAL(name); (success)' }).waitFor();
    await page.locator('.query', { hasText: '→ Ines Duarte' }).waitFor();
    expect(await page.locator('.reasoning').count()).toBe(3);
    expect(await page.locator('.budget').textContent()).toMatch(/^\d+ tokens left$/);
    expect(faults).toEqual([]);
    expect((await fetch(`${url}/api/chat`, { method: 'POST', body: '{}' })).status).toBe(400);
    await browser.close();
    await server.kill();
  }, 900_000);
});

describe.skipIf(noRedis !== undefined)(`examples/queue-worker${skipped(noRedis)}`, () => {
  const example = readExample('queue-worker');
  const project = useProject(['@types/node', ...example.installs]);

  it('works on a run that is added, and goes on with it in another worker if the first is killed', async () => {
    const redis = await startRedis();
    const program = await compileExample(project(), example);
    const env = { REDIS_PORT: String(redis.connection.port) };
    const first = program.start('worker.js', env);
    await first.says(/waits for runs/);
    const added = program.start('add.js', env);
    const id = (await added.says(/added \S+/)).slice('added '.length);
    await first.says(new RegExp(`works on ${id}`));
    await first.kill();
    const second = program.start('worker.js', env);
    await second.says(new RegExp(`works on ${id}`));
    expect(await added.says(/^\d+$/m)).toBe(example.prints);
    await second.says(new RegExp(`${id}: ${example.prints}`));
    await second.kill();
    await redis.stop();
  });
});

describe('examples/thousand-questions', () => {
  const example = readExample('thousand-questions');
  const project = useProject(['@types/node', ...example.installs]);

  it('answers 1,000 questions, though it is killed in between', { timeout: 900_000 }, async () => {
    const program = await compileExample(project(), example);
    const first = program.start('main.js');
    await first.says(/^500 of 1,000 questions/m);
    await first.kill();
    const said = await program.start('main.js').says(/1000 of 1000 answered with \d+ calls/);
    // Only calls that were under way when it was killed are made twice.
    expect(Number(/with (\d+)/.exec(said)?.[1])).toBeLessThanOrEqual(1_008);
  });
});
