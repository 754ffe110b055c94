import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { runResponse } from '@rlm/penguin-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectionTo } from '../../src/models/named-endpoint.js';
import { openModel } from '../../src/models/open-model.js';
import { loadProvider, providers } from '../../src/models/providers.js';
import { installWithout } from '../support/installed.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { runCommand } from '../support/run-command.js';
import { startOpenAiServer } from './openai-server.js';
import {
  startAnthropic,
  startGoogle,
  startOpenAi,
  type ProviderServer,
} from './provider-servers.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const ask = ['ask', 'Which comet?', 'notes'];
const reply = '```js\nFINAL("2001")\n```';
const kinds = [
  {
    name: 'openai',
    start: startOpenAi,
    variable: 'OPENAI_API_KEY',
    header: 'authorization',
    path: '/v1/chat/completions',
    models: ['gpt-a', 'gpt-b'],
  },
  {
    name: 'anthropic',
    start: startAnthropic,
    variable: 'ANTHROPIC_API_KEY',
    header: 'x-api-key',
    path: '/v1/messages',
    models: ['claude-a', 'claude-b'],
  },
  {
    name: 'google',
    start: startGoogle,
    variable: 'GEMINI_API_KEY',
    header: 'x-goog-api-key',
    path: '/v1/models/m-1:',
    models: ['gemini-a'],
  },
] as const;

/** A key as it is sent in a header. */
const sentIn = (header: string, key: string): string =>
  header === 'authorization' ? `Bearer ${key}` : key;

