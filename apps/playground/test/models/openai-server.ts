import type { IncomingMessage, ServerResponse } from 'node:http';

import { startServer, type LoopbackServer } from './loopback-server.js';

/** What a client asks for. */
export interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly temperature?: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A server in the OpenAI format whose replies are scripted. */
export interface OpenAiServer extends LoopbackServer {
  readonly requests: readonly ChatRequest[];
  /** What each of them had as `Authorization`. */
  readonly keys: readonly (string | undefined)[];
  /** The headers of all requests, those for the list of models included. */
  readonly headers: readonly IncomingMessage['headers'][];
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** The replies in turn, or what replies to a request; undefined: nothing, and the client waits. */
type Replies = readonly string[] | ((request: ChatRequest) => string | undefined);

/** Starts a server that gives these replies, streamed where the client asks for a stream. */
export async function startOpenAiServer(
  replies: Replies,
  {
    cost,
    inputTokens = 10,
    refuse = () => undefined,
  }: {
    readonly cost?: number;
    readonly inputTokens?: number;
    /** The message with which a request is refused; default: none is. */
    readonly refuse?: (request: ChatRequest) => string | undefined;
  } = {},
): Promise<OpenAiServer> {
  const left = typeof replies === 'function' ? [] : [...replies];
  const replyTo = (asked: ChatRequest): string | undefined =>
    typeof replies === 'function' ? replies(asked) : (left.shift() ?? 'FINAL(nothing left to say)');
  const requests: ChatRequest[] = [];
  const keys: (string | undefined)[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: 5,
    total_tokens: inputTokens + 5,
    cost,
  };

  const chat = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(await readBody(request)) as ChatRequest;
    requests.push(asked);
    keys.push(request.headers.authorization);
    const message = refuse(asked);
    if (message !== undefined) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message } }));
      return;
    }
    const content = replyTo(asked);
    if (content === undefined) return;
    const base = { id: 'chat', created: 0, model: asked.model };
    if (asked.stream !== true) {
      const choices = [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } },
      ];
      response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null, more: object = {}): void => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      const chunk = { ...base, object: 'chat.completion.chunk', choices, ...more };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    for (const piece of content.match(/[\s\S]{1,20}/g) ?? []) send({ content: piece }, null);
    send({}, 'stop', { usage });
    response.end('data: [DONE]\n\n');
  };

  const server = await startServer((request, response) => {
    headers.push(request.headers);
    if (request.url === '/v1/models') response.end(JSON.stringify({ data: [{ id: 'tiny-chat' }] }));
    else void chat(request, response);
  });
  return { ...server, requests, keys, headers };
}
