import { roughBytes } from '@rlm/repl-types/internal';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { maxKeptBytes } from '../../src/kept-bytes.js';
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
  it('are described once they are too much together: 40 as large as allowed', async () => {
    const large = 'x'.repeat(7_900_000);
    const variables = await variablesOf(40, large);
    expect(variables).toHaveLength(40);
    const whole = variables.filter(([, value]) => value === large);
    expect(whole).toHaveLength(Math.floor(maxKeptBytes.variables / 2 / large.length));
    expect(variables.slice(0, whole.length)).toEqual(whole);
    expect(variables.at(-1)?.[1]).toBe(`<string> ${'x'.repeat(500)}`);
    expect(roughBytes(variables)).toBeLessThan(maxKeptBytes.variables + 100_000);
  });
});
