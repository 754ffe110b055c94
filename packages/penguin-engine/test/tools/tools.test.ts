import { invalidOption } from '@rlm/config/options-suite';
import {
  createToolSet,
  InvalidOptionError,
  filtered,
  renamed,
  type Tool,
  withTimeout,
  type ActionRecord,
  type ApprovalRequest,
} from '@rlm/kernel';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  defineTool,
  requiresApproval,
  runResponse,
  runTask,
  type ResponseOptions,
} from '../../src/index.js';

const echo = defineTool({ name: 'echo', description: 'Says it again', execute: (text) => text });
const add = defineTool({
  name: 'add',
  description: 'Adds',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});

/** Runs one reply with some tools, and gives the records of its actions. */
async function recordsOf(
  reply: ScriptedReply,
  tools: readonly Tool[],
  options: Partial<ResponseOptions> = {},
): Promise<readonly ActionRecord[]> {
  const model = scriptedModel([reply, 'That is all there is.']);
  const { actionResults } = await runResponse({ model, prompt: 'Go', tools, ...options }).result;
  return actionResults;
}

const native = (name: string, args: unknown): ScriptedReply => ({
  text: '',
  toolCalls: [{ id: 'c1', name, arguments: args }],
});

describe('defineTool', () => {
  it.each([
    ['a name with a blank', { name: 'a b', description: '', execute: (): string => '' }],
    ['an empty name', { name: '', description: '', execute: (): string => '' }],
    [
      'a negative time-out',
      { name: 'a', description: '', timeoutMs: -1, execute: (): string => '' },
    ],
  ])('refuses %s', (_, definition) => {
    expect(() => defineTool(definition)).toThrow(InvalidOptionError);
  });

  it('refuses an input that is no Standard Schema', () => {
    const definition = { name: 'a', description: '', input: {} as never, execute: () => '' };
    expect(() => defineTool(definition)).toThrow(invalidOption('input', 'a Standard Schema'));
  });

  it('gives the text body to a tool without a schema, and typed data to one with', async () => {
    expect(await recordsOf('<echo>a & b</echo>', [echo])).toMatchObject([{ result: 'a & b' }]);
    expect(await recordsOf('<add>{"a":1,"b":2}</add>', [add])).toMatchObject([{ result: '3' }]);
  });

  it('reads a native call in either form of its arguments', async () => {
    expect(await recordsOf(native('add', '{"a":1,"b":2}'), [add])).toMatchObject([{ result: '3' }]);
    expect(await recordsOf(native('add', { a: 1, b: 2 }), [add])).toMatchObject([{ result: '3' }]);
    expect(await recordsOf(native('echo', { input: 'hi' }), [echo])).toMatchObject([
      { result: 'hi' },
    ]);
  });

  it.each([
    [7, '7'],
    [[1, 'a'], '[1,"a"]'],
    [{ input: 7 }, '7'],
    [{ input: { a: 1 } }, '{"a":1}'],
    [{ a: 1, input: 'b' }, '{"a":1,"input":"b"}'],
    [{}, ''],
  ])('gives a tool without a schema what a native call passed: %j', async (given, text) => {
    expect(await recordsOf(native('echo', given), [echo])).toMatchObject([{ result: text }]);
  });

  it('takes a body that is not JSON as the value itself', async () => {
    const tool = defineTool({
      name: 'shout',
      description: '',
      input: z.string(),
      execute: (text) => text.toUpperCase(),
    });
    expect(await recordsOf('<shout>hey</shout>', [tool])).toMatchObject([{ result: 'HEY' }]);
  });
});

describe('a call that goes wrong', () => {
  const broken = defineTool({
    name: 'broken',
    description: '',
    execute: () => {
      throw new Error('no disk');
    },
  });
  const slow = defineTool({
    name: 'slow',
    description: '',
    execute: () => new Promise(() => undefined),
  });

  it.each([
    ['throws', '<broken>x</broken>', [broken], /^Error executing action broken: no disk$/],
    ['takes too long', '<slow>x</slow>', [withTimeout(slow, 5)], /slow.*5 ms/],
    ['is not registered', native('nope', '{}'), [echo], /no tool "nope". Tools: echo, finish/],
    [
      'has arguments that are not JSON',
      native('add', '{a:'),
      [add],
      /arguments of add are not JSON/,
    ],
    ['has wrong arguments', '<add>{"a":1}</add>', [add], /arguments of add are wrong: b: /],
  ] as const)('becomes an error result when it %s', async (_, reply, tools, message) => {
    const [record] = await recordsOf(reply, tools);
    expect(record?.status).toBe('error');
    expect(record?.result).toMatch(message);
  });
});

describe('createToolSet', () => {
  it('refuses two tools of one name', () => {
    expect(() => createToolSet([echo, echo])).toThrow(InvalidOptionError);
  });

  it('keeps the finish tools for the engine', () => {
    const finish = renamed(echo, 'finish_task');
    expect(() => runResponse({ model: scriptedModel([]), prompt: '', tools: [finish] })).toThrow();
  });
});

