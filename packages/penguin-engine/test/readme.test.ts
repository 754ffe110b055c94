import { sectionOfPackage, textOfPackage } from '@rlm/config/package-pages';
import { describe, expect, it } from 'vitest';

import { runTask, type EngineResult, type TaskOptions } from '../src/index.js';
import { engineDefaults } from '../src/modes/options.js';

/** Every field of the result, or this does not compile. */
const resultFields: Readonly<Record<keyof EngineResult, true>> = {
  runId: true,
  finishReason: true,
  steps: true,
  durationMs: true,
  resumed: true,
  status: true,
  assistantResponse: true,
  messages: true,
  actionResults: true,
  usage: true,
  finishStatus: true,
  finishSummary: true,
  finalOutput: true,
  requiresReview: true,
  rewards: true,
  stop: true,
  task: true,
  error: true,
  cause: true,
  diagnostics: true,
};

describe('the pages of the package', () => {
  it('begin with a complete agent of 25 lines at most', () => {
    const agent = /```ts\n([^]*?)```/.exec(textOfPackage('penguin-engine'))?.[1] ?? '';
    expect(agent).toContain('runTask(');
    expect(agent.trim().split('\n').length).toBeLessThanOrEqual(25);
  });

  it('has the defaults that the table of all loops names', () => {
    const shared = sectionOfPackage('kernel', 'Options that all loops have');
    const defaultOf = (option: string): string | undefined =>
      shared
        .split('\n')
        .find((line) => line.startsWith(`| \`${option}\``))
        ?.split('|')[3]
        ?.trim();
    const { maxSteps, maxOutputChars } = engineDefaults;
    expect(defaultOf('maxSteps')).toBe(String(maxSteps));
    expect(defaultOf('limits.maxOutputChars')).toBe(maxOutputChars.toLocaleString('en'));
  });

  it('takes undefined for whatever may be left out', async () => {
    const none: Partial<TaskOptions> = { maxSteps: undefined, limits: undefined, task: undefined };
    const limits = { maxTokens: undefined, callTimeoutMs: undefined };
    const model = (): string => '<finish_task>{}</finish_task>';
    const { status } = await runTask({ model, prompt: 'Go', ...none, limits }).result;
    expect(status).toBe('pending_review');
  });

  it('has a table of exactly the fields of the result', () => {
    const section = sectionOfPackage('penguin-engine', 'The result');
    const listed = [...section.matchAll(/^\| `(\w+)\??`/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(resultFields).sort());
  });
});