describe.each(kinds)('--provider $name', ({ name, start, variable, header, path, models }) => {
  const named = ({ baseUrl }: ProviderServer): readonly string[] => [
    ...['--provider', name, '--base-url', baseUrl],
  ];

  it('asks by the package of the provider, with the key of its own variable', async () => {
    const server = await start(reply);
    try {
      const options = [
        ...named(server),
        ...['--model', 'm-1', '--header', 'x-team: red', '--max-tokens', '100000'],
      ];
      const environment = { RLM_API_KEY: 'k', OPENAI_API_KEY: 'k', [variable]: 'own-key' };
      const asked = await folder.rlm([...ask, ...options, '--runs', name], { environment });
      expect(asked).toMatchObject({ code: 0, stdout: '2001\n' });
      expect(asked.stderr).toContain(`Model: m-1 (${providers[name].server}, 127.0.0.1:`);
      expect(asked.stderr).toContain('15 tokens');
      const [request] = server.requests;
      expect(request?.path).toContain(path);
      const ownKey = sentIn(header, 'own-key');
      expect(request?.headers).toMatchObject({ [header]: ownKey, 'x-team': 'red' });
      expect(request?.headers['authorization'] ?? ownKey).toBe(ownKey);

      const [run] = await folder.listed('--runs', name);
      const file = join(folder.path, name, `${run?.id ?? ''}.jsonl`);
      const kept = await readFile(file, 'utf8');
      expect(kept).toContain(`"provider":"${name}"`);
      expect(kept).not.toMatch(/own-key/);
    } finally {
      await server.close();
    }
  });

  it('takes the key of --api-key-env, and needs one', async () => {
    const server = await start(reply);
    try {
      const options = [...named(server), '--model', 'm-1', '--no-journal', '--quiet'];
      const environment = { MINE: 'my-key', [variable]: 'own-key' };
      const { code } = await folder.rlm([...ask, ...options, '--api-key-env', 'MINE'], {
        environment,
      });
      expect(code).toBe(0);
      expect(server.requests[0]?.headers).toMatchObject({ [header]: sentIn(header, 'my-key') });
      const without = await folder.rlm([...ask, ...options], { environment: { RLM_API_KEY: 'k' } });
      expect(without.stderr).toMatch(
        new RegExp(`^rlm: --provider ${name} .*\\bkey: .* \\w+_API_KEY\\b`),
      );
      expect(without.code).toBe(2);
      expect(server.requests).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it('lists its models, and needs the name of one', async () => {
    const server = await start(reply);
    try {
      const environment = { [variable]: 'own-key' };
      const { stdout } = await folder.rlm(['doctor', ...named(server), '--json'], { environment });
      expect(JSON.parse(stdout)).toMatchObject({
        endpoints: expect.arrayContaining([
          expect.objectContaining({ isNamed: true, models }),
        ]) as unknown,
        model: null,
        keys: [variable],
      });
      expect(stdout).not.toContain('own-key');
      expect(server.requests[0]?.headers).toMatchObject({ [header]: sentIn(header, 'own-key') });
      const { code, stderr } = await folder.rlm([...ask, ...named(server)], { environment });
      expect(stderr).toMatch(
        new RegExp(`^rlm: --provider ${name} .* --model .*\\(rlm doctor --provider ${name} .*\\n$`),
      );
      expect(code).toBe(2);
    } finally {
      await server.close();
    }
  });

  it('gives its key to no address that was named for another', async () => {
    const { baseUrl } = providers[name];
    const spec = { kind: 'endpoint', server: 's', baseUrl, provider: name, model: 'm' } as const;
    const environment = { [variable]: 'own-key', RLM_API_KEY: 'other', RLM_BASE_URL: baseUrl };
    expect(connectionTo(spec, { environment, provider: name })).toMatchObject({
      apiKey: 'own-key',
    });
    expect(() => connectionTo(spec, { environment })).toThrow(`--provider ${name}`);
    // A journal that was forged: the key of the environment is for another kind of server.
    const server = await startOpenAiServer([]);
    const here = { ...spec, baseUrl: server.baseUrl };
    await server.close();
    const naming = { environment: { ...environment, RLM_BASE_URL: server.baseUrl } };
    expect(connectionTo(here, naming)).toEqual({ baseUrl: server.baseUrl });
  });

  it('says the exact line to install its package, where rlm is installed', async () => {
    const { package: needed, version } = providers[name];
    await using installed = await installWithout(needed);
    const options = ['--provider', name, '--model', 'm', '--no-journal'];
    const environment = { [variable]: 'k' };
    const told = await runCommand(folder.path, [...ask, ...options], {
      environment,
      command: installed.command,
    });
    expect(told.stderr).toMatch(
      new RegExp(
        `^rlm: --provider ${name} .* ${needed}: npm install --global ${needed}@${version}\\n$`,
      ),
    );
    expect(told.code).toBe(2);
  });

  it('tells a package of another version from one that is missing', async () => {
    await expect(loadProvider(name, () => Promise.resolve({}))).rejects.toThrow(
      errorWith({
        facts: [
          `package ${providers[name].package} `,
          providers[name].create,
          `version ${providers[name].version}`,
        ],
      }),
    );
    const broken = new SyntaxError('broken');
    await expect(loadProvider(name, () => Promise.reject(broken))).rejects.toBe(broken);
  });
});

it.each([{}, { provider: 'openai' as const }])(
  'OpenAI gets a limit by the name that its newer models take, however it is named: %j',
  async ({ provider }) => {
    const { baseUrl } = providers.openai;
    const sent: string[] = [];
    const { model } = await openModel(
      { kind: 'endpoint', server: 'endpoint', baseUrl, model: 'm', ...(provider && { provider }) },
      {
        ...{ question: 'q', environment: { OPENAI_API_KEY: 'k' }, baseUrl, provider },
        fetch: (_, init) => {
          sent.push(init?.body as string);
          const message = { role: 'assistant', content: 'yes' };
          return Promise.resolve(Response.json({ choices: [{ message, finish_reason: 'stop' }] }));
        },
      },
    );
    const limits = { maxOutputTokens: 50 };
    const { assistantResponse } = await runResponse({ model, prompt: 'Yes?', limits }).result;
    expect(assistantResponse).toBe('yes');
    expect(sent.join()).toContain('"max_completion_tokens":50');
    expect(sent.join()).not.toContain('"max_tokens"');
  },
);
