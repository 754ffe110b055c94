import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { noBrowser, openBrowser, openPage } from '../../../../apps/playground/test/page/browser.js';
import { installInto, npmEnv, runNode, userEnv, type Consumer } from '../consumer.js';
import type { LoopbackRegistry } from '../loopback-registry.js';
import { openWorkspaceRegistry } from '../workspace-registry.js';
import { programNamed } from './install-program.js';
import { watch, type Started } from './server.js';

const npm = (args: string): string | undefined => {
  const { status, stdout } = spawnSync('npm', args.split(' '), { env: npmEnv, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** Next and React are installed from npm's registry: too large to be packed again. */
const others = npm('config get registry');
const isReachable =
  npm('view next@16 version --fetch-retries=0 --fetch-timeout=20000') !== undefined;
const cannot = noBrowser ?? (isReachable ? undefined : 'no registry has Next 16');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const why = cannot === undefined ? '' : ` (skipped: ${cannot})`;

describe.skipIf(cannot !== undefined)(`examples/next, read by useChat in Chromium${why}`, () => {
  let registry: LoopbackRegistry;
  let consumer: Consumer;
  let server: Started;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let url: string;

  beforeAll(async () => {
    registry = await openWorkspaceRegistry();
    consumer = await installInto(registry.url, programNamed('next').packages, others);
    const sources = fileURLToPath(new URL('../../../../examples/next', import.meta.url));
    cpSync(sources, consumer.directory, { recursive: true });
    const next = 'node_modules/next/dist/bin/next';
    const env = { NEXT_TELEMETRY_DISABLED: '1', STEP_MS: '1200' };
    // It checks the types of all of it, as strictly as the tsconfig.json says.
    await runNode(consumer.directory, [next, 'build'], env);
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    server = watch(
      spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', port], {
        cwd: consumer.directory,
        env: { ...userEnv, ...env },
      }),
    );
    await server.says(/Ready in/);
    browser = await openBrowser();
  }, 900_000);
  afterAll(async () => {
    await browser.close();
    await server.kill();
    await consumer.remove();
    await registry.close();
  });

  it('shows code, output, sub-query, budget and answer as they come; a page that is loaded again goes on', async () => {
    const { page, faults } = await openPage(await browser.newContext(), url);
    await page.goto(url);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.code', { hasText: 'grep(context' }).waitFor();
    expect(await page.locator('.text', { hasText: 'Ines Duarte' }).count()).toBe(0);

    await page.reload();
    await page.locator('.reasoning', { hasText: 'I look for approvals.' }).waitFor();
    await page.locator('.text', { hasText: 'Ines Duarte' }).waitFor({ timeout: 60_000 });
    const shown = async (part: string): Promise<string> =>
      (await page.locator(part).allTextContents()).join('\n');
    expect(await shown('.code')).toContain('FINAL(name); (success)');
    expect(await shown('.output')).toContain('1 lines');
    expect(await shown('.query')).toContain('approved by Ines Duarte. → Ines Duarte');
    expect(await shown('.budget')).toMatch(/^\d+ tokens left$/);
    // The second load got the whole message once.
    expect(await page.locator('.reasoning').count()).toBe(3);
    expect(faults).toEqual([]);
  });

  it('says what is wrong with a request', async () => {
    const answer = await fetch(`${url}/api/chat`, { method: 'POST', body: '{"id": "x"}' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'Expected a chat with a question.' },
    ]);
    expect((await fetch(`${url}/api/chat/unknown/stream`)).status).toBe(204);
  });
});
