import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ProblemError } from '../http/problem.js';
import { slicesOf } from '../http/slices.js';

/** The place in the template where the events of a run go: an array of JSON. */
const place = '<script type="application/json" id="rlm-log">';

/** The file that a run is exported into, around the events. */
export interface ExportTemplate {
  readonly before: string;
  readonly after: string;
}

/** Reads the template that the build of the page leaves in its folder. Throws a problem if it is missing. */
export async function readTemplate(folder: string): Promise<ExportTemplate> {
  const html = await readFile(join(folder, 'export.html'), 'utf8').catch((error: unknown) => {
    throw new ProblemError(
      'not_found',
      'the page and its export file are not built: run "npm start -- serve"',
      {},
      { cause: error },
    );
  });
  const at = html.indexOf(place) + place.length;
  if (at < place.length) throw new Error(`export.html has no ${place}`);
  return { before: html.slice(0, at), after: html.slice(at) };
}

/**
 * JSON that is written into a page: no part of it can end the element around it. Outside of its strings JSON has none of
 * these characters.
 */
const inPage = (json: string): string =>
  json.replace(
    /[<\u2028\u2029]/g,
    (found) => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Events, each a line of JSON, as the members of an array in a page. */
export function* jsonInPage(
  pieces: Iterable<readonly string[]>,
): Generator<string, void, undefined> {
  let isFirst = true;
  for (const lines of pieces) {
    if (lines.length === 0) continue;
    if (!isFirst) yield ',';
    isFirst = false;
    // A long line is written in parts: what it becomes may be several times as long.
    for (const slice of slicesOf(lines.length === 1 ? (lines[0] ?? '') : lines.join(',\n')))
      yield inPage(slice);
  }
}

/**
 * The page with events in it, in pieces.
 *
 * @param json What {@link jsonInPage} gives.
 */
export function* exportPieces(
  { before, after }: ExportTemplate,
  json: Iterable<string>,
): Generator<string, void, undefined> {
  yield `${before}[`;
  yield* json;
  yield `]${after}`;
}
