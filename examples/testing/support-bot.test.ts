import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scriptedModel } from '@rlm/kernel/testing';

import { answerCustomer, type Orders } from './support-bot.js';

const orders: Orders = {
  find: async (id) => (id === '4711' ? { status: 'on its way' } : undefined),
};
const look = (id: string) => ({
  text: '',
  toolCalls: [{ id: `look-${id}`, name: 'find_order', arguments: { id } }],
});

test('an answer is made of what the tool found', async () => {
  const model = scriptedModel([look('4711'), 'It is on its way.']);
  const answer = await answerCustomer('Where is order 4711?', { model, orders });
  assert.deepEqual(answer, { text: 'It is on its way.', isSure: true });
  // What the model was shown before its last reply.
  assert.match(JSON.stringify(model.calls[1]?.messages), /on its way/);
});

test('wrong arguments go back to the model, which can try again', async () => {
  const model = scriptedModel([look('#4711'), look('4711'), 'It is on its way.']);
  const { text } = await answerCustomer('Where is order #4711?', { model, orders });
  assert.equal(text, 'It is on its way.');
  assert.match(JSON.stringify(model.calls[1]?.messages), /pattern|match/i);
});

test('a busy provider is asked again', async () => {
  const model = scriptedModel([{ status: 503 }, 'Hello.']);
  const { text } = await answerCustomer('Hello?', { model, orders });
  assert.equal(text, 'Hello.');
  assert.equal(model.calls.length, 2);
});

test('a provider that stays down, and a model that never ends, give the fallback', async () => {
  const fallback = { text: 'A colleague will answer you today.', isSure: false };
  const down = scriptedModel([{ status: 503 }], { after: 'repeat' });
  assert.deepEqual(await answerCustomer('Hello?', { model: down, orders }), fallback);
  const endless = scriptedModel([look('4711'), look('4712')], { after: 'cycle' });
  assert.deepEqual(await answerCustomer('Where?', { model: endless, orders }), fallback);
});
