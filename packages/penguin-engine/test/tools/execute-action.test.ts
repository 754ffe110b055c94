import { invalidOption } from '@rlm/config/options-suite';
import { type ApprovalRequest, createToolSet, withTimeout } from '@rlm/kernel';
import { FINAL } from '@rlm/termination';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  checkTerminationSignal,
  defineTool,
  executeAction,
  parseActions,
  requiresApproval,
  type ParsedAction,
} from '../../src/index.js';

const echo = defineTool({ name: 'echo', description: 'Says it again', execute: (text) => text });
const add = defineTool({
  name: 'add',
  description: 'Adds',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});
const hangs = defineTool({
  name: 'hangs',
  description: '',
  execute: () => new Promise(() => undefined),
});

function parsed(text: string): ParsedAction {
  const [action] = parseActions(text, {
    names: ['echo', 'add', 'hangs', 'finish_task', 'gone'],
  }).actions;
  if (action === undefined) throw new Error(`no action in ${text}`);
  return action;
}

describe('executeAction', () => {
  it('runs what parseActions found, without a run', async () => {
    const record = await executeAction(parsed('Adding.\n<add>{"a":1,"b":2}</add>'), {
      tools: [add],
    });
    expect(record).toEqual({
      action: 'add',
      callId: 'text_at_8',
      arguments: '{"a":1,"b":2}',
      status: 'completed',
      result: '3',
    });
    expect(Object.isFrozen(record)).toBe(true);
  });

  it('runs a native call', async () => {
    const call = { id: 'c1', name: 'add', arguments: '{"a":1,"b":2}' };
    expect(await executeAction(call, { tools: createToolSet([add]) })).toMatchObject({
      callId: 'c1',
      result: '3',
    });
  });

  it('knows the finish tools, and carries what they were told', async () => {
    const record = await executeAction(parsed('<finish_task>All done</finish_task>'), {
      tools: [],
    });
    expect(checkTerminationSignal([record], 'finish_task')).toMatchObject({
      detected: true,
      finishStatus: 'done',
      finishSummary: 'All done',
    });
  });

  it.each([
    ['an unknown tool', '<gone/>', /"gone".* echo, add, hangs, /],
    ['wrong arguments', '<add>{"a":1}</add>', /^Error: .*\badd\b.* b: /],
    ['a call that takes too long', '<hangs/>', / 5 ms\b.*\btimeoutMs .*\bhangs\b/],
  ])('makes an error record of %s', async (_, text, facts) => {
    const tools = [echo, add, withTimeout(hangs, 5)];
    const record = await executeAction(parsed(text), { tools });
    expect(record.status).toBe('error');
    expect(record.result).toMatch(facts);
  });

  it('never runs a tool that needs approval without it', async () => {
    const said: string[] = [];
    const tell = defineTool({ name: 'echo', description: '', execute: (text) => said.push(text) });
    const tools = [requiresApproval(tell)];
    const refused = await executeAction(parsed('<echo>a</echo>'), { tools });
    expect(refused).toMatchObject({
      status: 'error',
      result: expect.stringMatching(/\becho .*not approved\b/) as string,
    });
    const broken = executeAction(parsed('<echo>b</echo>'), {
      tools,
      approve: () => 'yes' as never,
    });
    await expect(broken).rejects.toThrow(/\bapprove\(\) .* got "yes"/);
    expect(said).toEqual([]);
    await executeAction(parsed('<echo>c</echo>'), { tools, approve: () => true });
    expect(said).toEqual(['c']);
  });

  it('takes an action that was put together by hand, which stands nowhere', async () => {
    const action = { name: 'echo', params: 'a' } as never;
    const record = await executeAction(action, { tools: [echo] });
    expect(record).toMatchObject({ action: 'echo', status: 'completed', callId: 'text_at_0' });
  });

  it('refuses a wrong option, and one that there is not', async () => {
    const action = parsed('<echo>a</echo>');
    const run = (options: object) => executeAction(action, { tools: [echo], ...options });
    await expect(run({ timeout: 5 })).rejects.toThrow(invalidOption('timeout', 'Unknown option'));
    const none = executeAction(undefined as never, { tools: [echo] });
    await expect(none).rejects.toThrow(invalidOption('action', 'parseActions'));
    const nameless = executeAction({ params: 'a' } as never, { tools: [echo] });
    await expect(nameless).rejects.toThrow(invalidOption('action', 'parseActions'));
    await expect(run({ tools: 5 })).rejects.toThrow(invalidOption('tools', 'got 5'));
    await expect(run({ maxOutputChars: '5' })).rejects.toThrow(
      invalidOption('maxOutputChars', 'got "5"'),
    );
  });

  it('cuts a long result', async () => {
    const long = parsed(`<echo>${'x'.repeat(500)}</echo>`);
    const record = await executeAction(long, { tools: [echo], maxOutputChars: 100 });
    expect(record.result.length).toBeLessThan(200);
  });

  it('rejects with the reason of an aborted signal, though the tool goes on', async () => {
    const controller = new AbortController();
    const ended = executeAction(parsed('<hangs/>'), {
      tools: [hangs],
      abortSignal: controller.signal,
    });
    controller.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
  });

  it('lets a FINAL of the tool through to the caller', async () => {
    const ends = defineTool({ name: 'echo', description: '', execute: () => FINAL(42) });
    await expect(executeAction(parsed('<echo/>'), { tools: [ends] })).rejects.toMatchObject({
      name: 'FinalOutput',
      output: { type: 'direct', answer: 42 },
    });
  });
});

describe('ApproveCall', () => {
  const asked: ApprovalRequest[] = [];
  const ask = async (
    action: Parameters<typeof executeAction>[0],
    tool: typeof add,
  ): Promise<unknown> => {
    asked.length = 0;
    const approve = (request: ApprovalRequest): boolean => asked.push(request) > 0;
    await executeAction(action, { tools: [requiresApproval(tool)], approve });
    return asked[0]?.arguments;
  };

  it('gets the arguments as data, however the model wrote them', async () => {
    const data = { a: 1, b: 2 };
    expect(await ask({ id: '1', name: 'add', arguments: JSON.stringify(data) }, add)).toEqual(data);
    expect(await ask({ id: '1', name: 'add', arguments: data }, add)).toEqual(data);
    expect(await ask(parsed('<add>{"a":1,"b":2}</add>'), add)).toEqual(data);
  });

  it('gets the body of a tool that takes text as it stands', async () => {
    expect(await ask(parsed('<echo>{"a":1}</echo>'), echo)).toBe('{"a":1}');
  });
});
