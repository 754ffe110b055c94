import { expect } from 'vitest';

import { startOpenAiServer } from '../../../../apps/playground/test/models/openai-server.js';

/** Runs a file of a program, and answers what it printed. */
type Run = (
  file: string,
  options?: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> },
) => Promise<string>;

/** Runs its tests too, which must all pass. */
const withTests =
  (file: string, atLeast: number) =>
  async (run: Run): Promise<string> => {
    const tests = await run(file);
    expect(tests).toContain('# fail 0');
    expect(Number(/# pass (\d+)/.exec(tests)?.[1])).toBeGreaterThanOrEqual(atLeast);
    return await run('main.ts');
  };

/** How programs that run to their end are run. Each answers what its main file printed. */
export const runChecks: Readonly<Record<string, (run: Run) => Promise<string>>> = {
  async 'ask-over-files'(run) {
    const server = await startOpenAiServer([
      '```js\nFINAL(Object.keys(context).join(" and "));\n```',
    ]);
    try {
      const env = { MODEL: 'any', BASE_URL: server.baseUrl };
      const asked = await run('main.ts', { env, args: ['Which files?', 'documents'] });
      expect(asked).toContain('Answer: purchases.md and travel.md');
    } finally {
      await server.close();
    }
    return await run('main.ts');
  },
  async 'typed-extraction'(run) {
    const printed = await run('main.ts');
    expect(printed).toContain('refused: invoices[0].euros');
    return printed;
  },
  async tools(run) {
    const printed = await run('main.ts');
    expect(printed).toContain('There is no chairs. Known: lamp, chair');
    expect(printed).toContain('was not approved');
    return printed;
  },
  'own-policy': withTests('policy.test.ts', 8),
  async 'own-backend'(run) {
    const printed = await run('main.ts');
    expect(printed).toContain('4 undefined\n');
    return printed;
  },
  'own-store': withTests('store.test.ts', 50),
  testing: (run) => run('support-bot.test.ts'),
};
