import { fileURLToPath } from 'node:url';

import type { ServeArguments } from '../arguments/serve-arguments.js';
import { findMissingIsolation, requireIsolation } from '../backend.js';
import { findModels } from '../doctor/find-models.js';
import { listenForInterrupt } from '../interrupt.js';
import { namingOf } from '../models/named-endpoint.js';
import { requireAddress } from '../models/model-spec.js';
import { plainText } from '../view/text/plain-text.js';
import { openRuns } from '../runs/runs.js';
import { workApart } from '../serve/apart/work-apart.js';
import { openServer } from '../serve/open-server.js';
import { UsageError } from '../usage-error.js';

/** How long runs may take to stop. */
const patienceMs = 5_000;

/** `rlm serve`: serves the page until it is interrupted; returns the exit code. */
export async function serveCommand({
  port,
  runs,
  costs,
  requireIsolation: isRequired,
  mayNameEndpoints,
  isYes,
  ...connection
}: ServeArguments): Promise<number> {
  const naming = namingOf(connection);
  const { baseUrl } = naming;
  if (baseUrl !== undefined) requireAddress(baseUrl);
  await requireIsolation({ requireIsolation: isRequired });
  const say = (words: string): void => void process.stderr.write(`${plainText(words)}\n`);
  const interrupt = listenForInterrupt(() => undefined, patienceMs);
  const missing = findMissingIsolation('javascript').catch(() => undefined);
  const server = await openServer({
    port,
    runs: openRuns(runs),
    workApart: workApart(new URL('./apart-worker.js', import.meta.url)),
    page: fileURLToPath(new URL('./page', import.meta.url)),
    naming,
    mayNameEndpoints,
    isYes,
    costs,
    requireIsolation: isRequired,
    findMissingIsolation: () => missing,
    findEndpoints: async () => (await findModels(naming)).endpoints,
    onFault(error) {
      say(`rlm serve: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
  }).catch((error: unknown) => {
    throw isTaken(error)
      ? new UsageError(`the port ${port} is taken: name another, or 0 for any (--port)`)
      : error;
  });
  process.stdout.write(`${server.address}\n`);
  say('Open this address in a browser; Ctrl-C ends the server.');
  void missing.then((words) => {
    if (words !== undefined) say(`Isolation: ${words}`);
  });
  await new Promise<void>((end) => {
    interrupt.signal.addEventListener('abort', () => {
      end();
    });
  });
  await server.close();
  interrupt.stop();
  return 130;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
