import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { defineTool, runResponse, runTask } from '../../src/index.js';
import { codes, tell } from '../support/tell.js';

const ran: unknown[] = [];
const bash = defineTool({
  name: 'bash',
  description: 'Runs a command',
  input: z.object({ command: z.string() }),
  execute: (input) => ran.push(input),
});
const tools = [bash];
const call = '{"name": "bash", "arguments": {"command": "ls"}}';

const modes = [
  ['runResponse', runResponse, 'completed'],
  ['runTask', runTask, 'implicit_completion'],
] as const;

describe.each(modes)('a reply that is nothing but a call as JSON, in %s', (_, run, finished) => {
  it.each([
    ['bare', call],
    ['on several lines', JSON.stringify(JSON.parse(call), null, 2)],
    ['in a fence', `\`\`\`json\n${call}\n\`\`\``],
    ['in a fence without a tag', `\`\`\`\n${call}\n\`\`\``],
    ['in tildes', `~~~tool_call\n${call}\n~~~`],
    ['in backquotes', `\`${call}\``],
    ['in an array', `[${call}]`],
    ['twice', `[${call}, ${call}]`],
    ['on two lines', `${call}\n${call}`],
    ['beside a call of no tool', `[${call}, {"name": "gone", "arguments": {}}]`],
    ['behind [TOOL_CALLS]', `[TOOL_CALLS] [${call}]`],
    ['with its name outside', '[TOOL_CALLS]bash[ARGS]{"command": "ls"}'],
    ['behind <|python_tag|>', `<|python_tag|>${call}<|eom_id|>`],
    ['behind a mark in a fence', `\`\`\`\n[TOOL_CALLS]${call}\n\`\`\``],
    ['in a tag of a template', `<tool_call>\n${call}\n</tool_call>`],
    ['after a thought', `<think>I look.</think>\n${call}`],
    ['with a token behind it', `${call}<|im_end|>`],
    ['as parameters', '{"name": "bash", "parameters": {"command": "ls"}}'],
    ['as args', '{"tool": "bash", "args": {"command": "ls"}}'],
    ['as an action', '{"action": "bash", "action_input": "ls"}'],
    ['as a function', '{"function": {"name": "bash", "arguments": {"command": "ls"}}}'],
    ['as a typed function', `{"type": "function", "function": ${call}}`],
    ['as a typed call', '{"type": "function", "name": "bash", "parameters": {}}'],
    ['as a tool use', '{"type": "tool_use", "id": "t1", "name": "bash", "input": {}}'],
    ['as tool_calls', `{"tool_calls": [{"id": "1", "type": "function", "function": ${call}}]}`],
    ['as a message', `{"role": "assistant", "content": null, "tool_calls": [${call}]}`],
    ['as a function_call', `{"function_call": ${call}}`],
    ['with arguments as a text', '{"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}'],
    ['without arguments', '{"name": "bash", "arguments": null}'],
    ['with a prefix', '{"name": "functions.bash", "arguments": {"command": "ls"}}'],
    ['in another case', '{"name": "Bash", "arguments": {"command": "ls"}}'],
    ['in single quotes', "{'name': 'bash', 'arguments': {'command': 'ls'}}"],
    ['with a comma too many', '{"name": "bash", "arguments": {"command": "ls"},}'],
    ['in two fences', `\`\`\`json\n${call}\n\`\`\`\n\n\`\`\`json\n${call}\n\`\`\``],
    ['behind a label', `Tool call:\n${call}`],
    ['behind an action', `Action: ${call}`],
    ['behind functools', `functools[${call}]`],
    ['in curly quotes', '{“name”: “bash”, “arguments”: {“command”: “ls”}}'],
    ['as tool_arguments', '{"tool_name": "bash", "tool_arguments": {"command": "ls"}}'],
    ['as calls', `{"calls": [${call}]}`],
    ['as actions', `{"actions": [{"action": "bash", "action_input": {"command": "ls"}}]}`],
    ['with a thought, in single quotes', "{'thought': 'I look', 'tool': 'bash', 'args': {}}"],
    ['without its last bracket', '{"name": "bash", "arguments": {"command": "ls"}'],
    ['of a finish tool', '{"name": "finish_response", "arguments": {"summary": "4"}}'],
    ['of a finish tool alone', '{"name": "finish_task"}'],
    ['under the name of a finish tool', '{"finish_task": {"summary": "All done"}}'],
  ])('is told, and neither run nor the answer: %s', async (_kind, reply) => {
    ran.length = 0;
    const model = scriptedModel([reply, 'There are two files.']);
    const result = await run({ model, prompt: 'List', tools }).result;
    expect(result).toMatchObject({
      status: finished,
      assistantResponse: 'There are two files.',
      actionResults: [],
      diagnostics: [{ code: 'near_miss_call', step: 1 }],
    });
    expect(ran).toEqual([]);
    expect(model.calls[1]?.messages.at(-1)?.content).toMatch(
      /^\[Engine note\]\n- .*\b(?:bash|finish_\w+)\b.*\bnot run\b.*<(bash|finish_\w+)>.*<\/\1>.*$/,
    );
  });

  it.each([
    ['a tool that is not registered', '{"name": "gone", "arguments": {"command": "ls"}}'],
    ['data with a name', '{"name": "bash", "version": "5.2"}'],
    ['data in a list', '[{"name": "bash"}, {"name": "zsh"}]'],
    ['a list that is more than calls', `[${call}, 4]`],
    ['the definition of a tool', '{"name": "bash", "description": "Runs", "parameters": {}}'],
    ['data under the name of a tool', '{"bash": {"version": "5.2"}}'],
    ['no calls', '{"tool_calls": []}'],
    ['a number', '42'],
    ['a list of tools', '{"tools": [{"name": "bash"}, {"name": "zsh"}]}'],
    ['two fences with words between', `\`\`\`\n${call}\n\`\`\`\nor\n\`\`\`\n${call}\n\`\`\``],
    ['text before it', `To list files, a model writes ${call}`],
    ['text behind it', `${call} is how a model lists files.`],
  ])('is the answer if it is %s', async (_kind, reply) => {
    const model = scriptedModel([reply]);
    const result = await run({ model, prompt: 'Describe', tools }).result;
    expect(result).toMatchObject({ status: finished, assistantResponse: reply, diagnostics: [] });
  });

  it('ends a run that gives nothing else as malformed', async () => {
    const model = scriptedModel([call], { after: 'repeat' });
    const result = await run({ model, prompt: 'List', tools }).result;
    expect(result).toMatchObject({ status: 'malformed_action_output', steps: { length: 4 } });
  });

  it('is text beside a native call', async () => {
    const toolCalls = [{ id: '1', name: 'bash', arguments: { command: 'ls' } }];
    const model = scriptedModel([{ text: call, toolCalls }, 'There are two files.']);
    const result = await run({ model, prompt: 'List', tools }).result;
    expect(result).toMatchObject({ status: finished, diagnostics: [] });
  });
});

