import type { RunJournal, NewLine, RunEnd, RunHead, RunLine } from '@rlm/kernel';

import type { RunInfo, RunStore } from '../../store/run-store.js';
import { toArray } from '../../store/to-array.js';

/** The record of a model's reply; its key is made of its parts. */
export function effect(step: number, text: string, kind = 'model'): NewLine & { t: 'effect' } {
  return { t: 'effect', step, kind, key: `/${step}/${kind}/${text}#0`, value: { text } };
}

/** The record of a fault. */
export function faulty(step: number, text: string): NewLine & { t: 'effect' } {
  const { t, kind, key } = effect(step, text);
  return {
    t,
    step,
    kind,
    key,
    error: { name: 'ModelError', message: text, code: 'provider_error' },
  };
}

/** How a run ended that has its answer. */
export const finalEnd: RunEnd = {
  status: 'final',
  finishReason: 'final',
  answer: 'ab',
  usage: { calls: 1 },
};

/** How a run ended by a fault. */
export const failedEnd: RunEnd = { status: 'failed', finishReason: 'error', usage: {} };

/** The parts of a run. */
export const head: RunHead = {
  protocol: 'rlm',
  hashes: { query: 'q1', 'context.main': 'c1', options: 'o1' },
  backend: { name: 'quickjs', build: 'b1' },
  versions: { '@rlm/runner': '1.0.0' },
};

/** Makes a run with these lines of its root, and lets go of it. */
export async function written(
  store: RunStore,
  runId: string,
  lines: readonly NewLine[],
  end?: RunEnd,
): Promise<void> {
  const journal = await store.create({ runId });
  journal.begin(head);
  for (const line of lines) await journal.stream('').append(line);
  if (end !== undefined) await journal.end(end);
  await journal.close();
}

/** The root's lines as the next owner gets them. */
export async function recorded(store: RunStore, runId: string): Promise<readonly RunLine[]> {
  const journal = await store.open(runId);
  const lines = journal.stream('').recorded;
  await journal.close();
  return lines;
}

/** The texts of recorded replies. */
export function textsOf(lines: readonly RunLine[]): unknown[] {
  return lines.map((line) =>
    line.t === 'effect' ? (line.value as { text?: unknown } | undefined)?.text : line.t,
  );
}

/** The kinds of all lines that a store has of a run. */
export async function kinds(store: RunStore, runId: string): Promise<string[]> {
  return (await toArray(store.read(runId))).map(({ t }) => t);
}

/** The entry of a run in a list. */
export async function infoOf(store: RunStore, runId: string): Promise<RunInfo | undefined> {
  return (await toArray(store.list())).find((info) => info.runId === runId);
}

/** The error with which a promise rejects: its code and details. */
export async function faultOf(
  promise: Promise<unknown>,
): Promise<{ readonly code: unknown; readonly details: unknown; readonly message: string }> {
  try {
    await promise;
  } catch (fault) {
    const { code, details, message } = fault as Record<'code' | 'details' | 'message', unknown>;
    return { code, details, message: String(message) };
  }
  return { code: 'none', details: undefined, message: 'nothing was thrown' };
}

/** The error that a call throws at once. */
export function thrownBy(call: () => unknown): Promise<{ code: unknown; details: unknown }> {
  return faultOf((async () => Promise.resolve(call()))());
}

/** Works on a run of a store, and closes it afterwards. */
export async function within<T>(
  journal: Promise<RunJournal>,
  work: (journal: RunJournal) => Promise<T>,
): Promise<T> {
  const opened = await journal;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
