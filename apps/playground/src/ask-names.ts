import { createRlm, InvalidOptionError } from '@rlm/runner';

import { howToAsk, type SessionOptions } from './ask.js';
import { UsageError } from './usage-error.js';

/**
 * Throws {@link UsageError} if a text has a name that the code cannot use, before anything of the run is kept. The planner takes
 * the same names, so that another model can answer instead.
 */
export async function requireNames(options: SessionOptions): Promise<void> {
  const { contexts } = options.text;
  if (contexts === undefined) return;
  const { context: _all, ...asked } = await howToAsk(options);
  for (const [name, value] of Object.entries(contexts)) {
    try {
      createRlm({ ...asked, contexts: { [name]: { value } } });
    } catch (error) {
      if (!InvalidOptionError.isInstance(error)) throw error;
      throw new UsageError(`${error.message} The name of a text is the part before the =.`, {
        cause: error,
      });
    }
  }
}
