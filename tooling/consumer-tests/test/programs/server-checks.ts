import { expect } from 'vitest';

import type { Consumer } from '../consumer.js';
import type { Program } from './programs.js';
import { eventsIn, startProgram, startServer } from './server.js';

type ServerCheck = (consumer: Consumer, program: Program) => Promise<void>;

const post = (url: string, body: string): Promise<Response> => fetch(url, { method: 'POST', body });
const postJson = (url: string, data: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });

/** What programs that run until they are stopped must do. */
export const serverChecks: Readonly<Record<string, ServerCheck>> = {
  async 'node-http'(consumer, program) {
    const first = await startServer(consumer, program, 'server.ts');
    const created = await post(`${first.url}/runs`, 'Who approves travel?');
    const place = created.headers.get('location') ?? '';
    const whole = eventsIn(await (await fetch(first.url + place)).text());
    expect(whole.map(({ chunk }) => chunk['delta'])).toContain(
      'All travel is approved by Ines Duarte.',
    );
    expect((await post(`${first.url}/runs`, ' ')).status).toBe(400);
    expect((await fetch(`${first.url}/runs/unknown`)).status).toBe(404);
    expect(await (await fetch(first.url)).text()).toContain('new EventSource(');
    await first.kill();

    const second = await startServer(consumer, program, 'server.ts');
    const had = whole.findIndex(({ chunk }) => chunk.type === 'data-output');
    const headers = { 'last-event-id': whole[had]?.id ?? '' };
    const rest = eventsIn(await (await fetch(second.url + place, { headers })).text());
    await second.kill();
    expect(headers['last-event-id']).not.toBe('');
    expect(rest.filter(({ chunk }) => chunk.type !== 'data-budget')).toEqual(
      whole.slice(had + 1).filter(({ chunk }) => chunk.type !== 'data-budget'),
    );
  },

  async hono(consumer, program) {
    const server = await startServer(consumer, program, 'server.ts');
    const asked = { question: 'How many lines?', text: 'a\nb' };
    const events = eventsIn(await (await postJson(`${server.url}/ask`, asked)).text());
    expect(events.find(({ chunk }) => chunk.type === 'text-delta')?.chunk['delta']).toBe('2');
    expect((await postJson(`${server.url}/ask`, { question: 7 })).status).toBe(400);
    await server.says(/: final/);

    const leaving = (await postJson(`${server.url}/ask`, asked)).body?.getReader();
    await leaving?.read();
    await leaving?.cancel();
    expect(await server.says(/: aborted/)).toBe(': aborted');
    await server.kill();
  },

  async express(consumer, program) {
    const server = await startServer(consumer, program, 'server.ts');
    const parts = [{ type: 'text', text: 'How is the weather in Rome?' }];
    const messages = [{ id: 'm1', role: 'user', parts }];
    const answer = await postJson(`${server.url}/api/chat`, { messages });
    const events = eventsIn(await answer.text());
    expect(events.map(({ chunk }) => chunk['output'] ?? chunk['delta'])).toEqual(
      expect.arrayContaining(['I look.', '21 degrees in Rome', 'It is 21 degrees in Rome.']),
    );
    expect((await postJson(`${server.url}/api/chat`, { messages: 'x' })).status).toBe(400);
    await server.kill();
  },

  async 'approval-over-http'(consumer, program) {
    const first = await startServer(consumer, program, 'server.ts');
    const ask = async (): Promise<Readonly<Record<string, unknown>>> =>
      (await (await post(`${first.url}/runs`, 'Pay Ada')).json()) as Record<string, unknown>;
    const asked = await ask();
    const other = await ask();
    expect(asked).toMatchObject({ status: 'suspended' });
    expect(JSON.stringify(asked['asks'])).toContain('"euros":40');
    await first.kill();

    const second = await startServer(consumer, program, 'server.ts');
    const waiting = (await (await fetch(`${second.url}/runs`)).json()) as unknown[];
    expect(waiting).toHaveLength(2);
    const decide = async (place: unknown, said: string): Promise<unknown> =>
      await (await post(second.url + String(place), said)).json();
    expect(await decide(asked['decide'], 'yes')).toMatchObject({
      status: 'completed',
      answer: 'Done: paid 40 euros to Ada',
    });
    expect(JSON.stringify(await decide(other['decide'], 'no'))).toContain('was not approved');
    expect((await post(second.url + String(asked['decide']), 'yes')).status).toBe(409);
    expect((await post(`${second.url}/runs/unknown/decision`, 'yes')).status).toBe(404);
    await second.kill();
  },

  async 'thousand-questions'(consumer, program) {
    const env = { COUNT: '40' };
    const first = startProgram(consumer, program, 'main.ts', { ...env, PROGRESS: '10' });
    await first.says(/10 answered/);
    await first.kill();
    const second = startProgram(consumer, program, 'main.ts', env);
    const [, calls] =
      /40 of 40 answered with (\d+) calls/.exec(await second.says(/40 of 40.*/)) ?? [];
    // At most the calls that were under way when it was killed were made twice.
    expect(Number(calls)).toBeGreaterThanOrEqual(40);
    expect(Number(calls)).toBeLessThanOrEqual(48);
  },
};
