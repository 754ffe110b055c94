import type { ModelRequest, ModelSettings } from '@rlm/kernel/model';
import { createStorage } from 'unstorage';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const settings = {
  root: { temperature: 0.1, seed: 7 },
  sub: { temperature: 0.2, headers: { 'x-team': 'red' } },
  wrapUp: { temperature: 0.3 },
};

/** The settings of each call: a root run that asks a sub-model and a child run, and is stopped before it has an answer. */
async function settingsAsked(options: Partial<RunRlmOptions>) {
  const asked: { who: string; settings: ModelSettings | undefined }[] = [];
  const isLast = ({ messages }: ModelRequest) =>
    messages.at(-1)?.content.includes('This is your last reply') ?? false;
  const { answer } = await runRlm({
    model(request) {
      const isChild = request.messages[0]?.content.includes('a child') ?? false;
      const who = isLast(request) ? 'wrap-up' : isChild ? 'child' : 'root';
      asked.push({ who, settings: request.settings });
      if (who === 'wrap-up') return 'FINAL(done)';
      if (who === 'child') return 'FINAL(c)';
      return cell('print(await llm_query("x"), await rlm_query("I am a child"))');
    },
    subModel(request) {
      asked.push({ who: 'sub', settings: request.settings });
      return 'y';
    },
    sandbox: quickjs(),
    query: 'q',
    maxSteps: 1,
    ...options,
  }).result;
  return { answer, asked };
}

describe('settings', () => {
  it('are with each call by what it is for, and the wrap-up has what differs from the root', async () => {
    const { answer, asked } = await settingsAsked({ settings });
    expect(answer).toBe('done');
    expect(asked).toEqual([
      { who: 'root', settings: settings.root },
      { who: 'sub', settings: settings.sub },
      { who: 'child', settings: settings.root },
      { who: 'wrap-up', settings: { temperature: 0.3, seed: 7 } },
    ]);
  });

  it('of the root are those of the wrap-up if it has none', async () => {
    const { asked } = await settingsAsked({ settings: { root: settings.root } });
    expect(asked.map(({ settings: given }) => given)).toEqual([
      settings.root,
      undefined,
      settings.root,
      settings.root,
    ]);
  });

  it('tell kept answers apart, headers excepted', async () => {
    const cache = createStorage<string>();
    const subModel = (): string => 'y';
    const cached = async (sub: ModelSettings): Promise<number> => {
      const model = (): string => cell('FINAL(await llm_query("x"))');
      const run = runRlm({
        model,
        subModel,
        sandbox: quickjs(),
        query: 'q',
        cache,
        settings: { sub },
      });
      return (await run.result).calls.cached;
    };
    expect(await cached({})).toBe(0);
    expect(await cached({ headers: { 'x-run': '1' } })).toBe(1);
    expect(await cached({ temperature: 0 })).toBe(0);
    expect(await cached({ temperature: 0, headers: { 'x-run': '2' } })).toBe(1);
    expect(await cached({ temperature: 1 })).toBe(0);
  });
});
