import { readFileSync } from 'node:fs';

import * as engine from '@rlm/penguin-engine';
import { scriptedModel } from '@rlm/penguin-engine/testing';
import * as quickjs from '@rlm/sandbox/quickjs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod';

import * as runner from '../src/index.js';
import { cell } from './support/cell.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** For each example, by its heading: what the model replies, and what the example prints. */
const examples: Readonly<
  Record<string, { replies: readonly string[]; prints: readonly string[] }>
> = {
  Start: {
    replies: [
      cell('FINAL(Object.keys(context).find((name) => context[name].includes("railroad")))'),
    ],
    prints: ['final 1836.txt'],
  },
  'A model is what you have': {
    replies: [cell('FINAL(context.split("\\n").length)')],
    prints: ['3'],
  },
  'A typed answer': {
    replies: [cell('FINAL({ spam: "one" })'), cell('FINAL({ spam: 1, ham: 1 })')],
    prints: ['1 1'],
  },
  'Your own tool': {
    replies: [cell('FINAL(`${await convert({ miles: 100 })} km`)')],
    prints: ['160.9344 km'],
  },
  'Streaming to a terminal': {
    replies: [cell('const n = context.split(" ").length; print(n)'), 'FINAL_VAR(n)'],
    prints: ['> const n = context.split(" ").length; print(n)', '3', '3'],
  },
  Limits: {
    replies: [cell('const draft = "A story."'), 'FINAL_VAR(draft)'],
    prints: ['max_steps A story. 2'],
  },
  'Several questions, one session': {
    replies: [
      cell('const words = context.split(" "); FINAL(words.length)'),
      cell('FINAL(words[0])'),
    ],
    prints: ['6 to'],
  },
};

interface Example {
  readonly heading: string;
  readonly code: string;
}

function readExamples(): readonly Example[] {
  return readme.split(/^## /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => ({
      heading,
      code,
    }));
  });
}

async function play({ heading, code }: Example): Promise<readonly string[]> {
  const model = scriptedModel(examples[heading]?.replies ?? []);
  const modules: Readonly<Record<string, unknown>> = {
    '@rlm/runner': runner,
    '@rlm/runner/node': {
      readContextFiles: () =>
        Promise.resolve({ context: { '1790.txt': 'peace', '1836.txt': 'the railroad' } }),
    },
    '@rlm/sandbox/quickjs': quickjs,
    '@rlm/penguin-engine': engine,
    '@ai-sdk/openai': { openai: () => model },
    zod,
  };
  const printed: string[] = [];
  const scope = {
    require: (name: string): unknown => modules[name],
    exports: {},
    console: { log: (...values: unknown[]) => printed.push(values.map(String).join(' ')) },
    fetch: async (_: string, { body }: { body: string }) => {
      const { messages } = JSON.parse(body) as { messages: runner.PromptMessage[] };
      const content = await (model as (request: unknown) => unknown)({ messages, purpose: 'root' });
      return { json: () => Promise.resolve({ message: { content } }) };
    },
  };
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const { constructor: AsyncFunction } = Object.getPrototypeOf(play) as {
    constructor: new (...args: string[]) => (...values: unknown[]) => Promise<void>;
  };
  await new AsyncFunction(...Object.keys(scope), outputText)(...Object.values(scope));
  return printed;
}

describe('README', () => {
  for (const example of readExamples()) {
    it(`runs the example “${example.heading}”`, async () => {
      expect(await play(example)).toEqual(examples[example.heading]?.prints);
    }, 60_000);
  }

  it('lists every option with its default', () => {
    for (const name of Object.keys(runner.defaultRlmLimits))
      expect(readme).toContain(`limits.${name}`);
  });
});
