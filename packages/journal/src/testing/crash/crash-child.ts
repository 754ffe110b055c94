import { appendFileSync } from 'node:fs';

import type { RunJournal } from '@rlm/kernel';
import { randomHex, messageHashes } from '@rlm/kernel/internal';
import { messageOf } from '@rlm/repl-types/internal';

import { jsonlStore } from '../../jsonl/index.js';
import {
  callLogOf,
  markOf,
  type AttemptMessage,
  type AttemptOutcome,
  type AttemptRequest,
  type AttemptSign,
  type LoggedCall,
} from './attempt.js';

/** Hexadecimal digits of a call's id. */
const idDigits = 16;

/** The tools of an attempt at a run. */
export interface CrashStage {
  readonly journal: RunJournal;
  /** For files that the run keeps besides its journal. */
  readonly folder: string;
  /**
   * Logs a call, and returns the mark that its reply must contain. A model or tool calls it before it answers. It throws
   * in a replay, which must call nothing.
   *
   * @param asked The request to a model, or the input of a tool.
   * @param once A key that no other call may have: the `idempotencyKey` of a tool that must not be repeated.
   */
  readonly call: (asked: unknown, once?: string) => string;
}

/**
 * Makes this process one of a crash trial. `work` runs the workload over the journal and returns its outcome. Pass this
 * script to `crashTrials`.
 *
 * @example
 * crashChild(async ({ journal, call }) => {
 *   const { answer, usage, stop } = await runRlm({ model: (request) => `FINAL(${call(request)})`, ...rest, journal }).result;
 *   return { answer, usage, calls: usage.total.calls, code: stop?.code ?? null };
 * });
 */
export function crashChild(work: (stage: CrashStage) => Promise<AttemptOutcome>): void {
  const say = (message: AttemptMessage): void => {
    process.send?.(message);
  };
  process.on('disconnect', () => {
    process.exit();
  });
  process.on('message', (request: AttemptRequest) => {
    void attempt(request, say, work).then((outcome) => {
      say({ outcome });
    });
  });
  say('ready');
}

async function attempt(
  request: AttemptRequest,
  say: (sign: AttemptSign) => void,
  work: (stage: CrashStage) => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  const { folder, mode } = request;
  try {
    const journal = await journalFor(request);
    let hasCalled = false;
    return await work({
      journal,
      folder,
      call: (asked, once) => {
        if (!hasCalled) say('called');
        hasCalled = true;
        const id = randomHex(idDigits);
        const parts = messageHashes(asked);
        const logged: LoggedCall = { id, at: Date.now(), parts, once };
        appendFileSync(callLogOf(request), `${JSON.stringify(logged)}\n`);
        if (mode === 'replay') throw new Error('A replay made a call');
        return markOf(id);
      },
    });
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    const fault = typeof code === 'string' ? code : 'threw';
    return { answer: null, usage: null, calls: null, code: fault, message: messageOf(error) };
  }
}

async function journalFor({ folder, runId, mode }: AttemptRequest): Promise<RunJournal> {
  const store = jsonlStore({ folder });
  try {
    return await store.open(runId, { takeOver: mode === 'take-over' });
  } catch (error) {
    const isNew = (error as { code?: unknown }).code === 'journal_not_found';
    if (!isNew || mode !== 'drive') throw error;
    return store.create({ runId });
  }
}
