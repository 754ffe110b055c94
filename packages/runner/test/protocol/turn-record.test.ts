import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { createRlm, formatSteps, runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

describe('historyEntry', () => {
  it.each([
    ['javascript', quickjs()],
    ['python', scripted([{ final: { type: 'direct', answer: 1 } }])],
  ])('keeps the language of the REPL, so that %s is shown as such', async (language, sandbox) => {
    const model = scriptedModel([cell('FINAL(1)')]);
    const { steps } = await runRlm({ model, sandbox, query: 'q' }).result;
    expect(formatSteps(steps)).toContain(`Code:\n\`\`\`${language}\nFINAL(1)\n\`\`\``);
    expect(JSON.stringify(steps)).toContain(`"language":"${language}"`);
  });

  it('keeps the language in a lasting session, and in the turn that wraps a run up', async () => {
    const model = scriptedModel([cell('let a = 1'), cell('FINAL(a)')]);
    const rlm = createRlm({ model, sandbox: quickjs(), maxSteps: 1 });
    const { steps } = await rlm.run('q').result;
    await rlm.close();
    expect(steps.map((entry) => entry.language)).toEqual(['javascript', 'javascript']);
  });
});
