import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';
import { toResponse } from '@rlm/ui';

import type { Rows } from './row.js';

/** The hooks of `@rlm/ui`. */
export const uiRows: Rows = {
  'UIStreamOptions.onError': {
    answer: 'told',
    run: (onError) =>
      toResponse(
        runRlm({
          model: () => Promise.reject(new Error('down')),
          sandbox: scripted([]),
          query: 'q',
          retry: { attempts: 1 },
        }),
        { onError },
      ).text(),
  },
};
