import type { ParsedActions } from './types.js';

/**
 * Whether a reply tried to act and failed: no action was read, and something in it is broken. A
 * quotation or a mention is not broken.
 */
export function isMalformed({ actions, diagnostics }: ParsedActions): boolean {
  if (actions.length > 0) return false;
  return diagnostics.some(({ code }) => code !== 'quoted_tag' && code !== 'unparsed_finish');
}
