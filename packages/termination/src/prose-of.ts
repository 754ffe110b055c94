import { trueOrFalse } from '@rlm/repl-types/options';

import { checkText, checkTextOptions } from './check-options.js';
import { scanReply } from './scan/scan-reply.js';

/** What {@link proseOf} keeps. */
export interface ProseOfOptions {
  /** Whether fenced blocks stay in the text; default false. */
  readonly keepBlocks?: boolean | undefined;
}

/**
 * Returns the prose of a reply: its text without thoughts and comments, and without fenced blocks unless they are kept;
 * trimmed. Inline code stays. `parseCodeBlocks` and `detectFinalInText` divide a reply in the same way.
 */
export function proseOf(text: string, options: ProseOfOptions = {}): string {
  checkText('text', text);
  checkTextOptions<ProseOfOptions>(options, { keepBlocks: trueOrFalse });
  const { keepBlocks = false } = options;
  const kept: string[] = [];
  let from = 0;
  scanReply(text, {
    onHidden(what, start, end) {
      if (what === 'code' || (keepBlocks && what !== 'aside')) return;
      kept.push(text.slice(from, start));
      from = end;
    },
  });
  return [...kept, text.slice(from)].join('').trim();
}
