import { RlmError } from '@rlm/repl-types';

/** Characters of a text that an error quotes. */
const quotedChars = 60;

/** A text is no log that can be shown: says what was expected, and what came. */
export class LogError extends RlmError<'unknown_log'> {
  static override readonly className: string = 'LogError';

  constructor(came: string, cause?: unknown) {
    super(
      `this is not a log that rlm can show: ${came}. Expected a trajectory of rlm (rlm ask --save, --events or --json), ` +
        'a log of the reference implementation of RLM (JSON lines: metadata, then iterations), ' +
        'or the result or messages of an AI SDK call as JSON',
      { code: 'unknown_log', ...(cause === undefined ? {} : { cause }) },
    );
  }
}

/** The beginning of a text, to show what was found. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length <= quotedChars ? text : `${text.slice(0, quotedChars)}...`);
