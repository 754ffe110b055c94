import { readFileSync } from 'node:fs';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import * as actionEntry from '../src/action/index.js';
import * as aiSdkEntry from '../src/ai-sdk/index.js';
import * as compactionEntry from '../src/compaction/index.js';
import * as contractEntry from '../src/contract/index.js';
import * as indexEntry from '../src/index.js';
import * as rewardEntry from '../src/reward/index.js';

const entries: Readonly<Record<string, object>> = {
  '@rlm/policies': indexEntry,
  '@rlm/policies/action': actionEntry,
  '@rlm/policies/ai-sdk': aiSdkEntry,
  '@rlm/policies/compaction': compactionEntry,
  '@rlm/policies/contract': contractEntry,
  '@rlm/policies/reward': rewardEntry,
};

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code);

/** Runs an example, and gives the value of its last call in `$last`. */
function run(code: string): {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly last: unknown;
} {
  const script = code.replace(
    /^(policy\.shouldTerminate|guard\.observe|compaction\.should)/m,
    'exports.$last = $1',
  );
  const { outputText } = ts.transpileModule(script, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const execute = new Function('exports', 'require', outputText) as (
    exports: object,
    require: (name: string) => unknown,
  ) => void;
  execute(exports, (name) => {
    if (!(name in entries)) throw new Error(`README imports ${name}`);
    return entries[name];
  });
  return { exports, last: exports['$last'] };
}

describe('README.md', () => {
  it.each(examples.map((code) => ({ title: code.split('\n')[0], code })))(
    'runs: $title',
    ({ code }) => {
      expect(() => run(code)).not.toThrow();
    },
  );

  it('shows what the first example, the guard and the compaction really give', () => {
    const shown = examples.map((code) => run(code).last).filter((last) => last !== undefined);
    expect(shown).toEqual([
      { terminate: true, answer: '42', code: 'final_pattern', reason: 'Found FINAL("42")' },
      {
        stop: true,
        status: 'implicit_completion',
        rule: 'no_action',
        evidence: 'text without an action',
      },
      true,
    ]);
  });

  it('adds a policy in one file that keeps the contract', () => {
    const recipe = examples.find((code) => code.startsWith('// silence.ts')) ?? '';
    const silence = run(recipe).exports['silence'] as () => indexEntry.TerminationPolicy;
    const cases = contractEntry.terminationContract(silence);
    expect(cases.length).toBeGreaterThan(5);
    for (const each of cases) each.run();
  });

  it('names every built-in termination policy', () => {
    for (const { name } of indexEntry.createPolicyRegistry().list())
      expect(readme).toContain(`| \`${name}\``);
  });
});
