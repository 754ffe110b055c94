import { notFound } from '../errors.js';
import type { JournalLine } from '../lines/lines.js';
import { readTexts } from '../store/read-texts.js';
import type { Database } from './database.js';

/** The lines of a run that count. Throws `journal_not_found`. */
export function readLines(database: Database, runId: string): JournalLine[] {
  const texts = textsOf(database, runId);
  if (texts.length === 0) throw notFound(runId);
  return readTexts(runId, texts);
}

/** The texts of a run's lines; empty if there is no such run. */
export function textsOf(database: Database, runId: string): string[] {
  const rows = database.prepare('select json from line where run = ? order by n').all(runId);
  return (rows as { json: string }[]).map(({ json }) => json);
}
