import type { RunJournal, StandardSchema } from '@rlm/kernel';
import type { BudgetExceededError } from '@rlm/kernel/internal';
import { RlmError } from '@rlm/repl-types';
import {
  awaitHook,
  bound,
  checkOption,
  refuseOption,
  settle,
  unexpected,
  untilAborted,
  withMethods,
} from '@rlm/repl-types/internal';

import { checkRunOptions } from '../options/check-options.js';
import type { RunRlmOptions } from '../options/run-options.js';
import type { RlmResult, SchemaOutput } from '../result.js';
import { runAsked, runRlm } from '../run-rlm.js';
import { hasMoreBudget, lackOf } from './job-budget.js';
import { placeQuestions, type PlacedQuestion, type Question } from './question.js';
import { createResults } from './results.js';

/** The part of a `RunStore` of `@rlm/journal` that a job needs. */
export interface QuestionStore {
  /** Rejects with the code `journal_exists` if the id is taken: then the job opens the run. */
  create(options: { readonly runId: string }): Promise<RunJournal>;
  open(runId: string): Promise<RunJournal>;
  /**
   * Removes the run of a question that is asked again. Default: a run that ended at the limit of the
   * shared budget keeps that end.
   */
  remove?(runId: string): Promise<void>;
}

/** The options of a job: those of `runRlm` for each question, and these. */
export interface RunManyOptions<Schema extends StandardSchema | undefined = undefined> extends Omit<
  RunRlmOptions<Schema>,
  'query' | 'messages' | 'runId' | 'journal' | 'throwOnLimit' | 'throwOnFailure'
> {
  /** How many runs there may be at the same time. Default 4. */
  readonly concurrency?: number | undefined;
  /**
   * Where the runs are stored, by the ids of their questions: a killed job continues from there,
   * and answered questions are not asked again. One whose run ended at a limit of the shared `budget` is asked again once there is more
   * of that. Default: not stored.
   */
  readonly store?: QuestionStore | undefined;
}

/** The result of one question. */
export interface QuestionResult<Answer = unknown> {
  /** Its position among the questions, from 0. */
  readonly index: number;
  /** Its id, which is that of its run. */
  readonly id: string;
  readonly query: string;
  /** The result of its run; null if the run could not be started. */
  readonly result: RlmResult<Answer> | null;
  /**
   * Why the run could not be started: its journal is locked (`code` is `journal_locked`), or the budget is used up
   * (`budget_exceeded`). Errors of a store of your own may have no `code`. Null if it was started.
   */
  readonly error: (Error & { readonly code?: string }) | null;
}

/**
 * A job in progress: its results, in the order in which they arrive. Leaving the loop over them
 * early aborts the job.
 */
export interface RunMany<Answer = unknown> extends AsyncIterable<QuestionResult<Answer>> {
  /** All results in the order of the questions. Rejects if the questions cannot be read. */
  readonly result: Promise<readonly QuestionResult<Answer>[]>;
  /** Ends the current runs, and starts no more. */
  abort(reason?: unknown): void;
}

const defaultConcurrency = 4;

/**
 * Answers many questions, several at the same time, each with a run of its own. The job starts at
 * once. Read its results with `for await`, or await `result`, or both.
 *
 * Questions are read as runs become free. The job keeps every result until it ends, so split a very
 * long list into several jobs. When the `budget` is used up, further questions get an error in place
 * of a result, and nothing of them is stored. Throws `InvalidOptionError` at once for a wrong option.
 *
 * @example
 * for await (const { id, result } of runMany(questions, { ...options, concurrency: 8 })) {
 *   console.log(id, result?.answer);
 * }
 */
