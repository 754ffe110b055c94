import { scriptedModel } from '@rlm/kernel/testing';
import { SandboxError, type SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** A real backend whose sessions refuse the first call of `variables` after a cell. */
function forgetful(backend: SandboxBackend, fault: SandboxError): SandboxBackend {
  return {
    ...backend,
    async open(options) {
      const session = await backend.open(options);
      let hasRun = false;
      let hasTold = false;
      return Object.assign(Object.create(session) as typeof session, {
        execute: (...given: Parameters<typeof session.execute>) => {
          hasRun = true;
          return session.execute(...given);
        },
        set: session.set.bind(session),
        get: session.get.bind(session),
        close: session.close.bind(session),
        variables() {
          if (hasTold || !hasRun) return session.variables();
          hasTold = true;
          return Promise.reject(fault);
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
    const sandbox = forgetful(
      quickjs(),
      new SandboxError('session_lost', 'its variables are lost'),
    );
    const result = await runRlm({ model, sandbox, query: 'q', context: 'the context' }).result;
    expect(result.answer).toBe('done');
    const last = JSON.stringify(model.calls.at(-1));
    expect(last).toContain('variables are not');
  });

  it('does not end the run either where its variables cannot be listed in time', async () => {
    const model = scriptedModel([cell('const kept = 1'), cell('FINAL(kept)')]);
    const fault = new SandboxError('call_timeout', 'variables did not end in time');
    const sandbox = forgetful(quickjs(), fault);
    const result = await runRlm({ model, sandbox, query: 'q', context: 'a' }).result;
    expect(result).toMatchObject({ answer: '1', diagnostics: [{ code: 'variables_unread' }] });
  });
});
