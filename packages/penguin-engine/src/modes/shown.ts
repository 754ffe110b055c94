import { createShownTexts, type ShownTexts } from '@rlm/termination/shown';

import type { EngineSetup } from './state.js';

/** The names of calls that end a run where a policy reads them. */
const finals: readonly string[] = ['final', 'submit'];

/**
 * A memory of what tools have shown to the model, with the results in the messages that came before the run. Texts without
 * a tag of a tool are not kept; `compat` knows more names than those of the tools.
 */
export function rememberShown({ tools, options }: Omit<EngineSetup, 'mode'>): ShownTexts {
  const tags = options.profile === 'compat' ? ['<'] : tools.names.map((name) => `<${name}`);
  const shown = createShownTexts({ marks: [...tags, ...finals] });
  for (const { role, content } of options.history ?? []) if (role === 'tool') shown.add(content);
  return shown;
}
