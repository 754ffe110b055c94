import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { probeEndpoint } from '../../src/models/endpoint.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { startServer, type LoopbackServer } from './loopback-server.js';
import { startOpenAiServer, type OpenAiServer } from './openai-server.js';

let folder: NotesFolder;
let elsewhere: OpenAiServer;
let redirector: LoopbackServer;
beforeEach(async () => {
  folder = await notesFolder();
  elsewhere = await startOpenAiServer(() => '```js\nFINAL("stolen")\n```');
});
afterEach(async () => {
  await folder[Symbol.asyncDispose]();
  await elsewhere.close();
  await redirector.close();
});

describe('an endpoint that redirects', () => {
  it.each([301, 302, 303, 307, 308])('with %i sends no text on', async (status) => {
    redirector = await startServer((request, response) => {
      if (request.url === '/v1/models') {
        response.end(JSON.stringify({ data: [{ id: 'tiny-chat' }] }));
        return;
      }
      response.writeHead(status, { location: `${elsewhere.baseUrl}/chat/completions` }).end();
    });
    const ask = ['ask', 'Which comet?', 'notes', ...endpoint(redirector), '--max-steps', '2'];
    const { code, stderr, stdout } = await folder.rlm(ask);
    for (const { baseUrl } of [redirector, elsewhere])
      expect(stderr).toContain(`${baseUrl}/chat/completions`);
    expect(stderr).toMatch(/\bredirects .*not followed\b/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('is not followed to a list of models either', async () => {
    redirector = await startServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere.baseUrl}/models` }).end();
    });
    expect(
      await probeEndpoint(redirector.baseUrl, { apiKey: 'key', timeoutMs: 5_000 }),
    ).toMatchObject({ ok: false, reason: expect.stringContaining('redirects to') as unknown });
  });
});
