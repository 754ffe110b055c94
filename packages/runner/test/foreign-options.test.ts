import { scriptedModel } from '@rlm/kernel/testing';
import { runResponse } from '@rlm/penguin-engine';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm } from '../src/index.js';
import { watchedBackend } from './support/watched-backend.js';

const base = { model: scriptedModel([]), sandbox: watchedBackend() };

/** What each loop says of an option that it does not have. */
const saidBy =
  (loop: (options: object) => unknown) =>
  (name: string): string => {
    try {
      loop({ [name]: 'x' });
      return 'nothing';
    } catch (error) {
      return (error as Error).message;
    }
  };
const ofRlm = saidBy((more) => runRlm({ ...base, query: 'q', ...more }));
const ofResponse = saidBy((more) => runResponse({ model: base.model, prompt: 'q', ...more }));
const ofSession = saidBy((more) => createRlm({ ...base, ...more }));

describe('an option of another library', () => {
  // The parameters of generateText, streamText and ToolLoopAgent of AI SDK 6 and 7 that no loop has.
  const ofTheSdk =
    'system toolChoice maxRetries timeout headers stopWhen output experimental_output prepareStep onStepFinish onStepEnd onFinish onEnd ' +
    'onChunk onError onAbort onStart experimental_telemetry activeTools experimental_activeTools experimental_prepareStep ' +
    'experimental_repairToolCall experimental_download experimental_context experimental_transform includeRawChunks ' +
    'experimental_onStart experimental_onStepStart toolApproval topK topP temperature presencePenalty frequencyPenalty seed ' +
    'stopSequences maxOutputTokens providerOptions allowSystemInMessages';

  // What some loops have.
  const has = ['system', 'seed'];

  it.each(ofTheSdk.split(' '))('has a sentence of its own in each loop: %s', (name) => {
    for (const said of [ofRlm(name), ofSession(name), ofResponse(name)]) {
      if (said === 'nothing' && has.includes(name)) continue;
      expect(said).toMatch(/^(?:Unknown option \S+\. [^]+|Expected .*)[.?]$/);
      expect(said).not.toContain('Known options');
    }
  });

  const ofOthers =
    'backend backend_kwargs other_backends environment environmentKwargs max_iterations maxIterations maxIters max_iters max_budget ' +
    'max_timeout max_errors max_llm_calls maxLlmCalls max_concurrent_subcalls sampling_args custom_system_prompt custom_tools ' +
    'custom_sub_tools persistent on_iteration_start on_iteration_complete on_subcall_start logger verbose root_prompt sub_lm ' +
    'interpreter interpreter_factory history_processor signature max_output_chars max_steps';

  it.each(ofOthers.split(' '))('of the reference or dspy has one in runRlm: %s', (name) => {
    expect(ofRlm(name)).toMatch(/^Unknown option \S+\. [^]+[.?]$/);
    expect(ofRlm(name)).not.toContain('Known options');
  });

  it.each([
    [
      'onStepFinish',
      'Unknown option onStepFinish. Read the event step-end: for await (const event of run).',
    ],
    [
      'prepareStep',
      'Unknown option prepareStep. Not supported: all steps have the same model, tools and settings.',
    ],
    [
      'stopWhen',
      'Unknown option stopWhen. Pass maxSteps for a number of steps, or policies: [fromStopCondition(condition)] of @rlm/policies/ai-sdk.',
    ],
    [
      'activeTools',
      'Unknown option activeTools. Not supported: pass as tools only those that the model may call.',
    ],
    ['output', 'Unknown option output. Pass schema, and read result.value.'],
    ['experimental_telemetry', 'Unknown option experimental_telemetry. Pass telemetry: {}.'],
    ['system', 'Unknown option system. Did you mean instructions?'],
    [
      'environment',
      'Unknown option environment. Pass a backend as sandbox: quickjs(), pyodide() or cpython().',
    ],
    ['max_iterations', 'Unknown option max_iterations. Did you mean maxSteps?'],
    ['maxLlmCalls', 'Unknown option maxLlmCalls. Did you mean limits.maxSubQueries?'],
    ['prompt', 'Expected prompt to be an object, got "x". Pass the question as query.'],
  ])('%s', (name, message) => {
    expect(ofRlm(name)).toBe(message);
  });

  it('is answered by what the loop has', () => {
    expect(ofResponse('output')).toContain('Not supported: runRlm of @rlm/runner has schema.');
    expect(ofResponse('stopWhen')).toBe(ofRlm('stopWhen'));
    expect(ofResponse('activeTools')).toBe(ofRlm('activeTools'));
    expect(ofSession('messages')).toContain('Use runRlm: a session has the earlier questions');
    expect(ofSession('journal')).toContain('Use runRlm: a session of several questions cannot');
  });
});
