import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { readContextFiles } from '@rlm/files';
import { scripted } from '@rlm/sandbox/scripted';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createRlm, runRlm, runMany, type RunRlmOptions } from '../../src/index.js';

const base = {
  model: () => 'FINAL(1)',
  sandbox: scripted([]),
  query: 'What does it say?',
};
/** As a program without types would write them. */
const refused = (options: object, facts: readonly string[]): void => {
  const wrong = errorWith({ code: 'invalid_option', facts: [...facts] });
  expect(() => runRlm({ ...base, ...options })).toThrow(wrong);
};

/** What a program without types does if it forgets to await. */
const spread = (reading: object): object => ({ ...reading });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-refused-'));
  await writeFile(join(folder, 'a.txt'), 'the text');
});
afterAll(() => rm(folder, { recursive: true }));

/** Nothing but its source tells that it holds data. */
class Bare {
  readonly #text = 'a';
  static textOf(bare: Bare): string {
    return bare.#text;
  }
}
class Secret {
  readonly #rows = ['a'];
  get count(): number {
    return this.#rows.length;
  }
}
class Entity extends Secret {}
class Written extends Secret {
  toJSON(): unknown {
    return { count: this.count };
  }
}
class Shown extends Secret {
  readonly id = 7;
}
class Empty {
  declare readonly rows?: readonly number[];
}
const form = new FormData();
form.set('a', 'b');
const hidden: object = Object.defineProperty(new Empty(), 'rows', { value: [1] });

const lost: Readonly<Record<string, readonly [make: () => object, advice: string]>> = {
  'an iterator of a list': [() => ['a'].values(), '[...it]'],
  'an iterator of a Map': [() => new Map([['a', 1]]).entries(), '[...it]'],
  'an iterator of a Set': [() => new Set(['a']).values(), '[...it]'],
  'an iterator of a text': [() => 'ab'[Symbol.iterator](), '[...it]'],
  'matches of an expression': [() => 'ab'.matchAll(/./g), '[...it]'],
  'a generator': [
    () =>
      (function* () {
        yield 'text';
      })(),
    '[...it]',
  ],
  'an async generator': [
    () =>
      (async function* () {
        yield await Promise.resolve('text');
      })(),
    'for await',
  ],
  URLSearchParams: [() => new URLSearchParams('a=1'), '[...it]'],
  Headers: [() => new Headers({ a: '1' }), 'Object.fromEntries(it)'],
  FormData: [() => form, '[...it]'],
  'a class with private state': [() => new Secret(), 'toJSON()'],
  'a class with a private field and nothing else': [() => new Bare(), 'toJSON()'],
  'a class below such a one': [() => new Entity(), 'toJSON()'],
  'a hidden field': [() => hidden, 'toJSON()'],
  'what an object inherits': [() => Object.create({ text: 'a' }) as object, 'toJSON()'],
  'what it inherits from an object without a prototype': [
    () => Object.create({ __proto__: null, text: 'a' }) as object,
    'toJSON()',
  ],
  'an object with a symbol alone': [() => ({ [Symbol('a')]: 1 }), 'shows no fields'],
  'a WeakMap': [() => new WeakMap(), 'pass'],
  'an AbortSignal': [() => AbortSignal.abort(), 'pass'],
};
const inFields: typeof lost = {
  ...lost,
  'a Blob': [() => new Blob(['a']), 'await it.text()'],
  'a File': [() => new File(['a'], 'a.txt'), 'await it.text()'],
  'a Response': [() => new Response('a'), 'await it.text()'],
  'a stream': [() => new Blob(['a']).stream(), 'new Response(it)'],
};

describe('a context whose data would be lost', () => {
  it.each(Object.entries(lost))('is refused: %s', (_, [make, advice]) => {
    refused({ context: make() }, ['context', advice]);
  });

  it.each(Object.entries(inFields))('is refused in a field: %s', (_, [make, advice]) => {
    refused({ context: { rows: [1, make()] } }, ['context.rows[1]', advice]);
    refused({ contexts: { docs: { value: [make()] } } }, ['contexts.docs.value[0]', advice]);
  });

  it.each<[string, object, unknown]>([
    ['an empty object', {}, {}],
    ['an empty list', [], []],
    ['an object without a prototype', Object.create(null) as object, {}],
    ['an object of a class with neither fields nor methods', new Empty(), {}],
    ['one with a field beside its private state', new Shown(), { id: 7 }],
    ['one with toJSON', new Written(), { count: 1 }],
    [
      'a Map, a Set, a Date',
      [new Map([['a', 1]]), new Set([1]), new Date(0)],
      [{ a: 1 }, [1], '1970-01-01T00:00:00.000Z'],
    ],
    ['an address', [new URL('https://a.example/')], ['https://a.example/']],
  ])('is taken if nothing of it is lost: %s', async (_, context, expected) => {
    const model = (): string => '```repl\nFINAL(context)\n```';
    const { value } = await runRlm({ ...base, model, sandbox: quickjs(), context }).result;
    expect(value).toEqual(expected);
  });

  it('is refused as the result of a tool too', async () => {
    const tools = { rows: { description: 'Rows', execute: () => new Map([['a', 1]]).values() } };
    const model = (): string =>
      '```repl\ntry { await rows(); FINAL("none") } catch (error) { FINAL(error.message) }\n```';
    const { answer } = await runRlm({
      ...base,
      model,
      sandbox: quickjs(),
      tools: [{ name: 'rows', ...tools.rows }],
      context: 'a',
    }).result;
    expect(answer).toContain('[...it]');
  });

  it('is refused by set() of a session', async () => {
    await using session = await quickjs().open();
    const rows = ['a'].values() as never;
    await expect(session.set('rows', rows)).rejects.toThrow('[...it]');
    await expect(session.set('rows', [rows])).rejects.toThrow('[...it]');
  });
});

