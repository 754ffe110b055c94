import { JournalError } from '../errors.js';
import type { HeadLine } from './lines.js';

/** The version of the format that this release writes. A run of another version may not replay as it was. */
export const version = 2;

/** The oldest version whose runs are resumed. Older ones are listed and shown. */
const oldestResumed = 1;

/** Throws if a journal is of a version that this release cannot read, since a newer one wrote it. */
export function checkReadable(runId: string, found: number): void {
  if (found <= version) return;
  throw new JournalError(
    'journal_corrupt',
    `The journal of run "${runId}" is of version ${found}, and this release reads versions up to ${version}. Use the release that wrote it, or a later one.`,
    { runId, line: 1 },
  );
}

/** Throws if a run is of a version that is only listed and shown. */
export function checkResumable({ run, version: found }: HeadLine): void {
  if (found >= oldestResumed) return;
  throw new JournalError(
    'journal_mismatch',
    `The journal of run "${run}" is of version ${found}, and this release resumes versions ${oldestResumed} to ${version}: it can only be listed and shown. Resume it with the release that wrote it, or begin a new run.`,
    { runId: run, differs: ['version'] },
  );
}

/** What else there is to say if a run does not replay as its journal has it; undefined for a version that this release writes. */
export function olderNote(head: HeadLine): string | undefined {
  const oldest = olderThanThis(head);
  if (oldest === undefined) return undefined;
  return `The journal is of version ${oldest}. This release writes version ${version}, and resumes version ${oldest} only if the run asks for the same: resume it with the release that wrote it, or begin a new run. It can be listed and shown here.`;
}

/** The version of the release that wrote a run's first lines, if that is before this one. */
export function olderThanThis({ version: found, from }: HeadLine): number | undefined {
  const oldest = Math.min(found, from?.version ?? found);
  return oldest < version ? oldest : undefined;
}
