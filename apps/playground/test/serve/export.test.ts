import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  openClient,
  openTestServer,
  type Client,
  type TestServer,
} from '../support/serve-client.js';

const template =
  '<!doctype html><title>A run</title><body><script type="application/json" id="rlm-log"></script><script>show()</script></body>';

/** What a page must not take as its own. */
const hostile = '</script><script>alert(1)</script><!-- <script> \u2028\u2029 $& ]]>';

let server: TestServer;
let client: Client;
let page: string;
beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'rlm-page-'));
  await writeFile(join(page, 'export.html'), template);
  server = await openTestServer({ page });
  client = openClient(server);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(page, { recursive: true, force: true });
});

/** The events that a page has in it; its other parts are those of the template. */
function eventsIn(html: string): readonly Readonly<Record<string, unknown>>[] {
  const place = 'id="rlm-log">';
  const from = html.indexOf(place) + place.length;
  // As a browser finds the end of the element.
  const end = html.indexOf('</script', from);
  const log = html.slice(from, end);
  expect(html.slice(0, from) + html.slice(end)).toBe(template);
  expect(log).not.toMatch(/[<\u2028\u2029]/);
  return JSON.parse(log) as readonly Readonly<Record<string, unknown>>[];
}

describe('the page that a run is exported into', () => {
  it('has all events of the run, and none of its text can leave its place', async () => {
    const texts = [await client.upload('hostile.txt', `The comet. ${hostile}`)];
    const question = `Which comet? ${hostile}`;
    const { id } = await client.start({ question, texts, model: 'planner' });
    const { answer } = await client.end(id);
    const { headers, text } = await client.ask(`/api/runs/${id}/export`);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="rlm-${id}.html"`,
    });
    const events = eventsIn(text);
    expect(events[0]).toMatchObject({ type: 'run-start' });
    expect(events.find(({ type }) => type === 'session-open')).toMatchObject({ query: question });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', result: { answer } });
    const trajectory = (await client.ask(`/api/runs/${id}/trajectory`)).text;
    expect(events).toHaveLength(trajectory.trimEnd().split('\n').length - 1);

    const posted = await client.ask('/api/export', { method: 'POST', body: trajectory });
    expect(posted.status).toBe(200);
    expect(hash(posted.text.replace(/\s/g, ''))).toBe(hash(text.replace(/\s/g, '')));
  });

  it.each([
    ['', /it is empty/],
    ['hello', /"hello"/],
    ['{"format":"rlm-trajectory","version":9}\n', /line 1/],
    ['{"format":"rlm-trajectory","version":1}\nnonsense\n{}\n', /line 2/],
  ])('is not made of %j', async (body, words) => {
    const { status, text } = await client.ask('/api/export', { method: 'POST', body });
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: expect.stringMatching(words) as string, code: 'invalid' },
    ]);
  });

  it('is not there before it is built, and says how to build it', async () => {
    await using bare = await openTestServer();
    const other = openClient(bare);
    const { status, text } = await other.ask('/api/export', { method: 'POST', body: '{}' });
    expect([status, text]).toEqual([404, expect.stringContaining('npm start -- serve') as string]);
    const front = await other.ask('/');
    expect([front.status, front.text]).toEqual([
      200,
      expect.stringContaining('npm start -- serve') as string,
    ]);
  });
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
