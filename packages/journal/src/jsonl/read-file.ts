import { corrupt } from '../errors.js';
import { LineCounter } from '../lines/line-counter.js';
import type { JournalLine } from '../lines/lines.js';
import { parseLine } from '../store/read-texts.js';
import { unsealLine } from './line-seal.js';

/** The contents of a journal's file. */
export interface FileContents {
  readonly lines: JournalLine[];
  /** The epoch of the last owner. */
  readonly epoch: number;
  /** The length of the whole lines; anything after them was torn while it was written. */
  readonly wholeBytes: number;
}

const lineBreak = 10;

/** Reads a journal's bytes: the lines that count. Throws `journal_corrupt`, with the number of the first line that is wrong. */
export function readContents(runId: string, bytes: Buffer): FileContents {
  const counter = new LineCounter(runId);
  const lines: JournalLine[] = [];
  let start = 0;
  for (let at = 1; ; at += 1) {
    const end = bytes.indexOf(lineBreak, start);
    if (end < 0) break;
    const text = unsealLine(bytes.toString('utf8', start, end));
    if (text === undefined) throw corrupt(runId, at, 'does not have its checksum');
    const line = parseLine(runId, text, at);
    if (counter.take(line, at)) lines.push(line);
    start = end + 1;
  }
  return { lines, epoch: counter.epoch, wholeBytes: start };
}
