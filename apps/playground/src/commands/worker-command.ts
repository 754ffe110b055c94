import type { RunJournal } from '@rlm/kernel';
import { messageOf } from '@rlm/repl-types/internal';

import type { WorkerArguments } from '../arguments/worker-arguments.js';
import { ask } from '../ask.js';
import { requireIsolation, type IsolationWishes } from '../backend.js';
import { listenForInterrupt } from '../interrupt.js';
import { requireAddress } from '../models/model-spec.js';
import { namingOf, type Naming } from '../models/named-endpoint.js';
import { openModel } from '../models/open-model.js';
import { openQueue } from '../queue/open-queue.js';
import { sayIsolationOnce } from '../render/isolation-line.js';
import { asRunSpec } from '../runs/run-spec.js';
import { plainText } from '../view/text/plain-text.js';
import { sentenceOf, whatItWouldDo } from '../runs/require-yes.js';
import { openRuns, type Runs } from '../runs/runs.js';
import { faultInSpec } from '../runs/spec-shape.js';
import { readTextAgain } from '../runs/text-files.js';
import { RunRefusedError } from '../usage-error.js';

/** How long the runs under way may take to stop, and to be given back. */
const patienceMs = 10_000;

/** `rlm worker`: works on the runs of a queue until it is interrupted; returns the exit code. */
export async function workerCommand(args: WorkerArguments): Promise<number> {
  const { queue: url, baseUrl, concurrency, isYes } = args;
  if (baseUrl !== undefined) requireAddress(baseUrl);
  await requireIsolation({ requireIsolation: args.requireIsolation });
  const runs = openRuns(args.runs);
  const say = (words: string): void => void process.stderr.write(`${plainText(words)}\n`);
  const interrupt = listenForInterrupt(() => undefined, patienceMs);
  const { signal } = interrupt;
  const left: string[] = [];
  const naming = namingOf(args);
  const isolation: IsolationWishes = {
    ...(args.requireIsolation ? { requireIsolation: true } : {}),
    onIsolationMissing: sayIsolationOnce(say),
  };

  const work = async (journal: RunJournal, spec: unknown): Promise<unknown> => {
    const { runId } = journal;
    say(`Run ${runId}: under way`);
    try {
      const result = await answerRun(journal, spec, { ...naming, isYes, runs }, isolation, signal);
      const { finishReason } = result;
      if (finishReason === 'aborted') left.push(runId);
      say(`Run ${runId}: ${finishReason}`);
      return result;
    } catch (error) {
      // The queue keeps the reason, and tries it again unless it was refused.
      say(`Run ${runId}: ${messageOf(error)}`);
      throw error;
    }
  };

  const queue = await openQueue(url, runs, {
    concurrency,
    start: (journal, spec) => ({ result: work(journal, spec) }),
  });
  say(`Works on the runs of ${runs.folder}, ${concurrency} at a time; Ctrl-C ends it.`);
  await new Promise<void>((end) => {
    signal.addEventListener('abort', () => {
      end();
    });
  });
  await queue.close();
  await giveBack(left, () => openQueue(url, runs));
  interrupt.stop();
  return 130;
}

/** Answers the question of a run, using what was kept with it. The answer is written to its journal. */
async function answerRun(
  journal: RunJournal,
  kept: unknown,
  { isYes, runs, ...naming }: Naming & { readonly isYes: boolean; readonly runs: Runs },
  isolation: IsolationWishes,
  abortSignal: AbortSignal,
): Promise<{ readonly finishReason: string }> {
  const spec = asRunSpec(kept);
  if (spec === undefined) {
    throw new RunRefusedError(faultInSpec(kept) ?? 'it was not begun by rlm ask');
  }
  const plan = isYes ? undefined : await whatItWouldDo({ runs, runId: journal.runId, spec });
  if (plan !== undefined) {
    throw new RunRefusedError(`${sentenceOf(plan)}. rlm worker --yes works on such runs`);
  }
  const { question, settings } = spec;
  const text = await readTextAgain(spec.text);
  const chosen = await openModel(spec.model, { ...naming, question, isResumed: true });
  const onEvent = (): void => undefined;
  const options = {
    ...settings,
    ...isolation,
    ...chosen,
    question,
    text,
    journal,
    abortSignal,
    onEvent,
  };
  return (await ask(options)).result;
}

/** Puts the runs that were interrupted back into the queue: another worker goes on. */
async function giveBack(
  left: readonly string[],
  open: () => ReturnType<typeof openQueue>,
): Promise<void> {
  if (left.length === 0) return;
  const queue = await open();
  for (const runId of left) await queue.add(runId);
  await queue.close();
}
