import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { startServer, type LoopbackServer } from './loopback-server.js';

/** A server of a provider that gives one reply to all. */
export interface ProviderServer extends LoopbackServer {
  /** What was asked, the oldest first. */
  readonly requests: readonly {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
}

/** Answers a request: whether the client asks for a stream is in its address or body. */
type Answer = (
  asked: { readonly path: string; readonly body: string },
  response: ServerResponse,
) => void;

async function startProvider(answer: Answer): Promise<ProviderServer> {
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = await startServer((request, response) => {
    void text(request).then((body) => {
      const asked = { path: request.url ?? '', headers: request.headers, body };
      requests.push(asked);
      answer(asked, response);
    });
  });
  return { ...server, requests };
}

const sendEvents = (response: ServerResponse, events: readonly object[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
};

const sendJson = (response: ServerResponse, data: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
};

/** A server with the chat completions of OpenAI, which refuses the old name of a limit. */
export const startOpenAi = (reply: string): Promise<ProviderServer> =>
  startProvider(({ path, body }, response) => {
    if (path === '/v1/models') {
      sendJson(response, { data: [{ id: 'gpt-a' }, { id: 'gpt-b' }] });
      return;
    }
    if (body.includes('"max_tokens"')) {
      response.writeHead(400).end('{"error":{"message":"Unsupported parameter: max_tokens"}}');
      return;
    }
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const said = { role: 'assistant', content: reply };
    const choice = { index: 0, finish_reason: 'stop' };
    if (!body.includes('"stream":true')) {
      sendJson(response, { choices: [{ ...choice, message: said }], usage });
      return;
    }
    sendEvents(response, [{ choices: [{ ...choice, delta: said }], usage }]);
  });

/** A server with the Messages API of Anthropic. */
export const startAnthropic = (reply: string): Promise<ProviderServer> =>
  startProvider(({ path, body }, response) => {
    if (path.startsWith('/v1/models')) {
      sendJson(response, {
        data: [
          { type: 'model', id: 'claude-a' },
          { type: 'model', id: 'claude-b' },
        ],
      });
      return;
    }
    const message = { id: 'msg', type: 'message', role: 'assistant', model: 'claude-a' };
    const usage = { input_tokens: 10, output_tokens: 5 };
    if (!body.includes('"stream":true')) {
      const content = [{ type: 'text', text: reply }];
      sendJson(response, { ...message, content, stop_reason: 'end_turn', usage });
      return;
    }
    sendEvents(response, [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: reply } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]);
  });

/** A server with the API of Gemini. */
export const startGoogle = (reply: string): Promise<ProviderServer> =>
  startProvider(({ path }, response) => {
    if (!path.includes(':')) {
      sendJson(response, { models: [{ name: 'models/gemini-a' }] });
      return;
    }
    const chunk = {
      candidates: [
        { index: 0, content: { role: 'model', parts: [{ text: reply }] }, finishReason: 'STOP' },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    };
    if (path.includes(':streamGenerateContent')) sendEvents(response, [chunk]);
    else sendJson(response, chunk);
  });