export function runMany<Schema extends StandardSchema | undefined = undefined>(
  questions: Iterable<Question> | AsyncIterable<Question>,
  options: RunManyOptions<Schema>,
): RunMany<SchemaOutput<Schema>> {
  const { concurrency = defaultConcurrency, store, ...rest } = options;
  if ('messages' in rest && rest.messages !== undefined)
    throw refuseOption({
      option: 'messages',
      message: 'Each question has its own: runMany([{ messages }], options).',
    });
  checkRunOptions({ ...rest, query: 'a question' } as RunRlmOptions<Schema>);
  checkOption('concurrency', concurrency, bound(1), refuseOption);
  const storeRule = withMethods('a store of @rlm/journal', ['create', 'open']);
  checkOption('store', store, storeRule, refuseOption);
  const controller = new AbortController();
  const { signal } = controller;
  const abortSignal =
    options.abortSignal === undefined ? signal : AbortSignal.any([options.abortSignal, signal]);
  const abort = (reason: unknown = new Error('abort() was called')): void => {
    controller.abort(reason);
  };
  type Result = QuestionResult<SchemaOutput<Schema>>;
  const results = createResults<Result>(() => {
    abort(new Error('its reader left'));
  });

  const answer = async (asked: PlacedQuestion): Promise<Result> => {
    const { index, id, query } = asked;
    try {
      const full = await untilAborted(lackOf(options.budget), abortSignal);
      if (full !== undefined && store === undefined) throw full;
      const journal =
        store === undefined
          ? undefined
          : await untilAborted(journalOf(store, id, full), abortSignal);
      const { contexts: _shared, ...bare } = rest;
      const own = 'context' in asked ? { ...bare, context: asked.context } : rest;
      const ask = (named: { runId: string } | { journal: RunJournal }) => {
        const options = { ...own, ...named, abortSignal };
        const run =
          asked.conversation === undefined
            ? runRlm<Schema>({ ...options, query })
            : runAsked<Schema>({ ...options, messages: [] }, asked.conversation);
        return run.result;
      };
      if (store === undefined || journal === undefined) {
        return { index, id, query, result: await ask({ runId: id }), error: null };
      }
      const isOld = journal.hasEnded === true;
      let result = await ask({ journal });
      if (isOld && store.remove !== undefined && hasMoreBudget(result.stop, options)) {
        if (full !== undefined) throw full;
        // What it spent was counted when it was read again.
        await untilAborted(
          awaitHook(() => store.remove?.(id)),
          abortSignal,
        );
        result = await ask({ journal: await untilAborted(journalOf(store, id), abortSignal) });
      }
      return { index, id, query, result, error: null };
    } catch (error) {
      return { index, id, query, result: null, error: error as Error & { code?: string } };
    }
  };

  const reader = readInTurn(questions);
  const isAborted = (): boolean => abortSignal.aborted;
  /** Ends the wait for a source that returns nothing more when the job is aborted. */
  const untilLeft = <T>(next: Promise<T>): Promise<T | undefined> =>
    untilAborted(next, abortSignal).catch((error: unknown) => {
      if (isAborted()) return undefined;
      throw error;
    });
  const work = async (): Promise<Result[]> => {
    const done: Result[] = [];
    for (;;) {
      const asked = isAborted() ? undefined : await untilLeft(reader.next());
      if (asked === undefined || isAborted()) break;
      const result = await answer(asked);
      done.push(result);
      results.add(result);
    }
    return done;
  };
  const drive = async (): Promise<readonly Result[]> => {
    try {
      const done = await Promise.all(
        Array.from({ length: Math.min(concurrency, maxWorkers) }, work),
      );
      results.end();
      return done.flat().sort((one, other) => one.index - other.index);
    } catch (error) {
      abort(error);
      results.end(error as Error);
      throw error;
    } finally {
      await reader.leave();
    }
  };
  const result = drive();
  // Readers of the single results get the error there.
  result.catch(() => undefined);
  return Object.freeze({
    result,
    abort,
    [Symbol.asyncIterator]: () => results[Symbol.asyncIterator](),
  });
}

/** More runs at once than any process can have. */
const maxWorkers = 100_000;

/** The journal of a question: a new one, or the one that an earlier job began. */
async function journalOf(
  store: QuestionStore,
  runId: string,
  full?: BudgetExceededError,
): Promise<RunJournal> {
  if (full !== undefined) return endedOnly(store, runId, full);
  try {
    return await awaitHook(() => store.create({ runId }));
  } catch (error) {
    if (!RlmError.isInstance(error) || error.code !== 'journal_exists') throw error;
    return awaitHook(() => store.open(runId));
  }
}

/** The journal of a question that an earlier job has answered, which costs nothing. Throws `full` if there is none. */
async function endedOnly(
  store: QuestionStore,
  runId: string,
  full: BudgetExceededError,
): Promise<RunJournal> {
  const journal = await awaitHook(() => store.open(runId)).catch(() => {
    throw full;
  });
  if (journal.hasEnded === true) return journal;
  await awaitHook(() => journal.close());
  throw full;
}

/** Reads questions one after another, for any number of callers. */
function readInTurn(questions: Iterable<unknown> | AsyncIterable<unknown>): {
  next(): Promise<PlacedQuestion | undefined>;
  leave(): Promise<void>;
} {
  const iterator = iteratorOf(questions);
  const place = placeQuestions();
  let isOver = false;
  let isAsked = false;
  let last: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<PlacedQuestion | undefined> => {
    if (isOver) return undefined;
    isAsked = true;
    try {
      const next: IteratorResult<unknown, unknown> = await awaitHook(() => iterator.next());
      // Of a list of promises, each is waited for.
      if (next.done !== true) return await place(await settle(next.value));
      isOver = true;
      return undefined;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      isAsked = false;
    }
  };
  return {
    next() {
      const mine = last.then(read);
      last = mine.catch(() => undefined);
      return mine;
    },
    async leave() {
      if (isOver) return;
      isOver = true;
      // If the iterator is still reading a question, it closes after that.
      const closed = awaitHook(() => iterator.return?.()).catch(() => undefined);
      if (!isAsked) await closed;
    },
  };
}

function iteratorOf(
  questions: Iterable<unknown> | AsyncIterable<unknown>,
): Iterator<unknown> | AsyncIterator<unknown> {
  const isText = typeof questions === 'string';
  const made = questions as Partial<Iterable<unknown> & AsyncIterable<unknown>> | null | undefined;
  const iterator = isText
    ? undefined
    : (made?.[Symbol.asyncIterator]?.() ?? made?.[Symbol.iterator]?.());
  if (iterator !== undefined) return iterator;
  throw refuseOption(
    unexpected('questions', 'a list of questions, or what for await can read', questions),
  );
}
