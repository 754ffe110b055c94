import type { RunHead } from '@rlm/kernel';

import { JournalError } from '../errors.js';
import type { HeadLine } from '../lines/lines.js';
import { olderNote } from '../lines/version.js';

/**
 * Throws `journal_mismatch` if a run's parts differ from those in its journal. For the first owner of a fork, its
 * question and options may differ; its protocol, sandbox and contexts may not. An older journal may have another build of the sandbox:
 * its code runs again there, and must give the same.
 */
export function checkHead(head: HeadLine, given: RunHead): void {
  const isFork = head.hashes === undefined;
  const known = isFork ? head.from?.head : head;
  if (known === undefined) return;
  const isOlder = olderNote(head) !== undefined;
  const isSameBackend = isOlder
    ? known.backend?.name === given.backend?.name
    : nameOf(known) === nameOf(given);
  const differs = [
    ...(known.protocol === given.protocol ? [] : ['protocol']),
    ...(isSameBackend ? [] : ['backend']),
    ...changedNames(known.hashes ?? {}, given.hashes).filter(
      (name) => !isFork || name.startsWith('context.'),
    ),
  ];
  if (differs.length === 0) return;
  const told = [...differs.map((name) => wordsFor(name, known, given))].join('; ');
  throw new JournalError(
    'journal_mismatch',
    `Run "${head.run}" does not match its journal: ${told}. Use the values that the run began with, or begin a new run.`,
    { runId: head.run, differs },
  );
}

function changedNames(
  known: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(known), ...Object.keys(given)]);
  return [...names].filter((name) => known[name] !== given[name]).sort();
}

function nameOf({ backend }: Partial<RunHead>): string {
  return backend === undefined ? 'none' : `${backend.name} (build ${backend.build})`;
}

function wordsFor(name: string, known: Partial<RunHead>, given: RunHead): string {
  if (name === 'protocol') return `protocol was ${known.protocol ?? ''}, is ${given.protocol}`;
  if (name === 'backend') return `backend was ${nameOf(known)}, is ${nameOf(given)}`;
  if (known.hashes?.[name] === undefined) return `${name} is new`;
  if (given.hashes[name] === undefined) return `${name} is missing`;
  return `${name} has changed`;
}
