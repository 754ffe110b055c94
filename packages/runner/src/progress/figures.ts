import { counted, dollars, groupThousands } from '@rlm/repl-types/internal';

import type { QuestionResult } from '../many/run-many.js';
import type { RlmEvent } from '../run/events.js';

/** What there is to tell of a run or a job: numbers and our own words, nothing that a model wrote. */
export interface Figures<Item> {
  /** Counts an item. Returns whether it is a milestone, for which a log gets a line. */
  add(item: Item): boolean;
  /** What there is to tell now, the most important first. */
  parts(): readonly string[];
}

/** Counts the events of a run and its children. `now` gives milliseconds. */
export function runFigures(now: () => number): Figures<RlmEvent> {
  const startMs = now();
  let place = 'starting';
  let doing = '';
  let maxSteps = '';
  /** When a call that failed is made again. */
  let againMs = 0;
  const queries = { begun: 0, ended: 0 };
  let spent = spending();

  const addOfRoot = (event: RlmEvent): boolean => {
    doing = doingAfter[event.type] ?? doing;
    if (event.type === 'run-start') maxSteps = ` of ${groupThousands(event.maxSteps)}`;
    if (event.type === 'step-start') place = `step ${groupThousands(event.step)}${maxSteps}`;
    if (event.type === 'run-end') {
      place = `${event.result.finishReason} after ${counted(event.step, 'step')}`;
      spent = spending();
      spent.add(event.result.usage.total);
    }
    return event.type === 'step-end' || event.type === 'run-end';
  };
  const doingNow = (): string => {
    const seconds = Math.ceil((againMs - now()) / 1000);
    return seconds > 0 ? `asks again in ${counted(seconds, 'second')}` : doing;
  };
  return {
    add(event) {
      if (event.type === 'query-start' && event.kind !== 'tool') queries.begun += 1;
      if (event.type === 'query-end' && event.kind !== 'tool') queries.ended += 1;
      if (event.type === 'query-end' || event.type === 'model-end') spent.add(event.usage);
      if (event.type === 'retry') againMs = Math.max(againMs, now() + event.waitMs);
      return event.depth === 0 && addOfRoot(event);
    },
    parts: () =>
      [
        place,
        doingNow(),
        queriesText(queries),
        durationText(now() - startMs),
        ...spent.parts(),
      ].filter((part) => part !== ''),
  };
}

/** Counts the results of a job. `total`: its questions, if known. */
export function jobFigures(now: () => number, total: number | undefined): Figures<QuestionResult> {
  const startMs = now();
  const spent = spending();
  let ended = 0;
  let unanswered = 0;
  const every = total === undefined ? 100 : Math.max(1, Math.ceil(total / 10));
  return {
    add({ result }) {
      ended += 1;
      if (result?.answer == null) unanswered += 1;
      spent.add(result?.usage.total);
      return ended % every === 0 || ended === total;
    },
    parts: () => [
      total === undefined
        ? counted(ended, 'question')
        : `${groupThousands(ended)} of ${counted(total, 'question')}`,
      ...(unanswered === 0 ? [] : [`${groupThousands(unanswered)} without an answer`]),
      durationText(now() - startMs),
      ...spent.parts(),
    ],
  };
}

/** What the run itself does after an event. */
const doingAfter: Readonly<Record<string, string>> = {
  'session-wait': 'waits for a session',
  'model-start': 'the model writes',
  'model-end': '',
  'code-start': 'its code runs',
  'code-end': '',
  'action-start': 'a tool works',
  'action-end': '',
  'run-end': '',
};

interface Usage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

/** A sum of tokens and cost. */
function spending(): { add(usage: Usage | undefined): void; parts(): readonly string[] } {
  let [tokens, costUsd] = [0, 0];
  return {
    add(usage) {
      tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
      costUsd += usage?.costUsd ?? 0;
    },
    parts: () => [
      ...(tokens === 0 ? [] : [counted(tokens, 'token')]),
      ...(costUsd === 0 ? [] : [dollars(costUsd)]),
    ],
  };
}

/** `4 of 12 sub-queries` while some are under way, `12 sub-queries` else. */
function queriesText({ begun, ended }: { readonly begun: number; readonly ended: number }): string {
  if (begun === 0) return '';
  const all = counted(begun, 'sub-query', 'sub-queries');
  return ended < begun ? `${groupThousands(ended)} of ${all}` : all;
}

function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
