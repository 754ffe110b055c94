import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';

import { createBudget } from '@rlm/kernel';

import {
  createMcpServer,
  type McpQuestion,
  type McpRunOptions,
  type McpServerOptions,
  type RlmMcpServer,
} from '../server/index.js';
import { openModels, type Environment } from './endpoint.js';
import { keepRuns } from './kept-runs.js';
import { openSandbox } from './open-sandbox.js';
import type { CommandOptions } from './options.js';
import { UsageError } from './usage.js';

/** How long the runs under way may take to stop. */
const patienceMs = 5_000;

/**
 * Answers questions of an agent until it is gone (0), or until the process is interrupted (130); returns the exit code. Throws
 * {@link UsageError}.
 */
export async function serve(
  options: CommandOptions,
  environment: Environment,
  say: (words: string) => void,
): Promise<number> {
  const { folders, endpoint, maxTotalCostUsd, requireIsolation } = options;
  for (const folder of folders) await requireFolder(folder);
  const roots = rootsOf(options);
  const sandbox = await openSandbox(options, say);
  const store =
    options.runs === false ? undefined : await keepRuns(options.runs, folders, environment, say);
  const run: McpRunOptions = {
    ...options.run,
    ...openModels(endpoint),
    sandbox,
    requireIsolation: requireIsolation ? 'os' : undefined,
    budget:
      maxTotalCostUsd === undefined ? undefined : createBudget({ maxCostUsd: maxTotalCostUsd }),
    // A model that says the same over and over has no answer: better to stop than to pay for it.
    policies: ['repeated_response'],
  };
  const server = createMcpServer({
    run: ({ totalChars }: McpQuestion) => ({
      ...run,
      sandboxLimits: { memoryBytes: memoryFor(totalChars) },
    }),
    ...roots,
    store,
  });
  say(`${endpoint.model} at ${new URL(endpoint.baseUrl).host} answers`);
  try {
    return await untilInterrupted(listen(server, options, environment, say));
  } finally {
    await server.close();
  }
}

/** Room for the text in the REPL, a lower-case copy of it, and what the code makes of it. */
const memoryFor = (characters: number): number =>
  Math.min(2 ** 31, 256 * 2 ** 20 + characters * 16);

/** Serves until the client is gone; over HTTP for as long as the process lives. */
async function listen(
  server: RlmMcpServer,
  { port }: CommandOptions,
  { RLM_MCP_TOKEN: named = '' }: Environment,
  say: (words: string) => void,
): Promise<number> {
  if (port === undefined) {
    await server.serveStdio();
    return 0;
  }
  try {
    const { url, token } = await server.serveHttp({
      port,
      token: named === '' ? undefined : named,
    });
    process.stdout.write(`${url}\n`);
    if (named === '') say(`the token: ${token}`);
    say('Ctrl-C ends the server.');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw fault;
    throw new UsageError(`The port ${port} is taken: name another, or 0 for any (--port).`);
  }
  return new Promise(() => undefined);
}

/** What `served` gives, or 130 as soon as the process is interrupted. A second interrupt ends it at once. */
async function untilInterrupted(served: Promise<number>): Promise<number> {
  const interrupted = new Promise<number>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        setTimeout(() => process.exit(130), patienceMs).unref();
        resolve(130);
      });
    }
  });
  return Promise.race([served, interrupted]);
}

/** The folders that may be read. An agent may start this command anywhere, in the user's home too. */
function rootsOf({
  folders,
  port,
}: CommandOptions): Pick<McpServerOptions, 'roots' | 'defaultRoots'> {
  if (folders.length > 0) return { roots: folders.map((folder) => resolve(folder)) };
  const current = process.cwd();
  const isEverything = current === homedir() || current === parse(current).root;
  if (port === undefined) return { defaultRoots: isEverything ? undefined : [current] };
  if (!isEverything) return { roots: [current] };
  throw new UsageError(
    `--http needs a folder: npx @rlm/mcp <folder> --http (${current} holds too much).`,
  );
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new UsageError(
    `There is no folder ${JSON.stringify(folder)}: name folders to be asked about.`,
  );
}
