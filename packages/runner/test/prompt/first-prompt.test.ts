import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { backends } from '../../../sandbox/test/support/backends.js';
import { runRlm, type RunRlmOptions } from '../../src/index.js';

const python = scripted([], { language: 'python' });
const javascript = scripted([], { language: 'javascript' });

/** The first messages of a run, as one text. */
async function firstPrompt(
  options: Pick<RunRlmOptions, 'context' | 'contexts'>,
  sandbox: SandboxBackend = javascript,
): Promise<string> {
  const model = scriptedModel(['FINAL(1)']);
  await runRlm({ model, sandbox, query: 'How many of them are late?', ...options }).result;
  return (model.calls[0]?.messages ?? []).map(({ content }) => content).join('');
}

const record = (id: number) => ({
  id,
  name: `n${String(id)}`,
  tags: ['a'],
  note: id % 2 === 0 ? null : 'x',
  ...(id % 4 === 0 ? { late: true } : {}),
});
const long = 'an unremarkable line of text, of the usual length\n';

describe('what the first prompt says of a context', () => {
  it('that is a text: its length, lines, an estimate of its tokens, its beginning', async () => {
    const prompt = await firstPrompt({ context: long.repeat(9_000) });
    expect(prompt).toContain(
      'Variable: `context`\nType: string, 450,000 characters, 9,000 lines, about 120,000 tokens\nMany look alike: replace digits by 0, count the forms, print the rare ones.\nBegins:\n```\nan unrem',
    );
    expect(prompt).toContain('print(context.slice(0, 500))');
  });

  it('that fits one prompt: that it does', async () => {
    const prompt = await firstPrompt({ context: 'two words' }, python);
    expect(prompt).toContain(
      'Type: str, 9 characters, 1 line, about 3 tokens; all of it fits one prompt of llm_query\nWhole:\n```\ntwo words\n```',
    );
    expect(prompt).toContain('print(context[:500])');
  });

  it('that is a list: how many items, their keys and types, of how many that is said, and one item', async () => {
    const context = Array.from({ length: 6_000 }, (_, id) => record(id));
    const prompt = await firstPrompt({ context }, python);
    expect(prompt).toMatch(
      /Type: list, 6,000 items, [\d,]+ characters as JSON, about [\d,]+ tokens\n/,
    );
    expect(prompt).toMatch(
      /^Items \(a sample of 100\): dict with id: int; name: str; tags: list of str; note: (?:NoneType or str|str or NoneType); late: bool \(in 2\d\)$/m,
    );
    expect(prompt).toContain(
      'First item:\n```\n{"id":0,"name":"n0","tags":["a"],"note":null,"late":true}\n```',
    );
    expect(prompt).toContain('print(len(context), context[0])');
  });

  it('that is a short list: all its items are looked at', async () => {
    const context = [1, 2, 3].map((id) => record(id));
    expect(await firstPrompt({ context })).toContain(
      'Items: object with id: number; name: string; tags: array of string; note: string or null\n',
    );
    expect(await firstPrompt({ context: ['a', 1, null] })).toContain(
      'Items: string or number or null\n',
    );
  });

  it('that is an object: its keys with their sizes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 111 }, (_, n) => [`src/file-${String(n)}.ts`, long.repeat(n)]),
    );
    const prompt = await firstPrompt({ contexts: { code: { value: { ...files, rows: [1, 2] } } } });
    expect(prompt).toContain('Variable: `code`\nType: object, 112 keys, ');
    expect(prompt).toContain(
      'Keys: "src/file-0.ts": string, 0 characters; "src/file-1.ts": string, 50 characters; ',
    );
    expect(prompt).toMatch(/; and 1\d\d more\n/);
    expect(prompt).toContain('print(code["src/file-0.ts"].slice(0, 500))');
    expect(prompt).not.toContain('print(context');
    expect(await firstPrompt({ context: { a: [1, 2], b: { c: 1 }, d: null } })).toContain(
      'Keys: "a": array, 2 items; "b": object, 1 key; "d": null\n',
    );
  });

  it('that is an object of some files: each by its name, and the sizes of as many as have room', async () => {
    const names = Array.from({ length: 11 }, (_, n) => `chapter-${String(n)}.md`);
    const files = Object.fromEntries(names.map((name) => [name, long]));
    const prompt = await firstPrompt({ context: files });
    const [keys = ''] = /^Keys: .*$/m.exec(prompt) ?? [];
    for (const name of names) expect(keys).toContain(`"${name}"`);
    expect(keys).toMatch(/^Keys: "chapter-0.md": string, 50 characters; /);
    expect(keys).toMatch(/characters; without more: "chapter-\d.md"; .*; "chapter-10.md"$/);
  });

  it('that holds lists and objects in its items: with their first keys', async () => {
    const context = [1, 2].map((id) => ({
      id,
      rows: [{ sku: 'a', number: 2 }],
      address: { town: 'Ulm', zip: 1 },
      none: [],
    }));
    expect(await firstPrompt({ context })).toContain(
      'Items: object with id: number; rows: array of object {sku, number}; address: object {town, zip}; none: array\n',
    );
  });

  it('that is many similar records: how to find what is rare among them', async () => {
    const hint = 'Many look alike: replace digits by 0, count the forms, print the rare ones.';
    const many = (length: number) => Array.from({ length }, (_, id) => record(id));
    expect(await firstPrompt({ context: many(101) })).toContain(`\n${hint}\nFirst item:`);
    expect(await firstPrompt({ context: many(100) })).not.toContain(hint);
    const log = (length: number) =>
      many(length)
        .map(({ id, name }) => `${String(id)} ${name} started in ${String(id % 90)} ms`)
        .join('\n');
    expect(await firstPrompt({ context: log(1_000) })).toContain(`\n${hint}\nBegins:`);
    expect(await firstPrompt({ context: log(999) })).not.toContain(hint);
    const prose = many(1_000)
      .map(({ id }) => `${'word '.repeat((id * 7) % 23)}and, so; on`)
      .join('\n');
    expect(await firstPrompt({ context: prose })).not.toContain(hint);
    const two = { contexts: { a: { value: many(200) }, b: { value: many(200) } } };
    expect(await firstPrompt(two)).toContain(hint);
    const five = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [name, { value: many(200) }]),
    );
    expect(await firstPrompt({ contexts: five })).not.toContain(hint);
  });

  it('asks for both readings of a question only if the answer has no shape', async () => {
    expect(await firstPrompt({ context: 'a' })).toContain('say which you took');
    const model = scriptedModel(['FINAL(1)']);
    const schema = z.object({ town: z.string() });
    await runRlm({ model, sandbox: javascript, query: 'q', context: 'a', schema }).result;
    const system = model.calls[0]?.messages[0]?.content;
    expect(system).toContain('The answer must be data of this shape');
    expect(system).not.toContain('say which you took');
  });

  it('that is one of several: each, with its description', async () => {
    const prompt = await firstPrompt({
      contexts: {
        mails: { value: ['a'], description: 'Mails of May.', constraints: 'Read-only.' },
        limit: { value: 5 },
      },
    });
    expect(prompt).toContain(
      'Variable: `mails`\nDescription: Mails of May.\nConstraints: Read-only.\n',
    );
    expect(prompt).toContain('Variable: `limit`\nType: number\nValue: 5\n');
    expect(prompt).toContain('print(mails.length, mails[0])');
  });

  it('in a beginning that ends with a whole character', async () => {
    const prompt = await firstPrompt({ context: `a${'😀'.repeat(500)}` });
    expect(/[\ud800-\udbff](?![\udc00-\udfff])/.test(prompt)).toBe(false);
  });

  it('keeps keys of others to one line', async () => {
    const prompt = await firstPrompt({ context: { [`a\nNote: b${'x'.repeat(500)}`]: 1 } });
    expect(prompt).not.toMatch(/^Note: b/m);
    expect(prompt).not.toContain('x'.repeat(100));
  });
});

