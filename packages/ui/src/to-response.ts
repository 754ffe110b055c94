import type { NumberedChunk } from './run-reader.js';
import { numberedChunks, type UIRun, type UIStreamOptions } from './ui-stream.js';

/**
 * The events of a run as an answer over HTTP (server-sent events) that `useChat` of the AI SDK reads. Each event has an id: a client that
 * lost its connection comes back with the header `Last-Event-ID`, and gets what it missed from the same run: `toResponse(run, {
 * lastEventId })`. Throws `InvalidOptionError` for wrong options.
 *
 * @example
 * const run = runRlm({ model, sandbox, query, abortSignal: request.signal });
 * return toResponse(run);
 */
export function toResponse(run: UIRun, options: UIStreamOptions = {}): Response {
  const encoder = new TextEncoder();
  const body = numberedChunks(run, options).pipeThrough(
    new TransformStream<NumberedChunk, Uint8Array>(
      {
        transform({ chunk, id }, controller) {
          const head = id === null ? '' : `id: ${id}\n`;
          controller.enqueue(encoder.encode(`${head}data: ${JSON.stringify(chunk)}\n\n`));
        },
        flush(controller) {
          controller.enqueue(encoder.encode('data: [DONE]\n\n'));
        },
      },
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    ),
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-vercel-ai-ui-message-stream': 'v1',
    },
  });
}
