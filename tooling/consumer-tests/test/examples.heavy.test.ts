import { describe, expect, it } from 'vitest';

import { startOpenAiServer } from '../../../apps/playground/test/models/openai-server.js';
import { compileExample, examples, type Program } from './examples.js';
import { installedBy, useProject } from './project.js';

const json = { 'content-type': 'application/json' };
const post = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: json, body });

/** The server-sent events of an answer, without those of the budget, which differ each time. */
const eventsIn = (text: string): readonly string[] =>
  text.split('\n\n').filter((block) => block.includes('data: {') && !block.includes('data-budget'));

/** Starts a server on a free port; returns it with its address. */
const serve = async (example: Program) => {
  const server = example.start('server.js', { PORT: '0' });
  return { ...server, url: await server.says(/http:\/\/127\.0\.0\.1:[1-9]\d*/) };
};

/** What each program does beside printing what its README says: returns what it prints. */
const checks: Readonly<Record<string, (example: Program) => Promise<string>>> = {
  async 'approval-over-http'(example) {
    const first = await serve(example);
    const asked = await (await post(`${first.url}/runs`, 'Pay Ada')).text();
    expect(asked).toMatch(/"suspended"[^]*"euros":40/);
    await first.kill();
    const second = await serve(example);
    const place = second.url + (/"decide":"([^"]+)"/.exec(asked)?.[1] ?? '');
    const answer = 'Done: paid 40 euros to Ada';
    expect(await (await post(place, 'yes')).json()).toMatchObject({ status: 'completed', answer });
    expect((await post(place, 'yes')).status).toBe(409);
    await second.kill();
    return second.url;
  },
  async 'ask-over-files'({ run }) {
    const reply = '```js\nFINAL(Object.keys(context).join(" and "))\n```';
    const server = await startOpenAiServer([reply]);
    const env = { MODEL: 'any', BASE_URL: server.baseUrl };
    const printed = await run('main.js', ['Which files?', 'documents'], env);
    expect(printed).toContain('Answer: purchases.md and travel.md');
    await server.close();
    return run('main.js');
  },
  async express(example) {
    const server = await serve(example);
    const parts = [{ type: 'text', text: 'How is the weather in Rome?' }];
    const messages = [{ id: 'm1', role: 'user', parts }];
    const answer = await (
      await post(`${server.url}/api/chat`, JSON.stringify({ messages }))
    ).text();
    expect(answer).toMatch(/I look\.[^]*21 degrees in Rome[^]*It is 21 degrees in Rome\./);
    expect((await post(`${server.url}/api/chat`, '{ "messages": "x" }')).status).toBe(400);
    await server.kill();
    return server.url;
  },
  async hono(example) {
    const server = await serve(example);
    const messages = [
      { role: 'user', content: 'Count the lines.' },
      { role: 'assistant', content: 'Of what?' },
      { role: 'user', parts: [{ type: 'text', text: 'Of the text.' }] },
    ];
    const asked = JSON.stringify({ messages, text: 'a\nb' });
    expect(await (await post(`${server.url}/ask`, asked)).text()).toContain('"delta":"2"');
    for (const wrong of [7, [], [{ role: 'assistant', content: 'x' }]]) {
      const refused = await post(
        `${server.url}/ask`,
        JSON.stringify({ messages: wrong, text: '' }),
      );
      expect(refused.status).toBe(400);
    }
    const leaving = (await post(`${server.url}/ask`, asked)).body?.getReader();
    await leaving?.read();
    await leaving?.cancel();
    expect(await server.says(/: aborted/)).toBe(': aborted');
    await server.kill();
    return server.url;
  },
  async 'node-http'(example) {
    const first = await serve(example);
    const created = await post(`${first.url}/runs`, 'Who approves travel?');
    const place = created.headers.get('location') ?? '';
    const all = eventsIn(await (await fetch(first.url + place)).text());
    expect(all.join('\n')).toContain('All travel is approved by Ines Duarte.');
    await first.kill();
    const second = await serve(example);
    const had = all.findIndex((event) => event.includes('data-output'));
    const headers = { 'last-event-id': /^id: (.*)$/m.exec(all[had] ?? '')?.[1] ?? '' };
    const rest = await (await fetch(second.url + place, { headers })).text();
    expect(eventsIn(rest)).toEqual(all.slice(had + 1));
    await second.kill();
    return second.url;
  },
  'own-backend': ({ run }) => run('main.js'),
  'own-policy': async ({ run }) => (await run('policy.test.js')) + (await run('main.js')),
  'own-store': async ({ run }) => (await run('store.test.js')) + (await run('main.js')),
  testing: ({ run }) => run('support-bot.test.js'),
  tools: ({ run }) => run('main.js'),
  'typed-extraction': ({ run }) => run('main.js'),
};

/** Those of long-examples.heavy.test.ts. */
const long = ['next', 'queue-worker', 'thousand-questions'];

const short = examples.filter(({ name }) => !long.includes(name));
const installed = installedBy(short.flatMap(({ installs }) => installs));

describe('a project with what the READMEs of the examples install', () => {
  const project = useProject(['@types/node', ...installed.values()]);

  it.each(short)('installs what $name imports, and runs it', async (example) => {
    const names = [...installedBy(example.installs).keys()];
    expect(example.imports.filter((name) => !names.includes(name))).toEqual([]);
    const printed = await checks[example.name]?.(await compileExample(project(), example));
    expect(printed).toContain(example.prints.replace(':3000', ''));
  });
});
