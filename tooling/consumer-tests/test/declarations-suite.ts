import { describe, expect, it } from 'vitest';

import type { Consumer } from './consumer.js';
import { entriesOf, packageNames } from './workspace-registry.js';

/** The functions of each entry, with the number of arguments that they need. */
type Functions = Readonly<Record<string, readonly (readonly [name: string, parameters: number])[]>>;

/** The public entries of all packages. */
const entries = packageNames.flatMap(entriesOf).filter((entry) => !entry.includes('internal'));

/** One file for each entry that exports what each of its functions returns, and what that resolves to. */
function filesFor(functions: Functions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(functions).map(([entry, found], index) => [
      `entry${index}.ts`,
      [
        `import * as entry from '${entry}';`,
        'declare const anything: any;',
        ...found.flatMap(([name, parameters]) => {
          const call = `entry.${name}(${Array<string>(parameters).fill('anything').join(', ')})`;
          return [
            `export const ${name}Result = () => ${call};`,
            `export const ${name}Awaited = async () => await ${call};`,
          ];
        }),
      ].join('\n'),
    ]),
  );
}

/** Tests what a project with all packages can export, with declarations. */
export function testDeclarations(project: () => Consumer): void {
  describe('a project that writes declarations', () => {
    it('exports the result of each public function without an annotation', async () => {
      const script = `
      const found = {};
      for (const entry of ${JSON.stringify(entries)}) {
        const names = Object.entries(await import(entry))
          .filter(([, value]) => typeof value === 'function' && !/^class\\b/.test(String(value)));
        if (names.length > 0) found[entry] = names.map(([name, { length }]) => [name, name === 'FINAL' ? 1 : length]); // It counts what it gets.
      }
      console.log(JSON.stringify(found));`;
      const functions = JSON.parse(await project().run('find.mjs', script)) as Functions;
      expect(Object.values(functions).flat().length).toBeGreaterThan(80);
      await expect(
        project().compile(filesFor(functions), { declaration: true }),
      ).resolves.toBeUndefined();
    });

    it('exports runs, results and what they hold', async () => {
      const text = `
      import { jsonlStore } from '@rlm/journal/jsonl';
      import { memoryStore } from '@rlm/journal';
      import { runTask, parseActions } from '@rlm/penguin-engine';
      import { createRlm, runRlm } from '@rlm/runner';
      import { readContextFiles } from '@rlm/files';
      import { quickjs } from '@rlm/sandbox/quickjs';
      import { parseCodeBlocks } from '@rlm/termination';

      const model = () => 'FINAL(1)';
      export const task = runTask({ model, prompt: 'Go.' });
      export const taskResult = task.result;
      export const run = runRlm({ model, sandbox: quickjs(), query: 'What?' });
      export const { answer, calls, coverage, steps, usage, stop } = await run.result;
      export const rlm = createRlm({ model, sandbox: quickjs() });
      export const events = (async () => { for await (const event of run) return event; })();
      export const actions = parseActions('', { names: ['search'] });
      export const blocks = parseCodeBlocks('');
      export const files = readContextFiles(['.'], {});
      export const store = memoryStore();
      export const runs = store.list();
      export const journal = jsonlStore({ folder: 'runs' }).open('a');
      export const session = quickjs().open();
      export const variables = async () => (await session).variables();
    `;
      await expect(
        project().compile({ 'values.ts': text }, { declaration: true }),
      ).resolves.toBeUndefined();
    });
  });
}
