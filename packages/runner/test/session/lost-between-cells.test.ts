import { scriptedModel } from '@rlm/penguin-engine/testing';
import { SandboxError, type SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '../support/quickjs.js';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** A real backend whose sessions are found to be lost by the first call of `variables`. */
function forgetful(backend: SandboxBackend): SandboxBackend {
  return {
    ...backend,
    async open(options) {
      const session = await backend.open(options);
      let hasTold = false;
      return Object.assign(Object.create(session) as typeof session, {
        execute: session.execute.bind(session),
        set: session.set.bind(session),
        get: session.get.bind(session),
        close: session.close.bind(session),
        variables() {
          if (hasTold) return session.variables();
          hasTold = true;
          return Promise.reject(new SandboxError('session_lost', 'its variables are lost'));
        },
      });
    },
  };
}

describe('a session that is lost between two cells', () => {
  it('does not end the run: the model is told with its next cell', async () => {
    const model = scriptedModel([
      cell('const kept = 1'),
      'FINAL(kept)',
      cell('print(context)'),
      cell('FINAL("done")'),
    ]);
    const sandbox = forgetful(quickjs());
    const result = await runRlm({ model, sandbox, query: 'q', context: 'the context' }).result;
    expect(result.answer).toBe('done');
    const last = JSON.stringify(model.calls.at(-1));
    expect(last).toContain('your variables are not');
  });
});
