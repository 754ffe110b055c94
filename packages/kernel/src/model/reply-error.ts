import { RlmError } from '@rlm/repl-types';
import { describeValue } from '@rlm/repl-types/internal';

/**
 * A model function returned something that is not a reply. The message says what it was, and what
 * to return.
 */
export class ModelReplyError extends RlmError<'invalid_model_reply'> {
  static override readonly className: string = 'ModelReplyError';

  constructor(came: unknown) {
    super(
      `Expected the function model to return text, or an object with text, got ${nameReply(came)}.`,
      { code: 'invalid_model_reply' },
    );
  }
}

/**
 * Describes the value, and says where the text is in objects that people often return by mistake.
 */
function nameReply(came: unknown): string {
  if (came === undefined) return 'undefined; is there a return missing?';
  const what = describeValue(came);
  if (typeof came !== 'object' || came === null || Array.isArray(came)) return what;
  const keys = Object.keys(came);
  if ('text' in came) return `${what} whose text is ${describeValue(came.text)}`;
  const named = keys.length === 0 ? what : `${what} with ${keys.slice(0, 8).join(', ')}`;
  if ('choices' in came) return `${named}; return response.choices[0].message.content`;
  if ('output_text' in came) return `${named}; return response.output_text`;
  if ('content' in came) return `${named}; return the text of its content`;
  if ('message' in came) return `${named}; return the text of message.content`;
  return named;
}
