import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import type { Ended } from '../support/run-command.js';

let folder: NotesFolder;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await notesFolder();
  await mkdir(own(), { recursive: true });
  server = await startOpenAiServer(() => '```js\nFINAL("2001")\n```');
});
afterEach(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

const own = (): string => join(folder.home, 'config', 'rlm');
const file = (): string => join(own(), 'config.json');
const put = (config: unknown, place = file()): Promise<void> =>
  writeFile(place, typeof config === 'string' ? config : JSON.stringify(config));
const rlm = (args: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
  folder.rlm(args, { environment: { RLM_API_KEY: 'k', ...more } });
const ask = ['ask', 'Which comet?', 'notes', '--no-journal'];

describe("the user's own settings", () => {
  it('win over the environment, and the command line wins over them; the person sees what they say', async () => {
    await put({ model: 'of-the-file', temperature: 0.5, retries: 0 });
    const environment = { RLM_BASE_URL: server.baseUrl, RLM_MODEL: 'of-the-environment' };
    const { code, stdout, stderr } = await rlm(ask, environment);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '2001\n' });
    expect(stderr).toContain(`Settings: ${file()} (model, temperature, retries)\n`);
    expect(stderr).toMatch(/^Model: of-the-file \(.*, [\d.:]+\), .*\/config\.json$/m);
    expect(server.requests[0]).toMatchObject({ model: 'of-the-file', temperature: 0.5 });

    await rlm([...ask, '--model', 'of-the-line', '--quiet'], environment);
    expect(server.requests[1]).toMatchObject({ model: 'of-the-line', temperature: 0.5 });

    const without = await rlm(ask, { ...environment, XDG_CONFIG_HOME: '/nowhere' });
    expect(without.stderr).not.toContain('Settings:');
    expect(server.requests[2]).toMatchObject({ model: 'of-the-environment' });
    expect(server.requests[2]).not.toHaveProperty('temperature');
  });

  it('name an endpoint with its headers and its key, and raise limits', async () => {
    const headers = { 'x-team': 'red' };
    await put({ baseUrl: server.baseUrl, headers, apiKeyEnv: 'MINE', maxSteps: 40 });
    const asked = await rlm([...ask, '--quiet'], { MINE: 'my-key' });
    expect(asked).toEqual({ code: 0, stdout: '2001\n', stderr: '' });
    expect(server.headers.at(-1)).toMatchObject({
      'x-team': 'red',
      authorization: 'Bearer my-key',
    });
  });

  it('say nothing of their headers and key to another endpoint than their own', async () => {
    const other = await startOpenAiServer(() => '```js\nFINAL("there")\n```');
    try {
      const headers = { authorization: 'Bearer of-the-file' };
      await put({ baseUrl: server.baseUrl, headers, apiKeyEnv: 'MINE', model: 'm', maxSteps: 2 });
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

  it('move no run to their endpoint: it goes on where it was begun', async () => {
    const other = await startOpenAiServer(() => '```js\nFINAL("there")\n```');
    try {
      await put({ baseUrl: other.baseUrl });
      const asked = ['ask', 'Which comet?', 'notes', '--base-url', server.baseUrl];
      await rlm(asked);
      const id = await folder.onlyId();
      const before = server.requests.length;
      const forked = await rlm(['fork', id, '--at', '1', '--quiet']);
      expect(forked).toMatchObject({ code: 0, stdout: '2001\n' });
      expect(server.requests).toHaveLength(before + 1);
      // The key is for the endpoint of the settings.
      expect(server.keys.at(-1)).toBeUndefined();
      expect(other.headers).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('are named if what they say does not fit the command line', async () => {
    await put({ maxCost: 1 });
    const { code, stderr } = await rlm(ask);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\bprice .*\/config\.json \(maxCost\).*\n$/);
  });

  it('are refused, and not read, if they are huge, a folder, a pipe, or no text', async () => {
    await put(`{"model": "${'x'.repeat(70_000)}"}`);
    expect((await rlm(ask)).stderr).toMatch(/\btoo long\b.* 65536 bytes/);
    await writeFile(file(), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await rlm(ask)).stderr).toMatch(/\bnot UTF-8\b/);
    await rm(file());
    execFileSync('mkfifo', [file()]);
    expect((await rlm(ask)).stderr).toMatch(/\bno regular file\b/);
    await rm(file());
    await mkdir(file());
    const { code, stderr } = await rlm(ask);
    expect(stderr).toMatch(/\bno regular file\b/);
    expect(code).toBe(2);
    // What needs none of them works.
    expect(await rlm(['runs', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  it('may be a link, as programs that keep settings make them', async () => {
    await put({ maxSteps: 3, planner: true }, join(folder.home, 'kept.json'));
    await symlink('../../kept.json', file());
    const question = ['ask', 'Which file first mentions the comet?', 'notes', '--no-journal'];
    expect(await rlm([...question, '--quiet'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a repository', () => {
  it('sets nothing, whatever its files say', async () => {
    const elsewhere = await startOpenAiServer(() => '```js\nFINAL("theirs")\n```');
    try {
      const config = { baseUrl: elsewhere.baseUrl, model: 'theirs', apiKeyEnv: 'AWS_SECRET' };
      const line = `RLM_BASE_URL=${elsewhere.baseUrl}\nOPENAI_BASE_URL=${elsewhere.baseUrl}\n`;
      const files: Readonly<Record<string, unknown>> = {
        'rlm.config.json': config,
        'config.json': config,
        '.rlm/config.json': config,
        '.config/rlm/config.json': config,
        'package.json': { rlm: config, config },
        '.env': line,
        '.env.local': line,
        '.rlmrc': config,
        '.npmrc': `rlm_base_url=${elsewhere.baseUrl}\n`,
      };
      for (const [name, content] of Object.entries(files)) {
        await mkdir(join(folder.path, name, '..'), { recursive: true });
        await put(content, join(folder.path, name));
      }
      const asked = await rlm([...ask, '--quiet'], {
        ...{ RLM_BASE_URL: server.baseUrl, AWS_SECRET: 's' },
        // Relative values are no places.
        ...{ XDG_CONFIG_HOME: '.config', XDG_STATE_HOME: '.' },
      });
      expect(asked).toEqual({ code: 0, stdout: '2001\n', stderr: '' });
      expect(server.requests[0]?.model).toBe('tiny-chat');
      expect(new Set(server.keys)).toEqual(new Set(['Bearer k']));
      expect(elsewhere.headers).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it.each([['--config', 'rlm.config.json'], ['trust']])('has no say by %s', async (...words) => {
    const isCommand = words[0] === 'trust';
    const { code, stderr } = await rlm(isCommand ? words : [...ask, ...words]);
    expect(stderr).toMatch(isCommand ? /\bno command "trust"/ : /'--config'/);
    expect(code).toBe(2);
  });
});
