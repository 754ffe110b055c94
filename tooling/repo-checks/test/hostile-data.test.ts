import { hostileData, type HostileData } from '@rlm/config/hostile-data';
import { memoryStore } from '@rlm/journal';
import { defineTool, executeAction, runTask } from '@rlm/penguin-engine';
import { actionResult, createPolicyRegistry, policyContext } from '@rlm/policies';
import { REPLVariable, RlmError } from '@rlm/repl-types';
import { createRlm, runRlm } from '@rlm/runner';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';
import { formatFinalAnswer } from '@rlm/termination';
import { describe, expect, it } from 'vitest';

const model = (): string => 'FINAL(1)';

/** What a cell of a script says: the message of the error of a host function. */
const failing =
  (name: string): ScriptedStep =>
  async (_, guest) => {
    try {
      await guest.call(name, {});
      return 'no error';
    } catch (error) {
      return (error as Error).message;
    }
  };

/** What the message of an entry says that calls the value `name`. */
function saysOf({ says }: HostileData, name: string): RegExp {
  const source = says.source.replace(/^\^/, '').replaceAll('value', name);
  // A session names the limit instead.
  return new RegExp(source.replace('100 levels:', '100 (?:levels|\\(limit maxValueDepth\\)):'));
}

type Entry = (value: unknown) => unknown;

/** The entries that throw, or reject, with their own error: its code, and what they call the value. */
const refusing: Readonly<Record<string, { code: string; name: string; enter: Entry }>> = {
  'runRlm({ context })': {
    code: 'invalid_option',
    name: 'context',
    enter: (value) => runRlm({ model, sandbox: scripted(), query: 'q', context: { in: value } }),
  },
  'runRlm({ contexts })': {
    code: 'invalid_option',
    name: 'contexts\\.notes\\.value',
    enter: (value) => {
      const contexts = { notes: { value: { in: value } } };
      return runRlm({ model, sandbox: scripted(), query: 'q', contexts });
    },
  },
  'createRlm({ context })': {
    code: 'invalid_option',
    name: 'context',
    enter: (value) => createRlm({ model, sandbox: scripted(), context: { in: value } }),
  },
  'rlm.add': {
    code: 'invalid_option',
    name: 'contexts\\.notes\\.value',
    enter: (value) => {
      createRlm({ model, sandbox: scripted() }).add('notes', { in: value });
    },
  },
  'session.set': {
    code: 'value_rejected',
    name: 'x',
    enter: async (value) => (await scripted().open()).set('x', { in: value }),
  },
  'runTask({ task })': {
    code: 'invalid_option',
    name: 'task\\.context',
    enter: (value) => runTask({ model, prompt: 'p', task: { context: { in: value } } }),
  },
  'executeAction, its arguments': {
    code: 'invalid_option',
    name: 'action\\.arguments',
    enter: async (value) =>
      executeAction({ id: 'a', name: 'use', arguments: { in: value } }, { tools: [] }),
  },
};

describe.each(Object.entries(refusing))('%s', (_, { code, name, enter }) => {
  it.each(hostileData)('refuses $name', async (hostile) => {
    const entered = Promise.resolve().then(() => enter(hostile.make()));
    const error: unknown = await entered.catch((thrown: unknown) => thrown);
    expect(RlmError.isInstance(error)).toBe(true);
    expect((error as RlmError).code).toBe(code);
    // Each value is one level down, so that the whole is an object.
    if (hostile.fault === 'too_deep') expect((error as Error).message).toContain('deeper than 100');
    else expect((error as Error).message).toMatch(saysOf(below(hostile), name));
  });
});

/** The same in the field `in` of an object. */
function below(hostile: HostileData): HostileData {
  return { ...hostile, says: new RegExp(hostile.says.source.replaceAll('value', 'value\\.in')) };
}

describe('defineTool({ inputSchema })', () => {
  it.each(hostileData)('refuses $name', (hostile) => {
    const inputSchema = { in: hostile.make() };
    const define = (): unknown =>
      defineTool({ name: 'use', description: '', inputSchema, execute: () => '' });
    expect(define).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(define).toThrow(/inputSchema\.in/);
  });
});

describe('the answer of a host function', () => {
  it.each(hostileData)('is an error in the guest, if it is $name', async (hostile) => {
    const session = await scripted([failing('use')]).open({ functions: { use: hostile.make } });
    const { stdout } = await session.execute('');
    expect(stdout).toMatch(saysOf(hostile, 'the result of use'));
    await session.close();
  });
});

describe('the result of a tool', () => {
  const toolOf = (hostile: HostileData) =>
    defineTool({ name: 'use', description: '', execute: hostile.make });

  it.each(hostileData)('is an error that the model reads, if it is $name', async (hostile) => {
    const action = { id: 'a', name: 'use', arguments: {} };
    const { status, result } = await executeAction(action, { tools: [toolOf(hostile)] });
    expect(status).toBe('error');
    expect(result).toMatch(saysOf(hostile, 'the result of use'));
  });

  it.each(hostileData)('is an error in the REPL, if it is $name', async (hostile) => {
    const sandbox = scripted([failing('use'), { final: { type: 'direct', answer: 1 } }], {
      repeatLast: true,
    });
    const code = '```repl\nuse()\n```';
    const tools = [toolOf(hostile)];
    const run = runRlm({ model: () => code, sandbox, query: 'q', tools, maxSteps: 2 });
    const { finishReason, steps } = await run.result;
    expect(finishReason).toBe('final');
    expect(JSON.stringify(steps)).toMatch(/the result of use/);
  });
});

describe('what is only written as text', () => {
  const isText = (write: () => string): boolean => {
    try {
      return typeof write() === 'string';
    } catch (error) {
      // Its documented error, for what is too deep or too large.
      return RlmError.isInstance(error) && error.code === 'invalid_argument';
    }
  };

  it.each(hostileData)('has a text, or is refused, if it is $name', ({ make }) => {
    expect(isText(() => formatFinalAnswer(make()))).toBe(true);
    expect(isText(() => formatFinalAnswer({ answer: make() }))).toBe(true);
    expect(isText(() => formatFinalAnswer([make()]))).toBe(true);
    expect(isText(() => REPLVariable.fromValue('x', make()).preview)).toBe(true);
  });

  it.each(hostileData)('may be the variable of a policy, if it is $name', ({ make }) => {
    const policy = createPolicyRegistry().getTermination('final_pattern');
    const result = actionResult({ output: 'FINAL_VAR(x)' });
    const context = policyContext({ variables: { x: make() } });
    const decide = (): string => (policy.shouldTerminate(result, context).terminate ? 'yes' : 'no');
    expect(isText(decide)).toBe(true);
  });
});

describe('a journal', () => {
  it.each(hostileData)('refuses a spec with $name, and names the part', async ({ make }) => {
    const creating = memoryStore().create({ spec: { in: make() } });
    const error: unknown = await creating.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_option' });
    expect((error as Error).message).toMatch(/\bspec .*JSON data: .*\. spec\.in/);
  });
});
