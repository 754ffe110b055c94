import { wrapText } from '../view/text/fit-width.js';
import type { Output } from './style.js';

/** The columns of a terminal that does not say. */
export const usualColumns = 80;

/** A text for an output: on a terminal, no line is wider than it, and the rows below a line have its margin. */
export const wrapFor = ({ isTTY, columns = usualColumns }: Output, text: string): string =>
  isTTY === true ? wrapText(text, Math.max(1, columns)).join('\n') : text;
