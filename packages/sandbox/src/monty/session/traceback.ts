import { cutText } from '@rlm/repl-types';

import type { GuestError } from '../../contract/frames.js';
import type { RaisedError, TraceLine } from '../protocol/events.js';
import { hintFor } from './hints.js';

const messageChars = 4_000;
const tracebackChars = 8_000;

/** The sources of a session's cells, by number, for tracebacks. */
export type Sources = ReadonlyMap<number, string>;

/** The same, a list of lines each, the newest cell first. */
type SourceLines = readonly (readonly [cell: number, lines: readonly string[]])[];

/** An error of the guest as it crosses the border, with the cell that each line belongs to. */
export function describeRaised(error: RaisedError, sources: Sources, cell: number): GuestError {
  const hint = hintFor(error);
  const own = error.trace.filter(({ name }) => !name.startsWith('_help_'));
  const newestFirst = [...sources].sort(([one], [other]) => other - one);
  const sourceLines = newestFirst.map(([number, code]) => [number, code.split('\n')] as const);
  const lines = own.map((line) => renderLine(line, sourceLines, cell));
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

function renderLine({ line, name, source }: TraceLine, sources: SourceLines, cell: number): string {
  const place = `  File "<cell ${cellOf(line, source, sources, cell)}>", line ${line}`;
  const where = name === '' ? ', in <module>' : `, in ${name}`;
  return source.trim() === '' ? place + where : `${place}${where}\n    ${source.trim()}`;
}

/** The worker does not say which cell a line belongs to: the newest that has it at that place is used. */
function cellOf(line: number, source: string, sources: SourceLines, cell: number): number {
  const wanted = beginning(source);
  const match = sources.find(([, lines]) => beginning(lines[line - 1] ?? '') === wanted);
  return match?.[0] ?? cell;
}

/** The part by which two lines are compared: a long one is not complete. */
function beginning(line: string): string {
  return line.trim().slice(0, 500);
}
