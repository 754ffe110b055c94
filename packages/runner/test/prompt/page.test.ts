import { readFileSync } from 'node:fs';

import { scriptedModel } from '@rlm/kernel/testing';
import { pyodide } from '@rlm/sandbox/pyodide';
import { describe, expect, it } from 'vitest';

import { openings, turns } from '../../bench/prompts/cases.mjs';
import { shorten } from '../../bench/prompts/shorten.mjs';
import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { quickjs } from '../support/quickjs.js';
import { sharedPython } from '../support/shared-python.js';

const page = readFileSync(new URL('../../../../docs/prompts.md', import.meta.url), 'utf8');

/** What the page shows as today's under a heading. */
function shown(title: string): string {
  const from = page.indexOf(`\n### ${title}`);
  return /\nNow:\n\n(`{3,}|~~~)text\n([^]*?)\n\1(?:\n|$)/.exec(page.slice(from))?.[2] ?? '';
}

const sandboxes = { javascript: quickjs(), python: pyodide() };
/** For prompts that have no numbers of cells. */
const shared: typeof sandboxes = { ...sandboxes, python: sharedPython() };

/** What the model of a run is told, call by call. */
async function told(
  language: keyof typeof sandboxes,
  replies: readonly string[],
  options: Pick<RunRlmOptions, 'query' | 'context' | 'contexts'>,
  from = sandboxes,
): Promise<readonly string[][]> {
  const model = scriptedModel([...replies, 'FINAL(1)']);
  const sandbox = from[language];
  const subModel = (): string => 'seven';
  await runRlm({ model, subModel, sandbox, fenceStop: false, ...options }).result;
  return model.calls.map(({ messages }) => messages.map(({ content }) => content));
}

describe('docs/prompts.md', () => {
  it('shows the first prompt as it is', async () => {
    for (const { title, language, contexts, query } of openings) {
      const [messages = []] = await told(language, [], { contexts, query }, shared);
      const text = messages.join('\n\n');
      const part = shown(title);
      expect(part.length).toBeGreaterThan(100);
      expect(text).toContain(part);
      const chars = messages.join('').length.toLocaleString('en');
      expect(page).toMatch(new RegExp(`^\\| ${title} .*\\| ${chars} +\\|$`, 'm'));
    }
  });

  it.each(turns)('shows the feedback as it is: $title', async ({ title, ...turn }) => {
    const { language, context, replies } = turn;
    const query = 'How many errors are there?';
    const calls = await told(language, replies, { context, query });
    expect(shown(title)).toBe(shorten(calls[replies.length]?.at(-1) ?? ''));
  });
});
