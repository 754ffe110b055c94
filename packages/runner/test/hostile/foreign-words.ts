import type { HostCase } from '@rlm/config/host-cases';
import type { ModelFunction } from '@rlm/kernel/model';
import type { JsonValue } from '@rlm/sandbox';
import { scripted } from '@rlm/sandbox/scripted';
import { expect } from 'vitest';

import { createRlm, runRlm } from '../../src/index.js';
import { resolveQuerySchema } from '../../src/schema/query-schema.js';
import { readTyped } from '../../src/schema/typed-answer.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

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

/** Words that the host reads of a guest, one for each kind. */
const wordsOfGuests: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
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

/** Answers of a model, which the host reads by a schema. */
const answers: readonly (readonly [name: string, answer: string])[] = [
  ['answers: brackets', 'x '.concat('[ a '.repeat(240_000))],
  ['answers: lists in prose', 'x '.concat('[a] '.repeat(240_000))],
  ['answers: commas', `[${'[1,],'.repeat(160_000)}`],
];

async function readAnswer(answer: string): Promise<void> {
  const schema = resolveQuerySchema({ type: 'string' });
  if (schema === null) throw new Error('There is no schema.');
  expect(await readTyped(answer, schema)).toHaveProperty('issues');
}

/** A session that lasts keeps what was answered. */
async function answerOften(): Promise<void> {
  const model = () => cell(`FINAL("${long}")`);
  const rlm = createRlm({ model, sandbox: quickjs() });
  for (let at = 0; at < 16; at += 1) {
    expect((await rlm.run(`q${at}`).result).finishReason).toBe('final');
  }
  await rlm.close();
}

/** A case for each kind of word that the host reads of others. */
export const foreignWords: readonly HostCase[] = [
  ...wordsOfGuests.map(([name, run]) => ({
    name,
    memoryBytes,
    async run() {
      expect(await run()).toMatchObject({ answer: 'done' });
    },
  })),
  ...answers.map(([name, answer]) => ({ name, memoryBytes, run: () => readAnswer(answer) })),
  {
    name: 'histories: 16 answers of 500,000 characters',
    memoryBytes: 256 * 1024 * 1024,
    run: answerOften,
  },
];
