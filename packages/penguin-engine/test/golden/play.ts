import { addRun, goldenText, reported } from '@rlm/config/golden';
import type { RunJournal } from '@rlm/kernel';
import type { ModelFunction, ModelFunctionRequest } from '@rlm/kernel/model';
import { manualClock, scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';

import {
  runResponse,
  runTask,
  type EngineEvent,
  type EngineResult,
  type TaskOptions,
} from '../../src/index.js';

/** A run whose model replies from a script. */
export interface GoldenRun {
  readonly name: string;
  readonly mode: 'response' | 'task';
  readonly replies: readonly ScriptedReply[];
  readonly options?: () => Partial<TaskOptions>;
  /** Aborts the run at the first event of this type. */
  readonly abortAt?: EngineEvent['type'];
}

/** A journal that keeps what is written; it has nothing to replay. */
function recordingJournal(): { readonly journal: RunJournal; readonly lines: object[] } {
  const lines: object[] = [];
  const keep = (kind: string, line: object): Promise<void> => {
    lines.push({ kind, ...line });
    return Promise.resolve();
  };
  const journal: RunJournal = {
    runId: 'golden',
    seed: 'golden',
    nonce: 'golden',
    elapsedMs: 0,
    begin(head) {
      void keep('head', head);
    },
    stream: (path) => ({
      recorded: [],
      append: (line) => keep(`line of "${path}"`, line),
    }),
    readBlob: () => Promise.reject(new Error('there is no blob')),
    end: (end) => keep('end', end),
    close: () => Promise.resolve(),
  };
  return { journal, lines };
}

/** Each reply of a text with a usage of its own, so that sums tell which calls were counted. */
export const withUsage = (reply: ScriptedReply, at: number): ScriptedReply =>
  typeof reply === 'string'
    ? { text: reply, usage: { inputTokens: 100 + at, outputTokens: 10 + at } }
    : reply;

/** What was seen of one run. */
export interface Seen {
  readonly requests: readonly ModelFunctionRequest[];
  readonly events: readonly EngineEvent[];
  readonly result: EngineResult;
}

/** Runs it once, with a journal. */
export async function playOnce(
  golden: GoldenRun,
  journal: RunJournal,
  model: ModelFunction = scriptedModel(golden.replies.map(withUsage)),
): Promise<Seen> {
  const requests: ModelFunctionRequest[] = [];
  const stop = new AbortController();
  const start = golden.mode === 'task' ? runTask : runResponse;
  const run = start({
    model: (request) => {
      requests.push({ ...request, messages: [...request.messages] });
      return model(request);
    },
    prompt: 'What is in my note?',
    clock: manualClock(),
    abortSignal: stop.signal,
    journal,
    ...golden.options?.(),
  });
  const events: EngineEvent[] = [];
  for await (const event of run) {
    events.push(event);
    if (event.type === golden.abortAt) stop.abort(new Error('a person stopped it'));
  }
  return { requests, events, result: await run.result };
}

/** Plays a golden run to its end: how it ended, and all that a person sees of it. */
export async function play(golden: GoldenRun): Promise<{
  readonly first: string;
  readonly now: string;
  readonly events: readonly EngineEvent[];
}> {
  const { journal, lines } = recordingJournal();
  const seen = await playOnce(golden, journal);
  const text = goldenText();
  addRun(text, seen);
  text.heading('journal');
  for (const line of lines) text.add('-', line);
  return { first: endOf(seen.result), now: text.whole(), events: seen.events };
}

/** How a run ended, as it must stay. */
export function endOf({
  status,
  finishReason,
  assistantResponse,
  finishStatus,
  finishSummary,
  usage,
  actionResults,
}: EngineResult): string {
  const text = goldenText();
  text.add('status', status);
  text.add('finishReason', finishReason);
  text.text('answer', assistantResponse);
  text.add('finish', { finishStatus, finishSummary });
  text.add('usage', reported(usage));
  text.add('actions', actionResults);
  return text.whole();
}
