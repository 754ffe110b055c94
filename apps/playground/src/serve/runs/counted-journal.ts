import type { RunJournal } from '@rlm/kernel';
import { definedFields, roughBytes } from '@rlm/repl-types/internal';

/** A journal that says of each line what it takes of memory, roughly. */
export function countedJournal(journal: RunJournal, onBytes: (bytes: number) => void): RunJournal {
  const { runId, seed, nonce, elapsedMs, ...known } = journal;
  const { forkedAt, older, resumed, hasEnded, spec, endsHere } = known;
  return {
    ...{ runId, seed, nonce, elapsedMs },
    ...definedFields({ forkedAt, older, resumed, hasEnded, spec, endsHere }),
    begin: (head) => {
      journal.begin(head);
    },
    stream(path) {
      const stream = journal.stream(path);
      return {
        recorded: stream.recorded,
        ...definedFields({ recordedMs: stream.recordedMs }),
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