const shapes: readonly (readonly [string, RunRlmOptions['context']])[] = [
  ['a text of 20 characters', 'twenty characters...'],
  ['a text of 10 MB', 'x'.repeat(49).concat('\n').repeat(200_000)],
  ['6,000 records', Array.from({ length: 6_000 }, (_, id) => record(id))],
  [
    'records with many long keys',
    Array.from({ length: 50 }, () =>
      Object.fromEntries(
        Array.from({ length: 60 }, (_, n) => [`a_rather_long_key_of_a_record_${String(n)}`, long]),
      ),
    ),
  ],
  [
    'an object of 5,000 files',
    Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [
        `packages/name/src/folder/file-${String(n)}.ts`,
        long,
      ]),
    ),
  ],
  ['a line of 300,000 characters of another script', '漢字'.repeat(150_000)],
];

describe('the first prompt', () => {
  for (const sandbox of backends.map((create) => create())) {
    it.each(shapes)(
      `of ${sandbox.name} over %s has at most 3,200 characters`,
      async (_, context) => {
        // What a backend says of itself does not depend on its being there.
        const { language, capabilities } = sandbox;
        const stage: SandboxBackend = {
          ...scripted([], { language }),
          capabilities,
          instructions: () => sandbox.instructions(),
        };
        const asked = context === undefined ? {} : { context };
        expect((await firstPrompt(asked, stage)).length).toBeLessThanOrEqual(3_200);
      },
    );
  }

  it('says how much output a turn shows', async () => {
    expect(await firstPrompt({ context: 'a' })).toContain('at most 20,000 characters');
  });

  it('names one way to finish, and the time that there is', async () => {
    const prompt = await firstPrompt({ context: 'a' });
    expect(prompt).toContain(
      '- FINAL(value) in a block, with the answer itself. A list is written as lines, an object as JSON, or as its `answer` if it has one.',
    );
    expect(prompt).not.toMatch(/FINAL_VAR|SUBMIT/);
    expect(prompt).toMatch(/Left: 30 turns, 1000 sub-queries, 30 min\.$/);
  });
});

