import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';

import { McpError } from '@rlm/mcp';
import { createMcpServer, type McpRunOptions, type RlmMcpServer } from '@rlm/mcp/server';
import { createBudget } from '@rlm/runner';

import type { McpArguments } from '../arguments/mcp-arguments.js';
import { howToAsk } from '../ask.js';
import { requireIsolation } from '../backend.js';
import { installLine } from '../install-line.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseModel } from '../models/choose-model.js';
import { namingOf } from '../models/named-endpoint.js';
import { openModel } from '../models/open-model.js';
import { sayIsolationOnce } from '../render/isolation-line.js';
import { mcpSpecs } from '../runs/mcp-specs.js';
import { makeOwnFolder, openRuns, type Runs } from '../runs/runs.js';
import { requireOutside } from '../runs/text-files.js';
import { UsageError } from '../usage-error.js';
import { plainText } from '../view/text/plain-text.js';

/** How long the runs under way may take to stop. */
const patienceMs = 5_000;

/** `rlm mcp`: answers questions of an agent until it is gone, or until it is interrupted; returns the exit code. */
export async function mcpCommand(args: McpArguments): Promise<number> {
  const say = (words: string): void => void process.stderr.write(`rlm mcp: ${plainText(words)}\n`);
  for (const folder of args.folders) await requireFolder(folder);
  if (args.runs !== undefined) requireOutside('--runs', args.runs, args.folders);
  await requireIsolation(args);
  const naming = namingOf(args);
  const chosen = await chooseModel({ ...args, ...naming, question: '' });
  say(`${chosen.label} answers (${chosen.why})`);
  const { maxTotalCostUsd } = args;
  const budget =
    maxTotalCostUsd === undefined ? {} : { budget: createBudget({ maxCostUsd: maxTotalCostUsd }) };
  const kept = args.journal ? await keepRuns(args, say) : undefined;
  const settings = settingsOf(args);
  const onIsolationMissing = sayIsolationOnce(say);
  const server = createMcpServer({
    run: async ({ question, files, totalChars }): Promise<McpRunOptions> => {
      const opened = await openModel(chosen.spec, { ...naming, question });
      const text = { value: '', characters: totalChars, label: '' };
      const isolation = { ...settings, onIsolationMissing };
      const {
        context: _context,
        contexts: _contexts,
        contextDescription: _description,
        ...options
      } = await howToAsk({
        ...isolation,
        ...opened,
        text,
      });
      // As `rlm resume` asks: nothing is said about the text of one file, but what was guessed of its encoding.
      const [{ guess } = {}] = files;
      const remark = guess === undefined ? undefined : `It was ${guess}.`;
      const described = files.length === 1 ? { contextDescription: remark } : {};
      return { ...options, ...budget, ...described };
    },
    ...rootsOf(args),
    ...(kept === undefined ? {} : { store: kept.store, specs: mcpSpecs(chosen.spec, settings) }),
  });
  try {
    return await serve(server, args, say);
  } catch (error) {
    if (!McpError.isInstance(error) || error.code !== 'sdk_missing') throw error;
    throw new UsageError(
      `rlm mcp needs the package @modelcontextprotocol/sdk: ${installLine(['@modelcontextprotocol/sdk@1'])}`,
      { cause: error },
    );
  } finally {
    await server.close();
  }
}

const settingsOf = ({
  language,
  maxSteps,
  maxSubQueries,
  maxTokens,
  maxCostUsd,
  prices,
  timeoutMs,
  concurrency,
  retries,
  callTimeoutMs,
  temperature,
  requireIsolation: isRequired,
}: McpArguments) => ({
  ...{ output: 'text' as const, history: false, language, concurrency, retries, temperature },
  callTimeoutMs,
  ...{ maxSteps, maxSubQueries, maxTokens, maxCostUsd, prices, timeoutMs },
  ...(isRequired ? { requireIsolation: true } : {}),
});

/** Serves until the client is gone (0), or until the process is interrupted (130). */
async function serve(
  server: RlmMcpServer,
  { port }: McpArguments,
  say: (words: string) => void,
): Promise<number> {
  const interrupt = listenForInterrupt(() => undefined, patienceMs);
  const interrupted = new Promise<number>((end) => {
    interrupt.signal.addEventListener('abort', () => {
      end(130);
    });
  });
  try {
    if (port === undefined) {
      return await Promise.race([server.serveStdio().then(() => 0), interrupted]);
    }
    const { RLM_MCP_TOKEN: token } = process.env;
    const named = token === undefined || token === '' ? {} : { token };
    const http = await server.serveHttp({ port, ...named });
    process.stdout.write(`${http.url}\n`);
    if (token === undefined || token === '') say(`the token: ${http.token}`);
    say('Ctrl-C ends the server.');
    return await interrupted;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== 'EADDRINUSE') throw error;
    throw new UsageError(`the port ${port} is taken: name another, or 0 for any (--port)`);
  } finally {
    interrupt.stop();
  }
}

/** The folders that may be read. An agent may start this command anywhere, in the user's home too. */
function rootsOf({
  folders,
  port,
}: McpArguments):
  | { readonly roots: readonly string[] }
  | { readonly defaultRoots?: readonly string[] } {
  if (folders.length > 0) return { roots: folders.map((folder) => resolve(folder)) };
  const current = process.cwd();
  const isEverything = current === homedir() || current === parse(current).root;
  if (port === undefined) return isEverything ? {} : { defaultRoots: [current] };
  if (!isEverything) return { roots: [current] };
  throw new UsageError(
    `--http needs a folder: rlm mcp <folder> --http (${current} holds too much)`,
  );
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new UsageError(`rlm mcp takes folders, and there is no folder ${JSON.stringify(folder)}`);
}

/** Where runs are kept. An agent is answered even if none can be. */
async function keepRuns(
  { runs: named }: McpArguments,
  say: (words: string) => void,
): Promise<Runs | undefined> {
  try {
    const runs = openRuns(named);
    await makeOwnFolder(runs);
    return runs;
  } catch (error) {
    say((error as Error).message);
    return undefined;
  }
}
