import { promiseSuite } from '@rlm/config/promise-suite';
import type { ModelFunction } from '@rlm/kernel/model';
import type { JsonValue } from '@rlm/sandbox';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '../support/quickjs.js';

const promise = promiseSuite('words');
const memoryBytes = 64 * 1024 * 1024;
const subAnswer = JSON.stringify(Array.from({ length: 40_000 }, () => 1));

/** A run whose guest makes one call, with what it chose. */
function runWith(name: string, ...args: readonly JsonValue[]): () => Promise<unknown> {
  const guest = scripted([
    async (_, guestSide) => {
      const answer = await guestSide.call(name, ...args).then(
        () => 'answered',
        () => 'refused',
      );
      return { stdout: answer };
    },
  ]);
  let asked = 0;
  const model: ModelFunction = () => ((asked += 1) === 1 ? cell('x') : 'FINAL(done)');
  return () => {
    asked = 0;
    const options = { model, subModel: () => subAnswer, sandbox: guest, query: 'q', maxSteps: 2 };
    return runRlm(options).result;
  };
}

const long = 'x'.repeat(500_000);
const types = [...Array<string>(1_900).fill('string'), 'number'];

/** One case for each kind of word that the host reads of a guest or a model. */
const cases: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
  ['questions: compatibility characters', runWith('rlm_query', '\ufdfa'.repeat(2_600_000))],
  ['questions: combining marks', runWith('rlm_query', 'a\u0301'.repeat(2_000_000))],
  ['questions: entities', runWith('rlm_query', '&#70;'.repeat(1_500_000))],
  [
    'questions: batches',
    runWith(
      'llm_query_batched',
      Array.from({ length: 900 }, (_, at) => `${at}`.padEnd(8_000)),
    ),
  ],
  ['schemas: types', runWith('llm_query', 'q', { schema: { items: { type: types } } })],
  [
    'schemas: alternatives',
    runWith('llm_query', 'q', { schema: { items: { anyOf: Array<number>(7_000).fill(1) } } }),
  ],
  [
    'schemas: required',
    runWith('llm_query', 'q', { schema: { items: { required: Array<number>(7_000).fill(1) } } }),
  ],
  [
    'schemas: millions of characters',
    runWith('llm_query', 'q', { schema: { enum: Array<number>(2_000_000).fill(1) } }),
  ],
  ['names: of a model', runWith('llm_query', 'q', { model: 'm'.repeat(4_000_000) })],
  ['names: of a schema', runWith('llm_query', 'q', { schema: 's'.repeat(4_000_000) })],
  ['names: of options', runWith('llm_query', 'q', { ['o'.repeat(4_000_000)]: 1 })],
];

describe('words of a guest', () => {
  it.each(cases)('%s', { timeout: 120_000 }, async (name, run) => {
    await promise.run({ backend: 'scripted', name, memoryBytes }, async () => {
      expect(await run()).toMatchObject({ answer: 'done' });
    });
  });
});

describe('words of a model', () => {
  it.each([
    ['answers: brackets', 'x '.concat('[ a '.repeat(240_000))],
    ['answers: lists in prose', 'x '.concat('[a] '.repeat(240_000))],
    ['answers: commas', `[${'[1,],'.repeat(160_000)}`],
  ])('%s', { timeout: 120_000 }, async (name, answer) => {
    const { readTyped } = await import('../../src/schema/typed-answer.js');
    const { resolveQuerySchema } = await import('../../src/schema/query-schema.js');
    const schema = resolveQuerySchema({ type: 'string' });
    if (schema === null) throw new Error('There is no schema.');
    await promise.run({ backend: 'scripted', name, memoryBytes }, async () => {
      expect(await readTyped(answer, schema)).toHaveProperty('issues');
    });
  });
});

describe('a lasting session', () => {
  it('histories: 16 answers of 500,000 characters', { timeout: 120_000 }, async () => {
    const name = 'histories: answers of 500,000 characters';
    await promise.run({ backend: 'quickjs', name, memoryBytes: 256 * 1024 * 1024 }, async () => {
      const model = () => cell(`FINAL("${long}")`);
      const rlm = createRlm({ model, sandbox: quickjs() });
      for (let at = 0; at < 16; at += 1) {
        expect((await rlm.run(`q${at}`).result).finishReason).toBe('final');
      }
      await rlm.close();
    });
  });
});
