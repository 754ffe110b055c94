import { writeTrajectory } from '@rlm/runner';

import { exportPieces, jsonInPage, readTemplate } from '../export/export-page.js';
import type { ReadLogBytes } from '../export/read-log-apart.js';
import type { Requests } from '../http/requests.js';
import { streamText, type TextPieces } from '../http/stream-text.js';
import type { LiveRun } from '../runs/live-run.js';
import type { RunManager } from '../runs/run-manager.js';
import type { Route, RouteContext } from './route.js';
import type { StreamRoom } from './stream-room.js';

/** What the files of runs need. */
export interface LogRouteOptions {
  /** The folder of the built page. */
  readonly page: string;
  readonly requests: Requests;
  readonly readLog: ReadLogBytes;
  readonly room: StreamRoom;
}

/** The paths that give runs as files: a trajectory, and a page. */
export function logRoutes(
  runs: RunManager,
  { page, requests, readLog, room }: LogRouteOptions,
): readonly Route[] {
  /** A run with all its events: of one that goes on, those so far. */
  const wholeRun = async (c: RouteContext): Promise<LiveRun> => {
    const run = await runs.catalogue.show(c.req.param('id') ?? '');
    if (run.parts.replayOf !== undefined) await run.ended;
    return run;
  };
  const download = (c: RouteContext, name: string, type: string, pieces: TextPieces): Response => {
    const body = streamText({
      pieces: () => pieces,
      onEnd: room.enter(c.get('client')),
      connection: c.env.outgoing,
    });
    return c.body(body, 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Transfer-Encoding': 'chunked',
    });
  };

  return [
    {
      path: '/runs/:id/trajectory',
      methods: {
        async GET(c) {
          const run = await wholeRun(c);
          const { id } = run.parts;
          return download(c, `rlm-${id}.jsonl`, 'application/jsonl', trajectoryOf(run));
        },
      },
    },
    {
      path: '/runs/:id/export',
      methods: {
        async GET(c) {
          const run = await wholeRun(c);
          const pieces = exportPieces(await readTemplate(page), jsonInPage(linesOf(run)));
          return download(c, `rlm-${run.parts.id}.html`, 'text/html', pieces);
        },
      },
    },
    {
      path: '/export',
      methods: {
        async POST(c) {
          const template = await readTemplate(page);
          const json = await readLog(await requests.file(c.req.raw, c.get('client')));
          return download(c, 'rlm-run.html', 'text/html', exportPieces(template, textOf(json)));
        },
      },
    },
  ];
}

const pieceCharacters = 64 * 1024;

/** The events of a run so far. */
function* linesOf({ log }: LiveRun): Generator<readonly string[], void, undefined> {
  const end = log.length;
  for (let at = 0; at < end;) {
    const lines = log.slice(at, pieceCharacters).slice(0, end - at);
    at += lines.length;
    yield lines;
  }
}

/** A text in pieces. */
function* textOf(bytes: Uint8Array): Generator<string, void, undefined> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += pieceCharacters) {
    yield decoder.decode(bytes.subarray(at, at + pieceCharacters), { stream: true });
  }
}

async function* trajectoryOf(run: LiveRun): TextPieces {
  yield* writeTrajectory([]);
  for (const lines of linesOf(run)) yield `${lines.join('\n')}\n`;
}
