import type { ServerResponse } from 'node:http';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { runRlm, type ModelLike, type RlmResult } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { startServer } from './loopback-server.js';

/** How a server answers one request: a text is sent as events that are written as they stand. */
export type Answer = string | ((response: ServerResponse) => void);

/** A server that answers as those that are reported do, and a model behind it. */
export interface UntidyServer {
  readonly model: ModelLike;
  /** Whether each request wanted a stream. */
  readonly asked: readonly boolean[];
  close(): Promise<void>;
}

/** Starts a server that gives these answers in turn, the last one again and again. */
export async function serve(...answers: Answer[]): Promise<UntidyServer> {
  const asked: boolean[] = [];
  const started = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(Buffer.concat(chunks).includes('"stream":true'));
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? '';
      if (typeof answer === 'function') {
        answer(response);
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
    });
  });
  const provider = createOpenAICompatible({ name: 'here', baseURL: started.baseUrl });
  return { model: provider('tiny'), asked, close: () => started.close() };
}

/** An event, of data or of a text as it stands. */
export const event = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
/** An event that is a piece of a reply. */
export const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({ id: 'a', choices: [{ index: 0, delta, finish_reason }] });
/** An event with text. */
export const says = (content: string): string => chunk({ content });
/** The mark at the end of a stream. */
export const done: string = event('[DONE]');
/** A whole reply. */
export const whole = (content: string): string => says(content) + chunk({}, 'stop') + done;
/** A block of code. */
export const block = (code: string): string => `\`\`\`repl\n${code}\n\`\`\``;
/** A reply that ends a run. */
export const final: string = block('FINAL("real")');
/** Answers with a body that is no stream. */
export const body =
  (status: number, text: string, type = 'application/json') =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': type }).end(text);
  };

/** The options of a run but its model. */
export const quick = { sandbox: quickjs(), query: 'q', context: 'c' } as const;

/** Asks a model that is tried twice. */
export const ask = (model: ModelLike): Promise<RlmResult> =>
  runRlm({ ...quick, model, maxSteps: 2, retry: { attempts: 2, minDelayMs: 0, maxDelayMs: 0 } })
    .result;
