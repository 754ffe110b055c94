import { createAbortHub, untilAborted } from '@rlm/repl-types/internal';

/**
 * What distinguishes a question from others. Texts are compared as they are: none is copied to make
 * a key.
 */
interface QuestionKey {
  /** The question, which may be a long text. */
  readonly question: string;
  /** Who is asked, and for what kind of answer. */
  readonly terms: string;
}

/** Shares one call among identical questions that are asked at the same time. */
export interface InFlight {
  /**
   * Returns the result of `ask`, or of an earlier call with the same key that is still in flight.
   * If that call is aborted, one of those that wait for it asks again.
   */
  run<T>(
    key: QuestionKey,
    ask: () => Promise<T>,
    abortSignal: AbortSignal,
  ): Promise<{ readonly value: T; readonly shared: boolean }>;
}

interface Leader {
  readonly promise: Promise<unknown>;
  readonly abortSignal: AbortSignal;
}

/** Creates an empty table of questions in flight. */
export function createInFlight(): InFlight {
  const hub = createAbortHub();
  const leaders = new Map<string, Map<string, Leader>>();

  function lead({ question, terms }: QuestionKey, leader: Leader): void {
    const sameQuestion = leaders.get(question) ?? new Map<string, Leader>();
    leaders.set(question, sameQuestion.set(terms, leader));
    const forget = (): void => {
      sameQuestion.delete(terms);
      if (sameQuestion.size === 0) leaders.delete(question);
    };
    leader.promise.then(forget, forget);
  }

  return {
    async run<T>(key: QuestionKey, ask: () => Promise<T>, abortSignal: AbortSignal) {
      for (;;) {
        const leader = leaders.get(key.question)?.get(key.terms);
        if (leader === undefined) break;
        try {
          const value = (await untilAborted(leader.promise, abortSignal, { hub })) as T;
          return { value, shared: true };
        } catch (error) {
          if (abortSignal.aborted || !leader.abortSignal.aborted) throw error;
        }
      }
      const promise = ask();
      lead(key, { promise, abortSignal });
      return { value: await promise, shared: false };
    },
  };
}
