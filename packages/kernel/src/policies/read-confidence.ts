import type { ActionResult } from '@rlm/policies';

import type { ConfidenceHook } from '../contract/policy-options.js';

/**
 * The default of `confidence`: the kernel reads the confidence that a reply states. The code that
 * reads it is loaded with the first such reply.
 */
export const readConfidence: ConfidenceHook = () => undefined;

/** Whether the reply of a step may state a confidence: whether it contains the word. */
export function mayStateConfidence({ output, metadata }: ActionResult): boolean {
  const { turn } = metadata;
  return /confidence/i.test(
    turn === undefined ? output : (turn as { readonly reply: string }).reply,
  );
}