describe('filtered and renamed', () => {
  const tools = createToolSet([echo, add]);

  it('keep and rename the tools that are named', () => {
    expect(filtered(tools, ['add']).names).toEqual(['add']);
    expect(filtered(tools, ({ name }) => name !== 'add').names).toEqual(['echo']);
    expect(renamed(tools, { echo: 'say' }).names).toEqual(['say', 'add']);
    expect(tools.names).toEqual(['echo', 'add']);
  });

  it('refuse a name that is not there, and one that is taken', () => {
    expect(() => filtered(tools, ['nope'])).toThrow(
      invalidOption('names', 'got "nope"', 'echo, add'),
    );
    expect(() => renamed(tools, { nope: 'x' })).toThrow(InvalidOptionError);
    expect(() => renamed(tools, { echo: 'add' })).toThrow(invalidOption('name', '"add"'));
  });
});

describe('requiresApproval', () => {
  it('asks a person, and a refused call is an error result', async () => {
    const tools = [requiresApproval(echo)];
    const asked: unknown[] = [];
    const [allowed] = await recordsOf('<echo>a</echo>', tools, {
      approve: (request) => {
        asked.push(request);
        return true;
      },
    });
    expect(allowed).toMatchObject({ status: 'completed', result: 'a' });
    expect(asked).toEqual([
      { action: 'echo', callId: 'text_1_1', arguments: 'a', reason: 'requires_approval' },
    ]);
    const [refused] = await recordsOf('<echo>a</echo>', tools, { approve: () => false });
    expect(refused).toMatchObject({
      status: 'error',
      result: expect.stringContaining('not approved') as string,
    });
  });

  it('ends the reason with one full stop', async () => {
    const approve = () => {
      throw new Error('The dialog is gone.');
    };
    const [refused] = await recordsOf('<echo>a</echo>', [requiresApproval(echo)], { approve });
    expect(refused).toMatchObject({ result: expect.stringMatching(/[^.]\.$/) as string });
  });

  it('asks for all native calls of a reply at once, and performs them in their order', async () => {
    const story: string[] = [];
    const say = defineTool({
      name: 'say',
      description: '',
      execute: (word) => {
        story.push(`say ${word}`);
        return word;
      },
    });
    const look = defineTool({ name: 'look', description: '', execute: () => story.push('look') });
    const answers: ((isApproved: boolean) => void)[] = [];
    const approve = ({ callId }: ApprovalRequest) => {
      story.push(`ask ${callId}`);
      return new Promise<boolean>((resolve) => {
        // The last one asked is decided first.
        answers.unshift(resolve);
        if (answers.length === 2) for (const decide of answers) decide(true);
      });
    };
    const call = (id: string, name: string) => ({ id, name, arguments: id });
    const calls = [call('a', 'say'), call('b', 'look'), call('c', 'say')];
    const finish = { id: 'f', name: 'finish_response', arguments: { summary: 'Said' } };
    const model = scriptedModel([{ text: '', toolCalls: [...calls, finish, call('d', 'say')] }]);
    const run = runResponse({ model, prompt: 'Go', tools: [requiresApproval(say), look], approve });
    const events: string[] = [];
    for await (const event of run) {
      if (event.type === 'action-start') events.push(`start ${event.callId}`);
      if (event.type === 'action-end') events.push(`end ${event.record.callId}`);
    }
    expect(story).toEqual(['ask a', 'ask c', 'say a', 'look', 'say c']);
    expect(events).toEqual([
      ...['start a', 'end a', 'start b', 'end b', 'start c', 'end c', 'start f', 'end f'],
    ]);
    expect((await run.result).finishSummary).toBe('Said');
  });

  it('asks only when it should', async () => {
    const guarded = requiresApproval(add, (input) => (input as { a: number }).a > 1);
    const options = { approve: () => false };
    expect(await recordsOf('<add>{"a":2,"b":1}</add>', [guarded], options)).toMatchObject([
      { status: 'error' },
    ]);
    expect(await recordsOf('<add>{"a":1,"b":1}</add>', [guarded], options)).toMatchObject([
      { result: '2' },
    ]);
  });

  it.each([
    ['runResponse', runResponse],
    ['runTask', runTask],
  ])('refuses %s at the call if no one can be asked', (_, run) => {
    const model = scriptedModel(['<finish_task/>']);
    expect(() => run({ model, prompt: 'Go', tools: [requiresApproval(echo)] })).toThrow(
      invalidOption('approve', 'echo'),
    );
  });

  it('refuses the call and reports to the host that approve threw', async () => {
    const model = scriptedModel(['<echo>a</echo>', 'That is all there is.']);
    const approve = () => {
      throw new Error('no dialog');
    };
    const tools = [requiresApproval(echo)];
    const result = await runResponse({ model, prompt: 'Go', tools, approve }).result;
    expect(result.actionResults).toMatchObject([
      {
        status: 'error',
        result: expect.stringMatching(/\becho .*\bapprove\(\) .*: no dialog\.$/) as string,
      },
    ]);
    expect(result.diagnostics).toMatchObject([
      {
        code: 'approval_failed',
        step: 1,
        message: expect.stringMatching(/\becho\b.*\bapprove\(\) .*: no dialog$/) as string,
      },
    ]);
  });

  it.each(['yes', undefined, 1, { approved: true }])(
    'ends the run with an error if approve gives %j',
    async (answer) => {
      const model = scriptedModel(['<echo>a</echo>', 'That is all there is.']);
      const tools = [requiresApproval(echo)];
      const approve = () => answer as never;
      const result = await runResponse({ model, prompt: 'Go', tools, approve }).result;
      expect(result).toMatchObject({
        finishReason: 'error',
        actionResults: [],
        stop: {
          code: 'invalid_approval',
          message: expect.stringMatching(/^Expected approve\(\) .*, got /) as string,
        },
      });
    },
  );
});
