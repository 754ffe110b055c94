import { cutText } from '@rlm/repl-types';

import { shownValueChars } from '../../contract/frames.js';
import { readOneOf } from '../protobuf/reader.js';
import type { MontyWorker } from '../protocol/worker.js';
import { decodeValue, ownLimits } from '../values/decode-value.js';
import { evaluate } from './asker.js';

/** Fields of a value: None; a text; a thing that is not data, represented by its text. */
const nothing = 2;
const text = 8;
const described = 29;

/**
 * The text of the value of a cell's last expression; undefined for None, and if a semicolon ends the cell. The value
 * goes back to the worker for its `repr`. The result of SHOW_VARS (`listing`) is shown as it is.
 */
export async function showValue(
  worker: MontyWorker,
  value: Buffer,
  code: string,
  listing: string | undefined,
): Promise<string | undefined> {
  const only = readOneOf(value);
  if (only === undefined || only[0] === nothing || endsWithSemicolon(code)) return undefined;
  const [field, content] = only;
  if (field === described && typeof content !== 'bigint') {
    return content.toString('utf8', 0, shownValueChars);
  }
  if (listing !== undefined && field === text && typeof content !== 'bigint') {
    if (content.equals(Buffer.from(listing))) return cutText(listing, shownValueChars).text;
  }
  const encoded = { length: value.length, parts: [value] };
  const source = `_rlm_text = _rlm_show(_rlm_value, ${shownValueChars})\n_rlm_value = None\n_rlm_text`;
  const shown = await evaluate(worker, source, [['_rlm_value', encoded]]);
  if (shown.ok) return String(decodeValue(shown.value, ownLimits));
  return `<an object whose text could not be made: ${shown.error.type}>`;
}

/** Characters at the end of a cell in which its last line with code is looked for. */
const lastChars = 10_000;

/** Whether the last line with code ends in a semicolon, beside a comment. */
function endsWithSemicolon(code: string): boolean {
  const lines = code
    .slice(-lastChars)
    .split('\n')
    .map((line) => line.trim());
  const last = lines.findLast((line) => line !== '' && !line.startsWith('#')) ?? '';
  const withoutTexts = last.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  return withoutTexts.replace(/#.*/, '').trimEnd().endsWith(';');
}
