import { wrapText } from '../view/text/fit-width.js';
import type { Output } from './style.js';

/** The columns of a terminal that does not say. */
const usualColumns = 80;

/** The columns of an output. Some terminals say 0: that is unknown. */
export const columnsOf = ({ columns = 0 }: Pick<Output, 'columns'>): number =>
  columns >= 1 ? columns : usualColumns;

/** A text for an output: on a terminal, no line is wider than it, and the rows below a line have its margin. */
export const wrapFor = (output: Output, text: string): string =>
  output.isTTY === true ? wrapText(text, columnsOf(output)).join('\n') : text;
