import type { Clock } from '@rlm/kernel';

import { ProblemError } from '../http/problem.js';
import { streamText } from '../http/stream-text.js';
import type { RunManager } from '../runs/run-manager.js';
import { watchRun } from '../runs/watch-run.js';
import type { Route } from './route.js';
import type { StreamQuota } from './stream-quota.js';

/** How events are sent. */
export interface EventOptions {
  readonly clock: Clock;
  readonly heartbeatMs: number;
  readonly stuckReaderMs: number;
  readonly streams: StreamQuota;
}

/** The path that gives the events of a run as they happen. */
export const eventRoutes = (
  runs: RunManager,
  { clock, heartbeatMs, stuckReaderMs, streams }: EventOptions,
): readonly Route[] => [
  {
    path: '/runs/:id/events',
    methods: {
      async GET(c) {
        const from = readLastEventId(c.req.header('last-event-id'));
        const run = await runs.catalogue.show(c.req.param('id') ?? '');
        const leave = streams.enter(c.get('client'));
        const leaveRun = run.enter();
        // What is said from time to time goes out to who takes it: a connection on which nothing moves ends.
        c.env.incoming.socket.setTimeout(stuckReaderMs);
        const body = streamText({
          pieces: (abortSignal) => watchRun(run, { from, clock, heartbeatMs, abortSignal }),
          onEnd() {
            leaveRun();
            leave();
          },
          connection: c.env.outgoing,
        });
        return c.body(body, 200, {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Transfer-Encoding': 'chunked',
        });
      },
    },
  },
];

/** The number of the event after the last one that a reader has seen. */
function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) + 1;
  throw new ProblemError(
    'invalid',
    `Expected Last-Event-ID to be the number of an event, got ${JSON.stringify(text)}.`,
  );
}
