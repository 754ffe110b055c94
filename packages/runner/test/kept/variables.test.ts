import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** The variables in the result of a run whose code sets these. */
async function variablesOf(count: number, value: string): Promise<[string, unknown][]> {
  const sandbox = scripted([
    (_, guest) => {
      for (let at = 0; at < count; at += 1) guest.variables.set(`v${String(at)}`, value);
      return { final: { type: 'direct', answer: 'ok' } };
    },
  ]);
  const options = { model: () => cell('x'), sandbox, query: 'q', includeVariables: true };
  const { variables } = await runRlm(options).result;
  return Object.entries(variables ?? {});
}

describe('variables in a result', () => {
  it('are kept if they are small: as many as a guest lists', async () => {
    const variables = await variablesOf(200, 'small');
    expect(variables.every(([, value]) => value === 'small')).toBe(true);
    expect(variables).toHaveLength(200);
  });
});
