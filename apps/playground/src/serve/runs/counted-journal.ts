import type { RunJournal } from '@rlm/kernel';
import { roughBytes } from '@rlm/repl-types/internal';

/** A journal that says of each line what it takes of memory, roughly. */
export function countedJournal(journal: RunJournal, onBytes: (bytes: number) => void): RunJournal {
  const { runId, seed, nonce, elapsedMs, forkedAt, older } = journal;
  return {
    ...{ runId, seed, nonce, elapsedMs, forkedAt, older },
    begin: (head) => {
      journal.begin(head);
    },
    stream(path) {
      const stream = journal.stream(path);
      return {
        recorded: stream.recorded,
        append(line) {
          onBytes(roughBytes(line));
          return stream.append(line);
        },
      };
    },
    readBlob: (ref) => journal.readBlob(ref),
    end: (end) => journal.end(end),
    close: () => journal.close(),
  };
}