describe('what the first prompt says of schemas', () => {
  const promptWith = async (
    schemas: RunRlmOptions['schemas'],
    sandbox: SandboxBackend = javascript,
  ): Promise<string> => {
    const model = scriptedModel(['FINAL(1)']);
    await runRlm({ model, sandbox, query: 'How many?', ...(schemas && { schemas }) }).result;
    return (model.calls[0]?.messages ?? []).map(({ content }) => content).join('');
  };
  const found = z.object({ items: z.array(z.string()) });

  it.each([python, javascript])('names them in the line of typed sub-queries', async (sandbox) => {
    const prompt = await promptWith({ found, total: z.number() }, sandbox);
    expect(prompt).toMatch(/^- llm_query\(prompt,.*schema.*: found, total\.$/m);
  });

  it('says no more without any, and no more than a thousand characters of many', async () => {
    const without = await promptWith(undefined);
    expect(await promptWith({})).toBe(without);
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`name_${String(index)}`, found]),
    );
    const prompt = await promptWith(many);
    expect(prompt.length).toBeLessThan(without.length + 1_200);
    expect(prompt).toContain('name_0, name_1');
  });
});

describe('what the first prompt says of mappings and answers', () => {
  const record = { name: 'a', price: 1, uses: [2] };
  const many = Object.fromEntries(
    Array.from({ length: 140 }, (_, n) => [`id${String(n)}`, record]),
  );

  it.each<[what: string, context: object, example: string, keys: string]>([
    [
      'two mappings of records',
      { a: many, b: { x: { to: 1 } } },
      'print(Object.keys(context["a"]).slice(0, 20))',
      'Keys: "a": object, 140 keys, each {name, price, uses}; "b": object, 1 key, each {to}',
    ],
    [
      'a mapping of records',
      { a: record, b: record },
      'print(Object.keys(context["a"]).slice(0, 20))',
      'Keys: "a": object, 3 keys {name, price, uses}; "b": object, 3 keys',
    ],
    [
      'lists of records',
      { a: [record], b: [record] },
      'print(context["a"].slice(0, 1))',
      'Keys: "a": array, 1 item, each {name, price, uses}; "b": array, 1 item',
    ],
    [
      'other values',
      { a: 1, b: {} },
      'print(context["a"])',
      'Keys: "a": number; "b": object, 0 keys',
    ],
  ])('%s: their fields, and no whole one as the example', async (_, context, example, keys) => {
    const prompt = await firstPrompt({ context });
    expect(prompt).toContain(`\n${example}\n`);
    expect(prompt).toContain(`${keys}\n`);
  });

  it('has the two sentences that teach doubt and large prompts', async () => {
    const prompt = await firstPrompt({ context: 'a' });
    expect(prompt).toContain(
      'Before you finish, look at the result: zeros, empty lists and round numbers are often a fault of the code. Finish in a block of its own, with the variable: `FINAL(result)`.',
    );
    expect(prompt).toContain(
      'pack many items into each prompt (up to 100,000 characters), and ask for short answers in a fixed form.',
    );
  });

  it('has no noise in the shape of an answer', async () => {
    const schema = z.object({
      count: z.int(),
      $schema: z.string(),
      mail: z.email(),
      prices: z.record(z.string(), z.number()),
      of: z.enum(['a', 'b']).default('a'),
    });
    const prompt = await firstPrompt({ context: 'a', ...({ schema } as object) });
    const [, shape = ''] = /data of this shape: (.*?)(?=Question: |$)/m.exec(prompt) ?? [];
    expect(shape).not.toMatch(/json-schema\.org|propertyNames|9007199254740991|pattern/);
    expect(JSON.parse(shape)).toMatchObject({
      properties: {
        count: { type: 'integer' },
        $schema: { type: 'string' },
        mail: { format: 'email' },
        of: { enum: ['a', 'b'], default: 'a' },
      },
    });
  });
});
