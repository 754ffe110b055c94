import { addRun, goldenText, reported } from '@rlm/config/golden';
import type { RunStore } from '@rlm/journal';
import { memoryStore } from '@rlm/journal';
import type { RunJournal, StandardSchema } from '@rlm/kernel';
import type { ModelFunction, ModelFunctionRequest } from '@rlm/kernel/model';
import { manualClock, scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';

import {
  formatSteps,
  runRlm,
  type RlmEvent,
  type RlmResult,
  type RunRlmOptions,
} from '../../src/index.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** Options of a run, also with a schema. */
type Options = Partial<Omit<RunRlmOptions, 'schema'>> & {
  readonly schema?: NonNullable<RunRlmOptions<StandardSchema>['schema']>;
};

type Replies = readonly ScriptedReply[] | ModelFunction;

/** A run whose models reply from a script. */
export interface GoldenRun {
  readonly name: string;
  /** What the model of the run, and of its children, replies: in turn, or to each request. */
  readonly replies: Replies;
  /** Further replies of this model in each run that resumes it, and what happens before. */
  readonly resumes?: readonly {
    readonly replies: Replies;
    readonly before?: (store: RunStore) => Promise<void>;
    readonly options?: () => Options;
  }[];
  /** Default: a text that names the end of the prompt. */
  readonly subModel?: ModelFunction;
  /** Default: `quickjs()`, a question and a context. */
  readonly options?: () => Options;
  /** Aborts the run at the first event for which it is true. */
  readonly abortAt?: (event: RlmEvent) => boolean;
}

/** What was seen of one run. */
export interface Seen {
  readonly requests: readonly ModelFunctionRequest[];
  readonly events: readonly RlmEvent[];
  readonly result: RlmResult;
}

const echo: ModelFunction = ({ messages }) => ({
  text: `SUB:${(messages.at(-1)?.content ?? '').slice(-80)}`,
  usage: { inputTokens: 20, outputTokens: 5 },
});

/** Each reply of a text with a usage of its own, so that sums tell which calls were counted. */
export const withUsage = (reply: ScriptedReply, at: number): ScriptedReply =>
  typeof reply === 'string'
    ? { text: reply, usage: { inputTokens: 100 + at, outputTokens: 10 + at } }
    : reply;

/** Runs it once, from a journal. */
export async function playOnce(
  golden: GoldenRun,
  journal: RunJournal,
  { replies, more = {} }: { readonly replies: Replies; readonly more?: Options },
): Promise<Seen> {
  const requests: ModelFunctionRequest[] = [];
  const seenBy =
    (model: ModelFunction): ModelFunction =>
    (request) => {
      requests.push({ ...request, messages: [...request.messages] });
      return model(request);
    };
  const stop = new AbortController();
  const run = runRlm<StandardSchema | undefined>({
    model: seenBy(typeof replies === 'function' ? replies : scriptedModel(replies.map(withUsage))),
    subModel: seenBy(golden.subModel ?? echo),
    sandbox: quickjs(),
    query: 'How many words are there?',
    context: 'one two three',
    clock: manualClock(),
    abortSignal: stop.signal,
    journal,
    ...golden.options?.(),
    ...more,
  });
  const events: RlmEvent[] = [];
  for await (const event of run) {
    events.push(event);
    if (golden.abortAt?.(event) === true) stop.abort(new Error('a person stopped it'));
  }
  return { requests, events: inOrder(events), result: await run.result };
}

/**
 * A session opens beside the first model call: when that is, is chance. So it is shown behind that call, and not at all if there was none
 * that ended.
 */
function inOrder(events: readonly RlmEvent[]): RlmEvent[] {
  const others = events.filter(({ type }) => type !== 'session-open');
  return others.flatMap((event, at) => {
    const isFirst = ({ type, runId }: RlmEvent): boolean =>
      type === 'model-end' && runId === event.runId;
    if (!isFirst(event) || others.findIndex(isFirst) !== at) return [event];
    const opened = events.filter(
      ({ type, runId }) => type === 'session-open' && runId === event.runId,
    );
    return [event, ...opened];
  });
}

/** Plays a golden run to its end: what a person sees of it, and how it ended. */
export async function play(
  golden: GoldenRun,
): Promise<{ readonly first: string; readonly now: string; readonly events: Seen['events'] }> {
  const store = memoryStore();
  const journal = await store.create({ runId: 'golden' });
  const seen = [await playOnce(golden, journal, golden)];
  for (const { replies, before, options } of golden.resumes ?? []) {
    await before?.(store);
    const again = await store.open('golden');
    seen.push(await playOnce(golden, again, { replies, more: options?.() ?? {} }));
  }
  return {
    first: seen.map(({ result }) => endOf(result)).join(''),
    now: await wholeOf(seen, store),
    events: seen.flatMap(({ events }) => events),
  };
}

/** How a run ended, as it must stay. */
export function endOf({ answer, value, source, finishReason, usage, calls }: RlmResult): string {
  const text = goldenText();
  text.text('answer', answer ?? '(none)');
  text.add('value', value);
  text.add('source', source);
  text.add('finishReason', finishReason);
  text.add('usage', reported(usage));
  text.add('calls', calls);
  return text.whole();
}

async function wholeOf(seen: readonly Seen[], store: RunStore): Promise<string> {
  const text = goldenText();
  for (const [at, { requests, events, result }] of seen.entries()) {
    const { steps, ...rest } = result;
    const shown = { ...rest, steps: formatSteps(steps, { maxEntries: 10 }) };
    addRun(text, { requests, events, result: shown }, at === 0 ? '' : `, resumed (${at})`);
  }
  text.heading('journal');
  for await (const line of store.read('golden')) {
    const { t, ...rest } = line as unknown as Record<string, unknown>;
    text.add(String(t), rest);
  }
  return text.whole();
}
