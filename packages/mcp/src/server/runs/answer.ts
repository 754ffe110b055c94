import { realpath } from 'node:fs/promises';

import type { RunJournal } from '@rlm/kernel';
import { newRunId } from '@rlm/kernel/internal';
import { awaitHook, createSemaphore, type Semaphore, tellHook } from '@rlm/repl-types/internal';
import { ContextError, runRlm } from '@rlm/runner';

import { McpError } from '../../errors.js';
import { findFiles, type SkippedFile } from '../files/find-files.js';
import { readTexts, type ReadTexts } from '../files/read-question.js';
import { isAllowed, type Roots } from '../files/roots.js';
import type { McpServerOptions, McpSpecs, McpRunOptions } from '../options.js';
import type { McpQuestion, McpLimits } from '../question.js';
import type { AskArguments } from '../tools/read-arguments.js';
import { answerResult, type ToolResult } from '../tools/tool-result.js';
import { findKept } from './kept-runs.js';
import { followRun, type Progress } from './progress.js';
import { ownSpecs } from './specs.js';

/** A request of a client. */
export interface Asking {
  readonly roots: Roots;
  readonly abortSignal: AbortSignal;
  /** Called with what is new of the run. */
  readonly onProgress: (progress: Progress) => Promise<void>;
}

/** Answers questions, of which some may be under way at the same time. */
export interface Answering {
  readonly specs: McpSpecs;
  ask(asked: AskArguments, asking: Asking): Promise<ToolResult>;
  resume(runId: string, asking: Asking): Promise<ToolResult>;
}

/** Makes what all clients of a server share. */
export function createAnswering(options: McpServerOptions): Answering {
  const { store, specs = ownSpecs, maxConcurrentRuns = 2 } = options;
  const { maxFiles = 10_000, maxBytes = 2 ** 26 } = options;
  const semaphore = createSemaphore(maxConcurrentRuns);

  const answer = async (
    question: McpQuestion,
    texts: ReadTexts,
    skipped: readonly SkippedFile[],
    journal: RunJournal | undefined,
    { abortSignal, onProgress }: Asking,
  ): Promise<ToolResult> => {
    const { run: given } = options;
    const own = await begin(journal, () => (typeof given === 'function' ? given(question) : given));
    const run = await begin(journal, () =>
      runRlm({
        contextDescription: texts.contextDescription,
        ...lowerLimits(own, question.limits),
        throwOnLimit: false,
        throwOnFailure: false,
        query: question.question,
        context: texts.context,
        abortSignal,
        ...(journal === undefined ? { runId: question.runId } : { journal }),
      }),
    );
    const follow = followRun(own.prices, () => Date.now());
    for await (const event of run) {
      const progress = follow(event);
      if (progress !== undefined) tellHook(onProgress, [progress], () => undefined);
    }
    const all = [...skipped, ...texts.skipped];
    return answerResult(await run.result, texts.files.length, all, journal !== undefined);
  };

  return {
    specs,

    ask: ({ question, paths, limits }, asking) =>
      inTurn(semaphore, maxConcurrentRuns, async () => {
        const { files, skipped } = await findFiles(paths, asking.roots, maxFiles);
        const texts = await readTexts(files, asking.roots, maxBytes, asking.abortSignal);
        const asked: McpQuestion = {
          runId: newRunId(),
          question,
          files: texts.files,
          totalChars: texts.totalChars,
          limits,
        };
        if (store === undefined) return answer(asked, texts, skipped, undefined, asking);
        const spec: unknown = await awaitHook(() => specs.write(asked));
        const journal = await awaitHook(() => store.create({ runId: asked.runId, spec }));
        return answer(asked, texts, skipped, journal, asking);
      }),

    resume: (runId, asking) =>
      inTurn(semaphore, maxConcurrentRuns, async () => {
        if (store === undefined) throw new McpError('run_unknown', 'This server keeps no runs.');
        const { kept } = await findKept(store, specs, asking.roots, runId);
        const found = await Promise.all(
          kept.files.map(async ({ name, path }) => {
            const real = await realpath(path).catch(() => undefined);
            // Another may have put a link there since.
            if (real === path && isAllowed(real, asking.roots)) return { name, path };
            throw changed(name);
          }),
        );
        const texts = await readTexts(found, asking.roots, maxBytes, asking.abortSignal);
        const hashes = new Map(texts.files.map(({ path, sha256 }) => [path, sha256]));
        const other = kept.files.find(({ path, sha256 }) => hashes.get(path) !== sha256);
        if (other !== undefined) throw changed(other.name);
        const journal = await awaitHook(() => store.open(runId));
        const asked = { ...kept, runId, totalChars: texts.totalChars };
        return answer(asked, texts, [], journal, asking);
      }),
  };
}

/** Begins the work on a run. A fault before it has begun gives its journal back: the run closes it later. */
async function begin<T>(journal: RunJournal | undefined, start: () => T): Promise<Awaited<T>> {
  try {
    return await awaitHook(start);
  } catch (error) {
    await journal?.close();
    throw error;
  }
}

const changed = (name: string): ContextError =>
  new ContextError(
    name,
    'it is gone, or has changed since the run began. Restore it, or ask the question again',
  );

/** A client is not made to wait: it may ask again, or ask something else. */
async function inTurn<T>(semaphore: Semaphore, limit: number, work: () => Promise<T>): Promise<T> {
  const leave = semaphore.tryEnter();
  if (leave === undefined) {
    throw new McpError(
      'server_busy',
      `${limit} runs are under way, which is this server's limit. Ask again when one has ended.`,
    );
  }
  try {
    return await work();
  } finally {
    leave();
  }
}

/** What a run may use if the configuration does not say it: the defaults of `runRlm`. */
const usual = { maxSteps: 30, maxSubQueries: 1_000, timeoutMs: 1_800_000 };

/** The options of a run within the limits that a client named: each is the lower one of both. */
function lowerLimits(options: McpRunOptions, wanted: McpLimits): McpRunOptions {
  const { limits = {} } = options;
  const lower = (own = Infinity, wish = Infinity): number => Math.min(own, wish);
  const maxTokens = lower(limits.maxTokens, wanted.maxTokens);
  const maxCostUsd = lower(limits.maxCostUsd, wanted.maxCostUsd);
  return {
    ...options,
    maxSteps: lower(options.maxSteps ?? usual.maxSteps, wanted.maxSteps),
    limits: {
      ...limits,
      maxSubQueries: lower(limits.maxSubQueries ?? usual.maxSubQueries, wanted.maxSubQueries),
      timeoutMs: lower(limits.timeoutMs ?? usual.timeoutMs, wanted.timeoutMs),
      ...(maxTokens === Infinity ? {} : { maxTokens }),
      ...(maxCostUsd === Infinity ? {} : { maxCostUsd }),
    },
  };
}
