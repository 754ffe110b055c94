import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keepRun, runsOf, specAt } from '../support/kept-run.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { homeAt, inherited } from '../support/run-command.js';
import { openClient, type Client } from '../support/serve-client.js';
import { startOpenAiServer, type OpenAiServer } from './openai-server.js';

const command = fileURLToPath(new URL('../../bin/rlm.mjs', import.meta.url));

/** Answers a question, and does a task. */
const reply = `\`\`\`js
FINAL("Halley")
\`\`\`
<finish_task>${JSON.stringify({ summary: 'It came back.', status: 'done' })}</finish_task>`;

let folder: NotesFolder;
/** The server whose address is named, or that a run has its models at. */
let server: OpenAiServer;
/** Another one, which is named beside it. */
let other: OpenAiServer;
beforeEach(async () => {
  folder = await notesFolder();
  await mkdir(join(folder.home, 'config', 'rlm'), { recursive: true });
  await writeFile(join(folder.path, 'questions.jsonl'), '"Which comet?"\n');
  [server, other] = [await startOpenAiServer(() => reply), await startOpenAiServer(() => reply)];
});
afterEach(async () => {
  await server.close();
  await other.close();
  await folder[Symbol.asyncDispose]();
});

type Place = 'line' | 'environment' | 'OPENAI_BASE_URL' | 'settings' | 'file' | 'nowhere';
interface Call {
  readonly line: readonly string[];
  readonly environment: Record<string, string>;
}

/** A command line and environment that name an address, and hold keys. */
async function callWith(
  place: Place,
  baseUrl: string,
  keys: Record<string, string>,
): Promise<Call> {
  const file = { model: 'tiny-chat', baseUrl };
  const settings = join(folder.home, 'config', 'rlm', 'config.json');
  await writeFile(settings, JSON.stringify(place === 'settings' ? file : {}));
  if (place === 'file') await writeFile(join(folder.path, 'rlm.config.json'), JSON.stringify(file));
  const variable = { environment: 'RLM_BASE_URL', OPENAI_BASE_URL: 'OPENAI_BASE_URL' };
  const name = place in variable ? variable[place as keyof typeof variable] : undefined;
  return {
    line: place === 'line' ? ['--base-url', baseUrl] : [],
    environment: { ...keys, ...(name === undefined ? {} : { [name]: baseUrl }) },
  };
}

/** The keys that a server got while something was done. */
async function keysOf(
  asked: OpenAiServer,
  act: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const before = asked.headers.length;
  await act();
  return [...new Set(asked.headers.slice(before).map(({ authorization }) => authorization))];
}

const both = { RLM_API_KEY: 'own', OPENAI_API_KEY: 'open' };
const begin: Readonly<Record<string, readonly string[]>> = {
  ask: ['ask', 'Which comet?', 'notes'],
  chat: ['chat', 'notes'],
  batch: ['batch', 'questions.jsonl', 'notes'],
  task: ['task', 'Look', '--folder', 'notes'],
};
const run = (args: readonly string[], { line, environment }: Call) =>
  folder.rlm([...args, ...line], { environment, input: 'Which comet?\n' });

describe.each(Object.keys(begin))('rlm %s', (command) => {
  it.each<[Place, Record<string, string>, readonly unknown[]]>([
    ['line', both, ['Bearer own']],
    ['line', { OPENAI_API_KEY: 'open' }, ['Bearer open']],
    ['line', {}, [undefined]],
    ['environment', both, ['Bearer own']],
    ['OPENAI_BASE_URL', { OPENAI_API_KEY: 'open' }, ['Bearer open']],
    ['settings', both, ['Bearer own']],
    // It is not asked at all.
    ['file', both, []],
  ])('with an address of the %s and %j sends %j', async (place, keys, sent) => {
    const call = await callWith(place, server.baseUrl, keys);
    const model = place === 'file' ? ['--base-url', other.baseUrl] : ['--model', 'tiny-chat'];
    expect(await keysOf(server, () => run([...(begin[command] ?? []), ...model], call))).toEqual(
      sent,
    );
  });
});

/** Goes on with a kept run or task. */
const goOn: Readonly<Record<string, (id: string) => readonly string[]>> = {
  resume: (id) => ['resume', id],
  fork: (id) => ['fork', id, '--at', '1'],
  reject: (id) => ['reject', id, '--reason', 'Look again'],
};

/** A run or task that is kept, whose models are at the server; no key was there when it was begun. */
async function keptFor(command: string): Promise<string> {
  if (command === 'resume') {
    await keepRun(runsOf(folder), 'kept', specAt(folder, server.baseUrl));
    return 'kept';
  }
  const args = (command === 'reject' ? begin['task'] : begin['ask']) ?? [];
  await folder.rlm([...args, '--base-url', server.baseUrl], { environment: {} });
  return folder.onlyId();
}

