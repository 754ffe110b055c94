import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { makeModelTask, modelTaskNames } from '../bench/model-tasks/tasks.mjs';
import { runRlm } from '../src/index.js';
import { sharedPython } from './support/shared-python.js';

describe('a model that makes mistakes is told of them, and ends right', () => {
  it.each(modelTaskNames)('%s', async (name) => {
    const { language, query, context, gold, subModel, replies, told } = makeModelTask(name);
    const model = scriptedModel(replies);
    const { result } = runRlm({
      model,
      ...(subModel === undefined ? {} : { subModel }),
      sandbox: language === 'python' ? sharedPython() : quickjs(),
      query,
      context,
    });
    const { answer, finishReason, steps } = await result;
    expect({ answer, finishReason, steps: steps.length }).toEqual({
      answer: gold,
      finishReason: 'final',
      steps: replies.length,
    });
    const lessons = model.calls.slice(1).map(({ messages }) => messages.at(-1)?.content ?? '');
    for (const [index, lesson] of told.entries()) expect(lessons[index]).toMatch(lesson);
  });
});