describe('the options context and contexts', () => {
  const { query: _, ...rest } = base;

  it('are refused as undefined under their names, with what to do', () => {
    refused({ context: undefined }, ['context', 'undefined', 'Leave']);
    refused({ contexts: undefined }, ['contexts', 'undefined', 'Leave']);
    refused({ context: 'a', contexts: undefined }, ['contexts', 'undefined']);
    refused({ contexts: { docs: { value: undefined } } }, ['contexts.docs.value', 'undefined']);
    const lacking = { ...rest, context: undefined as never };
    expect(() => createRlm(lacking)).toThrow(
      errorWith({ code: 'invalid_option', facts: ['context'] }),
    );
    const many = (): unknown => runMany(['q'], lacking);
    expect(many).toThrow(errorWith({ code: 'invalid_option', facts: ['context'] }));
  });

  it.each([
    new Map([['docs', { value: 'a' }]]),
    new Secret(),
    new URLSearchParams('docs=a'),
    ['a'].values(),
  ])('are refused if their names do not show: %s', (contexts) => {
    refused({ contexts }, ['contexts', 'an object with keys']);
  });

  it('are no text of another question', async () => {
    const questions = [{ query: 'q', context: undefined as never }, { query: 'r' }];
    const results = await runMany(questions, { ...rest, context: 'shared' }).result;
    expect(results).toMatchObject([
      { error: { code: 'invalid_option', message: expect.stringContaining('context') as string } },
      { error: null },
    ]);
  });

  it('are the only options whose types do not take undefined', () => {
    // @ts-expect-error: data that was not found is no context that was left out.
    const one: Partial<RunRlmOptions> = { context: undefined };
    // @ts-expect-error: the same.
    const several: Partial<RunRlmOptions> = { contexts: undefined };
    const others: Partial<RunRlmOptions> = {
      contextDescription: undefined,
      diagnostics: undefined,
    };
    expect([one, several, others]).toHaveLength(3);
  });

  it('are no forgotten await before readContextFiles', async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown): void => void faults.push(fault);
    process.on('unhandledRejection', note);
    for (const name of ['a.txt', 'missing.txt']) {
      const reading = readContextFiles(join(folder, name));
      refused(spread(reading), ['context', 'Promise', 'Await it first']);
      refused({ contexts: { docs: reading } }, ['contexts.docs', 'Await it first']);
      refused({ contexts: { docs: { value: reading } } }, [
        'contexts.docs.value',
        'Await it first',
      ]);
    }
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    process.off('unhandledRejection', note);
    expect(faults).toEqual([]);
    expect((await readContextFiles(join(folder, 'a.txt'))).context).toBe('the text');
  });
});

describe('a run without a context', () => {
  const codes = async (options: object): Promise<readonly string[]> =>
    (await runRlm({ ...base, ...options }).result).diagnostics
      .map(({ code }) => code)
      .filter((code) => code === 'no_context');

  it('says so once, and no other does', async () => {
    expect(await codes({})).toEqual(['no_context']);
    expect(await codes({ contexts: {} })).toEqual(['no_context']);
    for (const context of ['', 'a', null, 0, {}, []]) expect(await codes({ context })).toEqual([]);
    expect(await codes({ contexts: { a: { value: 'a' } } })).toEqual([]);
  });

  it('says so for itself, not for its children', async () => {
    const replies = [
      '```repl\nawait rlm_query("a"); await rlm_query("b"); FINAL(1)\n```',
      'FINAL(1)',
    ];
    const model = (): string => replies.shift() ?? 'FINAL(1)';
    expect(await codes({ model, sandbox: quickjs() })).toEqual(['no_context']);
  });
});