describe('the notice about a call as JSON', () => {
  it.each([
    [{}, /natively/],
    [{ nativeTools: false }, /^(?!.*natively)/s],
  ])('speaks of native calls if there are such (%o)', async (options, facts) => {
    const { noteBefore } = await tell([call, 'Two files.'], { tools, ...options });
    expect(noteBefore(2)).toMatch(facts);
  });
});

describe('arguments that a finish tool does not have', () => {
  const finishOf = (name: string, given: unknown) => ({
    text: '',
    toolCalls: [{ id: '1', name, arguments: given }],
  });

  it.each([
    ['response', 'finish_response', { response: 'The answer is 4.' }],
    ['response', 'finish_response', '{"result": "The answer is 4."}'],
    ['response', 'finish_response', { answer: 4, summary: '' }],
    ['response', 'finish_response', { message: 'x', summary: null }],
    ['response', 'finish_response', { input: 'x' }],
    ['task', 'finish_task', { result: '4' }],
    ['task', 'finish_task', '{"message": "4", "status": "done"}'],
    ['task', 'task_completed', { answer: '4' }],
  ] as const)('are refused without a summary, in %s (%s %o)', async (mode, name, given) => {
    const { result } = await tell(
      [finishOf(name, given), finishOf(name, { summary: 'It is 4.' })],
      mode === 'task' ? { mode } : {},
    );
    expect(result).toMatchObject({
      finishSummary: 'It is 4.',
      actionResults: [
        {
          status: 'error',
          result: expect.stringMatching(
            /"(response|result|answer|message|input)".*"summary"/,
          ) as string,
        },
        { status: 'completed' },
      ],
    });
  });

  it('are refused in a JSON body of finish_task too', async () => {
    const { result } = await tell(
      [
        '<finish_task>{"result": "4", "status": "done"}</finish_task>',
        '<finish_task>4</finish_task>',
      ],
      { mode: 'task' },
    );
    expect(result.actionResults.map(({ status }) => status)).toEqual(['error', 'completed']);
  });

  it.each([
    ['response', finishOf('finish_response', { summary: 'It is 4.', response: '4', to: 'x' })],
    ['task', finishOf('finish_task', '{"summary": "It is 4.", "status": "done", "files": []}')],
    ['task', '<finish_task>{"summary": "It is 4.", "notes": ""}</finish_task>'],
  ] as const)('are ignored beside one, with a diagnostic, in %s', async (mode, reply) => {
    const { result } = await tell([reply], mode === 'task' ? { mode } : {});
    expect(result).toMatchObject({ finishSummary: 'It is 4.', steps: { length: 1 } });
    expect(codes(result)).toEqual(['arguments_ignored']);
  });
});

