import { cutText } from '@rlm/repl-types';

import type { GuestError } from '../../contract/frames.js';
import type { RaisedError, TraceLine } from '../protocol/events.js';
import { hintFor } from './hints.js';

const messageChars = 4_000;
const tracebackChars = 8_000;

/** The sources of a session's cells, by number, for tracebacks. */
export type Sources = ReadonlyMap<number, readonly string[]>;

/** An error of the guest as it crosses the border, with the cell that each line belongs to. */
export function describeRaised(error: RaisedError, sources: Sources, cell: number): GuestError {
  const hint = hintFor(error);
  const own = error.trace.filter(({ name }) => !name.startsWith('_help_'));
  const lines = own.map((line) => renderLine(line, sources, cell));
  const message = hint === '' ? error.text : `${error.text} (hint: ${hint})`;
  const traceback = [
    ...(lines.length > 0 ? ['Traceback (most recent call last):', ...lines] : []),
    message === '' ? error.type : `${error.type}: ${message}`,
  ].join('\n');
  return {
    type: error.type,
    message: cutText(message, messageChars).text,
    traceback: cutText(traceback, tracebackChars).text,
  };
}

function renderLine({ line, name, source }: TraceLine, sources: Sources, cell: number): string {
  const place = `  File "<cell ${cellOf(line, source, sources, cell)}>", line ${line}`;
  const where = name === '' ? ', in <module>' : `, in ${name}`;
  return source.trim() === '' ? place + where : `${place}${where}\n    ${source.trim()}`;
}

/** The worker does not say which cell a line is of: the newest that has it at that place. */
function cellOf(line: number, source: string, sources: Sources, cell: number): number {
  const wanted = source.trim();
  const newestFirst = [...sources].sort(([one], [other]) => other - one);
  const match = newestFirst.find(([, lines]) => lines[line - 1]?.trim() === wanted);
  return match?.[0] ?? cell;
}
