import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import type { Ended } from '../support/run-command.js';

let folder: NotesFolder;
let server: OpenAiServer;
let state = '';
beforeEach(async () => {
  folder = await notesFolder();
  state = await mkdtemp(join(tmpdir(), 'rlm-state-'));
  server = await startOpenAiServer(() => '```js\nFINAL("2001")\n```');
});
afterEach(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
  await rm(state, { recursive: true, force: true });
});

const put = (config: unknown, file = 'rlm.config.json'): Promise<void> =>
  writeFile(join(folder.path, file), typeof config === 'string' ? config : JSON.stringify(config));
const rlm = (args: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
  folder.rlm(args, { environment: { XDG_STATE_HOME: state, RLM_API_KEY: 'k', ...more } });
const ask = ['ask', 'Which comet?', 'notes', '--no-journal'];

describe('rlm.config.json', () => {
  it('wins over the environment, and the command line wins over it; the person sees what it sets', async () => {
    await put({ model: 'of-the-file', temperature: 0.5, retries: 0 });
    const environment = { RLM_BASE_URL: server.baseUrl, RLM_MODEL: 'of-the-environment' };
    const { code, stdout, stderr } = await rlm(ask, environment);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '2001\n' });
    expect(stderr).toMatch(/\brlm\.config\.json \(model, temperature, retries\)\n/);
    expect(stderr).toMatch(/^Model: of-the-file \(.*, [\d.:]+\), .*\brlm\.config\.json$/m);
    expect(server.requests[0]).toMatchObject({ model: 'of-the-file', temperature: 0.5 });

    await rlm([...ask, '--model', 'of-the-line', '--quiet'], environment);
    expect(server.requests[1]).toMatchObject({ model: 'of-the-line', temperature: 0.5 });

    const without = await rlm([...ask, '--config', 'none'], environment);
    expect(without.stderr).not.toContain('Settings:');
    expect(server.requests[2]).toMatchObject({ model: 'of-the-environment' });
    expect(server.requests[2]).not.toHaveProperty('temperature');
  });

  it('can be another file, whose paths are seen from its folder', async () => {
    await mkdir(join(folder.path, 'team'));
    await put({ runs: 'kept', planner: true }, 'team/rlm.json');
    expect((await rlm(['trust', 'team/rlm.json'])).code).toBe(0);
    const question = ['ask', 'Which file first mentions the comet?', 'notes'];
    const { code } = await rlm([...question, '--config', 'team/rlm.json', '--quiet']);
    expect(code).toBe(0);
    const { stdout } = await rlm(['runs', '--json', '--config', 'team/rlm.json']);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect((await rlm(['runs', '--json', '--runs', 'team/kept'])).stdout).toBe(stdout);
  });

  it.each([
    ['baseUrl', 'http://127.0.0.1:9/v1', 'your key'],
    ['headers', { 'x-pass': 'sesame' }, 'sent to the endpoint'],
    ['apiKeyEnv', 'AWS_SECRET', 'which key'],
    ['runs', '../elsewhere', 'the folder'],
    ['schema', '/etc/hosts', 'file to read'],
    ['noIgnore', true, '.gitignore'],
    ['requireIsolation', true, 'isolation'],
    ['maxSteps above 20', 21, 'cost more'],
    ['maxSubQueries above 200', 1e9, 'cost more'],
    ['retries above 2', 3, 'cost more'],
  ])('sets no %s unless it is trusted, and says why and how', async (key, value, why) => {
    await put({ maxSteps: 3, [key.split(' ', 1).join('')]: value });
    const question = ['ask', 'Which comet?', 'notes'];
    const refused = await rlm(question, { RLM_BASE_URL: server.baseUrl, AWS_SECRET: 's' });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^rlm: rlm\.config\.json .*\n$/);
    for (const fact of [` ${key}, `, why, 'rlm trust rlm.config.json', '--config none'])
      expect(refused.stderr).toContain(fact);
    expect(server.headers).toHaveLength(0);
  });

  it('is trusted as it was read: not after a change, not elsewhere, not once revoked', async () => {
    const config = { baseUrl: server.baseUrl, headers: { 'x-team': 'red' }, apiKeyEnv: 'MINE' };
    await put(config);
    const trusted = await rlm(['trust']);
    expect(trusted).toMatchObject({ code: 0, stdout: '' });
    expect(trusted.stderr).toContain(`  baseUrl: "${server.baseUrl}"\n`);
    const asked = await rlm([...ask, '--quiet'], { MINE: 'my-key' });
    expect(asked).toEqual({ code: 0, stdout: '2001\n', stderr: '' });
    expect(server.headers.at(-1)).toMatchObject({
      'x-team': 'red',
      authorization: 'Bearer my-key',
    });

    const text = await readFile(join(folder.path, 'rlm.config.json'), 'utf8');
    await put(text, 'copy.json');
    expect((await rlm([...ask, '--config', 'copy.json'])).stderr).toMatch(/needs your trust/);
    await put(`${text}\n`);
    expect((await rlm(ask)).stderr).toMatch(/needs your trust/);
    await put(text);
    expect((await rlm([...ask, '--quiet'], { MINE: 'my-key' })).code).toBe(0);
    expect((await rlm(['trust', '--revoke'])).stderr).toMatch(
      /^rlm\.config\.json .*no longer\b.*\n$/,
    );
    expect((await rlm(ask)).stderr).toMatch(/needs your trust/);
  });

  it('says nothing of its headers and key to another endpoint than its own', async () => {
    const other = await startOpenAiServer(() => '```js\nFINAL("there")\n```');
    try {
      const headers = { authorization: 'Bearer of-the-file' };
      await put({ baseUrl: server.baseUrl, headers, apiKeyEnv: 'MINE', model: 'm', maxSteps: 2 });
      await rlm(['trust']);
      const line = [...ask, '--base-url', other.baseUrl, '--quiet'];
      expect(await rlm(line)).toEqual({ code: 0, stdout: 'there\n', stderr: '' });
      expect(other.headers.map(({ authorization }) => authorization)).toEqual([
        'Bearer k',
        'Bearer k',
      ]);
      expect(other.requests[0]?.model).toBe('tiny-chat');
    } finally {
      await other.close();
    }
  });

  it('does not say what a limit of the command line is counted by, unless it is trusted', async () => {
    await put({ priceIn: 0, priceOut: 0 });
    const named = { RLM_BASE_URL: server.baseUrl };
    const { code, stderr } = await rlm([...ask, '--max-cost', '1'], named);
    expect(stderr).toMatch(/\bpriceIn, .*--max-cost .*\bpriceOut, /);
    expect(code).toBe(2);
    await rlm(['trust']);
    expect((await rlm([...ask, '--max-cost', '1', '--quiet'], named)).code).toBe(0);
  });

  it('is named where what it sets does not fit the command line', async () => {
    await put({ maxCost: 1 });
    const { code, stderr } = await rlm(ask);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\bprice .*\brlm\.config\.json \(maxCost\).*\n$/);
  });

  it('is not read through a link, unless the link is named', async () => {
    await put({ maxSteps: 3, planner: true }, 'elsewhere.json');
    await symlink('elsewhere.json', join(folder.path, 'rlm.config.json'));
    const { code, stderr } = await rlm(ask);
    expect(stderr).toMatch(/^rlm: rlm\.config\.json .*\blink\b.*--config <file>.*\n$/);
    expect(code).toBe(2);
    const question = ['ask', 'Which file first mentions the comet?', 'notes', '--no-journal'];
    const named = await rlm([...question, '--config', 'rlm.config.json', '--quiet']);
    expect(named.code).toBe(0);
  });

  it('is refused, and not read, if it is huge, a folder, no text, or not there', async () => {
    await put(`{"model": "${'x'.repeat(70_000)}"}`);
    expect((await rlm(ask)).stderr).toMatch(/\btoo long\b.* 65536 bytes/);
    await writeFile(join(folder.path, 'rlm.config.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await rlm(ask)).stderr).toMatch(/\bnot UTF-8\b/);
    await rm(join(folder.path, 'rlm.config.json'));
    await mkdir(join(folder.path, 'rlm.config.json'));
    expect((await rlm(ask)).stderr).toMatch(/\bno regular file\b/);
    const missing = await rlm([...ask, '--config', 'missing.json']);
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^rlm: .*\bmissing\.json \(--config\)\n$/) as string,
    });
  });

  it('does not stand in the way of commands that take nothing that needs trust', async () => {
    await put({ baseUrl: 'http://127.0.0.1:9/v1', maxSteps: 1 });
    expect(await rlm(['runs', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
  });
});
