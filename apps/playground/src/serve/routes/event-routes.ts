import type { Clock } from '@rlm/penguin-engine/kernel';
import { writeTrajectory } from '@rlm/runner';

import { ProblemError } from '../http/problem.js';
import { streamText } from '../http/stream-text.js';
import type { LiveRun } from '../runs/live-run.js';
import type { RunManager } from '../runs/run-manager.js';
import { watchRun } from '../runs/watch-run.js';
import type { Route, RouteContext } from './route.js';
import type { StreamRoom } from './stream-room.js';

/** How events are sent. */
export interface EventOptions {
  readonly clock: Clock;
  readonly heartbeatMs: number;
  readonly room: StreamRoom;
}

/** The paths that give the events of a run: as they happen, and as a file. */
export const eventRoutes = (
  runs: RunManager,
  { clock, heartbeatMs, room }: EventOptions,
): readonly Route[] => {
  const answer = (
    c: RouteContext,
    run: LiveRun,
    headers: Readonly<Record<string, string>>,
    pieces: (abortSignal: AbortSignal) => AsyncGenerator<string, void, undefined>,
  ): Response => {
    const leaveRoom = room.enter(c.get('client'));
    const leaveRun = run.enter();
    const onEnd = (): void => {
      leaveRun();
      leaveRoom();
    };
    const body = streamText({ pieces, onEnd, connection: c.env.outgoing });
    return new Response(body, { headers: { 'Transfer-Encoding': 'chunked', ...headers } });
  };

  return [
    {
      path: '/runs/:id/events',
      methods: {
        async GET(c) {
          const from = readLastEventId(c.req.header('last-event-id'));
          const run = await runs.show(c.req.param('id') ?? '');
          const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' };
          return answer(c, run, headers, (abortSignal) =>
            watchRun(run, { from, clock, heartbeatMs, abortSignal }),
          );
        },
      },
    },
    {
      path: '/runs/:id/trajectory',
      methods: {
        async GET(c) {
          const run = await runs.show(c.req.param('id') ?? '');
          // What a run has come to by now is a file, too; of one that is replayed, all is awaited.
          if (run.parts.isReplay) await run.ended;
          const headers = {
            'Content-Type': 'application/jsonl; charset=utf-8',
            'Content-Disposition': `attachment; filename="rlm-${run.parts.id}.jsonl"`,
          };
          return answer(c, run, headers, () => trajectoryOf(run));
        },
      },
    },
  ];
};

const pieceCharacters = 64 * 1024;

/** The trajectory of a run so far, in pieces. */
async function* trajectoryOf({ log }: LiveRun): AsyncGenerator<string, void, undefined> {
  const end = log.length;
  yield* writeTrajectory([]);
  for (let at = 0; at < end;) {
    const lines = log.slice(at, pieceCharacters).slice(0, end - at);
    at += lines.length;
    yield `${lines.join('\n')}\n`;
  }
}

/** The number of the event after the last one that a reader has seen. */
function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) + 1;
  throw new ProblemError(
    'invalid',
    `Last-Event-ID: expected the number of an event, got ${JSON.stringify(text)}`,
  );
}
