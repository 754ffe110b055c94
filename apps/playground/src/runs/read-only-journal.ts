import type { RunJournal } from '@rlm/penguin-engine/kernel';

/** A journal that gives what it has, and takes nothing. */
export function readOnlyJournal(journal: RunJournal): RunJournal {
  return {
    runId: journal.runId,
    seed: journal.seed,
    nonce: journal.nonce,
    elapsedMs: journal.elapsedMs,
    ...(journal.forkedAt === undefined ? {} : { forkedAt: journal.forkedAt }),
    begin: (head) => {
      journal.begin(head);
    },
    stream: (path) => ({
      recorded: journal.stream(path).recorded,
      append: () => Promise.resolve(),
    }),
    readBlob: (ref) => journal.readBlob(ref),
    end: () => Promise.resolve(),
    close: () => journal.close(),
  };
}
