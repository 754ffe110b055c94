import { recordEvents, scriptedModel } from '@rlm/kernel/testing';
import { FINAL, FINAL_VAR, SUBMIT } from '@rlm/termination';
import { describe, expect, it } from 'vitest';

import { defineTool, requiresApproval, runResponse, runTask } from '../../src/index.js';

const lookUp = (execute: () => unknown) =>
  defineTool({ name: 'look_up', description: 'Looks it up', execute });
const replies = ['<look_up>x</look_up>', '<look_up>y</look_up>'];

describe('FINAL in host code', () => {
  it('ends runResponse with its answer', async () => {
    const model = scriptedModel(replies);
    const { result } = runResponse({
      model,
      prompt: 'Go',
      tools: [lookUp(() => FINAL(['a', 'b']))],
    });
    expect(await result).toMatchObject({
      status: 'completed',
      steps: { length: 1 },
      finishSummary: 'a\nb',
      finalOutput: { type: 'direct', answer: ['a', 'b'] },
      actionResults: [{ action: 'look_up', status: 'completed', result: 'a\nb' }],
    });
  });

  it('hands a task over to a person, and does not complete it', async () => {
    const model = scriptedModel(replies);
    const run = runTask({
      model,
      prompt: 'Go',
      tools: [lookUp(() => SUBMIT({ answer: 'It is 4', sure: true }))],
    });
    const { finished } = recordEvents(run);
    expect(await run.result).toMatchObject({
      status: 'pending_review',
      finishStatus: 'done',
      finishSummary: 'It is 4',
      requiresReview: true,
      finalOutput: { type: 'submit', fields: { answer: 'It is 4', sure: true } },
    });
    expect(await finished).toContainEqual(
      expect.objectContaining({ type: 'task-end', status: 'pending_review' }),
    );
  });

  it('leaves out the calls behind it, approved ones too', async () => {
    const made: string[] = [];
    const tool = lookUp(() => {
      made.push('call');
      return FINAL('found');
    });
    const toolCalls = ['a', 'b'].map((id) => ({ id, name: 'look_up', arguments: {} }));
    const model = scriptedModel([{ text: '', toolCalls }]);
    const options = { model, prompt: 'Go', tools: [requiresApproval(tool)], approve: () => true };
    const run = runResponse(options);
    const { finished } = recordEvents(run);
    const { finishSummary, actionResults } = await run.result;
    expect([finishSummary, actionResults.length, made]).toEqual(['found', 1, ['call']]);
    const events = await finished;
    const idsOf = (type: string) =>
      events.flatMap((event) => {
        if (event.type !== type) return [];
        if (event.type === 'action-start') return [event.callId];
        return event.type === 'action-end' ? [event.record.callId] : [];
      });
    expect([idsOf('action-start'), idsOf('action-end')]).toEqual([['a'], ['a']]);
  });

  it('counts from approve, shouldStop and the model too', async () => {
    const tools = [requiresApproval(lookUp(() => 'never'))];
    const end = (): never => FINAL('stopped by hand');
    const options = { prompt: 'Go', tools, approve: () => true };
    const ended = [
      runResponse({ ...options, model: scriptedModel(replies), approve: end }),
      runResponse({ ...options, model: scriptedModel(replies), shouldStop: end }),
      runResponse({ ...options, model: end }),
      runTask({ ...options, model: end }),
    ];
    for (const { result } of ended) {
      expect(await result).toMatchObject({
        finalOutput: { answer: 'stopped by hand' },
        finishSummary: 'stopped by hand',
      });
    }
  });

  it('tells the model that FINAL_VAR has no variables here', async () => {
    const model = scriptedModel([replies[0] ?? '', 'Then it is 3.']);
    const result = await runResponse({
      model,
      prompt: 'Go',
      tools: [lookUp(() => FINAL_VAR('x'))],
    }).result;
    expect(result.actionResults).toMatchObject([
      { status: 'error', result: expect.stringMatching(/^Error: FINAL_VAR .*\bREPL\b/) as string },
    ]);
    expect(result).not.toHaveProperty('finalOutput');
    expect(result.steps.length).toBe(2);
  });
});
