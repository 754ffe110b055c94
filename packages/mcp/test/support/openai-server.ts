import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

/** A server in the OpenAI format on this machine, until the test is over. */
export interface OpenAiServer {
  readonly baseUrl: string;
  readonly requests: readonly {
    readonly headers: IncomingHttpHeaders;
    readonly model: string;
    readonly messages: readonly { readonly content: string }[];
  }[];
}

/** Starts a server that replies in turn, in one piece; after the last reply it leaves its clients without one. */
export async function startOpenAiServer(replies: readonly string[]): Promise<OpenAiServer> {
  const requests: OpenAiServer['requests'][number][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const piece of request) body += String(piece);
      const asked = JSON.parse(body) as { readonly model: string; readonly messages: [] };
      requests.push({ headers: request.headers, ...asked });
      const content = replies[requests.length - 1];
      if (content === undefined) return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (delta: object, finish: string | null, more: object = {}): void => {
        const choices = [{ index: 0, delta, finish_reason: finish }];
        const chunk = { id: 'chat', object: 'chat.completion.chunk', created: 0, choices, ...more };
        response.write(`data: ${JSON.stringify({ model: asked.model, ...chunk })}\n\n`);
      };
      send({ role: 'assistant', content }, null);
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
      send({}, 'stop', { usage });
      response.end('data: [DONE]\n\n');
    })();
  });
  return { baseUrl: `${await listen(server)}/v1`, requests };
}

/** Starts a server that sends each request on to another address. */
export async function startRedirect(target: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(307, { location: `${target}${request.url ?? ''}` }).end();
  });
  return listen(server);
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