describe('an empty finish_response', () => {
  const empty = '<finish_response></finish_response>';
  const native = { text: '', toolCalls: [{ id: '1', name: 'finish_response', arguments: {} }] };

  it.each([
    ['in text', empty],
    ['as one tag', '<finish_response/>'],
    ['native', native],
    ['after a thought', `<think>All is said.</think>${empty}`],
    ['with a blank summary', '<finish_response>  \n </finish_response>'],
  ])('is refused once: %s', async (_, reply) => {
    const { result } = await tell([reply, reply]);
    expect(result).toMatchObject({
      status: 'completed',
      steps: { length: 2 },
      actionResults: [
        { status: 'error', result: expect.stringMatching(/\bno text\b/) as string },
        { status: 'completed' },
      ],
    });
  });

  it('is refused together with another in the same reply', async () => {
    const { result } = await tell([empty + empty, 'It is 4.']);
    expect(result).toMatchObject({ status: 'completed', assistantResponse: 'It is 4.' });
  });

  it('is refused if no tool could be called', async () => {
    const gone = { id: '1', name: 'gone', arguments: {} };
    const { result } = await tell([{ ...native, toolCalls: [gone, ...native.toolCalls] }, native]);
    expect(result.actionResults.map(({ status }) => status)).toEqual([
      'error',
      'error',
      'completed',
    ]);
  });

  it.each([
    ['text beside it', [`It is 4. ${empty}`], {}],
    ['text in an earlier reply', ['It is 4. <echo>x', empty], {}],
    ['a tool that ran', ['<echo>a</echo>', empty], {}],
    ['a tool that ran before it in the reply', [`<echo>a</echo>${empty}`], {}],
    ['the last step', [empty], { maxSteps: 1 }],
    ['the last step, after a call as JSON', ['{"name":"echo","args":"a"}', empty], { maxSteps: 2 }],
  ])('is accepted with %s', async (_, replies, options) => {
    const { result } = await tell(replies, options);
    expect(result).toMatchObject({ status: 'completed', steps: { length: replies.length } });
  });

  it('is an ordinary action of a task', async () => {
    const { result } = await tell([empty, 'All of it is done.'], { mode: 'task' });
    expect(result.actionResults).toMatchObject([{ status: 'completed' }]);
  });
});