/** Which address is named: that of the run's record, another one, or none. */
const named: readonly [Place, 'its own' | 'another', readonly unknown[]][] = [
  ['line', 'its own', ['Bearer own']],
  ['environment', 'its own', ['Bearer own']],
  ['OPENAI_BASE_URL', 'its own', ['Bearer own']],
  ['settings', 'its own', ['Bearer own']],
  // The run is asked, since it is on this machine, without a key.
  ['environment', 'another', [undefined]],
  ['settings', 'another', [undefined]],
  ['file', 'its own', [undefined]],
  ['nowhere', 'another', [undefined]],
  // The run has moved.
  ['line', 'another', []],
];

describe.each(Object.keys(goOn))('rlm %s', (command) => {
  it.each(named)(
    'with a key, and an address of the %s that is %s, sends %j to that of the record',
    async (place, which, sent) => {
      const id = await keptFor(command);
      const at = which === 'another' ? other : server;
      const call = await callWith(place, at.baseUrl, both);
      const act = () => run(goOn[command]?.(id) ?? [], call);
      expect(await keysOf(server, act)).toEqual(sent);
      if (at === other && place !== 'line') expect(other.headers).toEqual([]);
    },
  );

  it('sends none to the address of a run of a named folder, once it was agreed to', async () => {
    const id = await keptFor(command);
    const theirs = join(folder.path, 'theirs');
    await cp(runsOf(folder).folder, theirs, { recursive: true });
    const args = [...(goOn[command]?.(id) ?? []), '--runs', 'theirs'];
    const call = { line: [], environment: { ...both, RLM_BASE_URL: other.baseUrl } };
    expect(await keysOf(server, () => run(args, call))).toEqual([]);
    expect(await keysOf(server, () => run([...args, '--yes'], call))).toEqual([undefined]);
    expect(other.headers).toEqual([]);
  });
});

/** `rlm serve`, as it is, until the page has been used. */
async function withPage(call: Call, use: (client: Client) => Promise<unknown>): Promise<void> {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', ...call.line], {
    cwd: folder.path,
    env: { ...inherited, ...homeAt(folder.home), ...call.environment },
    timeout: 110_000,
    killSignal: 'SIGKILL',
  });
  try {
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    const { port, hash } = new URL(address.toString().trim());
    await use(openClient({ port: Number(port), token: hash.replace('#token=', '') }));
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

describe('rlm serve', () => {
  const typed = { apiKey: 'typed' };
  const resume = async (client: Client, endpoint?: object): Promise<unknown> => {
    await client.json('POST', '/api/runs/kept/resume', endpoint === undefined ? {} : { endpoint });
    return client.end('kept');
  };

  it.each(named.filter(([place, which]) => place !== 'line' || which === 'its own'))(
    'with a key, and an address of the %s that is %s, sends %j to that of a record',
    async (place, which, sent) => {
      await keptFor('resume');
      const call = await callWith(place, (which === 'another' ? other : server).baseUrl, both);
      expect(await keysOf(server, () => withPage(call, resume))).toEqual(sent);
    },
  );

  it('sends a key that is typed to the address beside it, and to no other', async () => {
    await keptFor('resume');
    const call = await callWith('line', other.baseUrl, both);
    await withPage(call, async (client) => {
      // The page has named another address than that of the run, which gets no key then.
      const elsewhere = { ...typed, baseUrl: `${server.baseUrl}/elsewhere` };
      expect(await keysOf(server, () => resume(client, elsewhere))).toEqual([undefined]);

      const texts = [await client.upload('notes.txt', 'The comet came back.')];
      const question = { question: 'Which comet?', texts, model: 'named:tiny-chat' };
      const ask = async (endpoint: object): Promise<unknown> =>
        client.end((await client.start({ ...question, endpoint })).id);
      const here = { ...typed, baseUrl: server.baseUrl };
      expect(await keysOf(server, () => ask(here))).toEqual(['Bearer typed']);
      expect(await keysOf(server, () => ask({ baseUrl: server.baseUrl }))).toEqual([undefined]);
      // Typed beside the address that the command line names too: the typed one is meant.
      const there = { ...typed, baseUrl: other.baseUrl };
      expect(await keysOf(other, () => ask(there))).toEqual(['Bearer typed']);
      // The models of the server's own endpoint never get it.
      const { models } = await client.json<{ models: { id: string }[] }>('GET', '/api/models');
      const own = models.find(({ id }) => id.startsWith('endpoint:'))?.id ?? '';
      const run = async (): Promise<unknown> =>
        client.end((await client.start({ ...question, model: own, endpoint: here })).id);
      expect(await keysOf(other, run)).toEqual(['Bearer own']);
    });
  });
});
