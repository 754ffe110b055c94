import { RlmError } from '@rlm/repl-types';

/** Characters of a text that an error quotes. */
const quotedChars = 60;

/** A text is no log that can be shown: says what was expected, and what came. */
export class LogError extends RlmError<'unknown_log'> {
  static override readonly className: string = 'LogError';

  constructor(came: string) {
    super(
      `this is not a log that rlm can show: ${came}. Expected a trajectory of rlm (rlm ask --save), or what rlm ask --events or --json prints`,
      { code: 'unknown_log' },
    );
  }
}

/** The beginning of a text, to show what was found. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length <= quotedChars ? text : `${text.slice(0, quotedChars)}...`);
