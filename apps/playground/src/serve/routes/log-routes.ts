import { writeTrajectory } from '@rlm/runner';

import { createClientQuota } from '../client-quota.js';
import { exportPieces, jsonInPage, readTemplate } from '../export/export-page.js';
import type { ReadLogBytes } from '../export/read-log-apart.js';
import { ProblemError } from '../http/problem.js';
import type { Requests } from '../http/requests.js';
import { pieceCharacters } from '../http/slices.js';
import { streamText, type TextPieces } from '../http/stream-text.js';
import type { LiveRun } from '../runs/live-run.js';
import type { RunManager } from '../runs/run-manager.js';
import type { Route, RouteContext } from './route.js';
import type { StreamQuota } from './stream-quota.js';

/** What the files that are made of logs may take, from when they are made until they are taken. */
export interface ExportLimits {
  readonly bytesInAll: number;
  readonly bytesPerClient: number;
}

/** What the files of runs need. */
export interface LogRouteOptions {
  /** The folder of the built page. */
  readonly page: string;
  readonly requests: Requests;
  readonly readLog: ReadLogBytes;
  readonly streams: StreamQuota;
  readonly exports: ExportLimits;
  /** How long a client may take nothing. */
  readonly stuckReaderMs: number;
}

/** The paths that give runs as files: a trajectory, and a page. */
export function logRoutes(
  runs: RunManager,
  { page, requests, readLog, streams, exports, stuckReaderMs }: LogRouteOptions,
): readonly Route[] {
  /** A run with all its events: of one that goes on, those so far. */
  const wholeRun = async (c: RouteContext): Promise<LiveRun> => {
    const run = await runs.catalogue.show(c.req.param('id') ?? '');
    if (run.parts.replayOf !== undefined) await run.ended;
    return run;
  };
  const made = createClientQuota({ inAll: exports.bytesInAll, perClient: exports.bytesPerClient });
  const download = (
    c: RouteContext,
    { name, type, pieces, onEnd }: Download,
    leave: () => void,
  ): Response => {
    c.env.incoming.socket.setTimeout(stuckReaderMs);
    const body = streamText({
      pieces: () => pieces,
      onEnd() {
        onEnd();
        leave();
      },
      connection: c.env.outgoing,
    });
    return c.body(body, 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Transfer-Encoding': 'chunked',
    });
  };
  /** A file of a run, which is not forgotten meanwhile. */
  const downloadRun = async (
    c: RouteContext,
    fileOf: (run: LiveRun) => Promise<Omit<Download, 'onEnd'>>,
  ): Promise<Response> => {
    const run = await wholeRun(c);
    const file = await fileOf(run);
    const leave = streams.enter(c.get('client'));
    return download(c, { ...file, onEnd: run.enter() }, leave);
  };

  return [
    {
      path: '/runs/:id/trajectory',
      methods: {
        GET: (c) =>
          downloadRun(c, (run) =>
            Promise.resolve({
              name: `rlm-${run.parts.id}.jsonl`,
              type: 'application/jsonl',
              pieces: trajectoryOf(run),
            }),
          ),
      },
    },
    {
      path: '/runs/:id/export',
      methods: {
        GET: (c) =>
          downloadRun(c, async (run) => ({
            name: `rlm-${run.parts.id}.html`,
            type: 'text/html',
            pieces: exportPieces(await readTemplate(page), jsonInPage(linesOf(run))),
          })),
      },
    },
    {
      path: '/export',
      methods: {
        async POST(c) {
          const template = await readTemplate(page);
          const client = c.get('client');
          const json = await requests.file(c.req.raw, client, readLog);
          const leave = streams.enter(client);
          if (made.take(client, json.length) !== undefined) {
            leave();
            throw new ProblemError(
              'busy',
              'too many exported files wait to be taken: try again when they are there',
              { 'Retry-After': '5' },
            );
          }
          const file = {
            name: 'rlm-run.html',
            type: 'text/html',
            pieces: exportPieces(template, textOf(json)),
            onEnd: () => {
              made.free(client, json.length);
            },
          };
          return download(c, file, leave);
        },
      },
    },
  ];
}

/** A file that is given to a client. */
interface Download {
  readonly name: string;
  readonly type: string;
  readonly pieces: TextPieces;
  readonly onEnd: () => void;
}

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
  for (const lines of linesOf(run)) {
    yield lines.length === 1 ? (lines[0] ?? '') : lines.join('\n');
    yield '\n';
  }
}
