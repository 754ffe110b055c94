import { describe, expect, it } from 'vitest';

import { isPromptTooLong } from '../../src/model/prompt-too-long.js';
import { callModel, type ModelFunction } from '../../src/model/index.js';
import { runWith } from './run-with.js';

/** What servers say of a prompt that is too long, in their own words: a text is the message of a 400. */
const tooLong: readonly unknown[] = [
  "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1200000 instead.",
  { status: 400, error: { code: 'context_length_exceeded', message: 'No.' } },
  {
    status: 400,
    error: { code: 'string_above_max_length', message: 'No.', param: 'messages[1].content' },
  },
  'prompt is too long: 215000 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
  { status: 413, message: 'Request Entity Too Large' },
  {
    status: 413,
    error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
  },
  {
    statusCode: 413,
    message:
      'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.',
  },
  {
    statusCode: 413,
    message: 'x',
    responseBody: '<html><h1>413 Request Entity Too Large</h1></html>',
  },
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'Unable to submit request because the input token count is 1100000 but model only supports up to 1048576. Reduce the input token count and try again.',
  'Request payload size exceeds the limit: 20971520 bytes.',
  'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  'The prompt (total length 5000) is too long to fit into the model (context length 4096).',
  'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
  "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
  "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
  'Input length (5000 tokens) exceeds the maximum allowed length (4091 tokens). Use a shorter input or enable --allow-auto-truncate.',
  'the request exceeds the available context size. try increasing the context size or enable context shift',
  'request (10400 tokens) exceeds the available context size (8192 tokens), try increasing it',
  { status: 500, message: 'input is too large to process. increase the physical batch size' },
  { status: 500, message: 'context size exceeded' },
  { status: 400, error: { type: 'exceed_context_size_error', message: '?' } },
  'input length exceeds the context length',
  'prompt too long; exceeded max context length by 512 tokens',
  'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
  'The number of tokens to keep from the initial prompt is greater than the context length.',
  'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000',
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`',
  'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000. Try using a shorter prompt.',
  'too many tokens: size limit exceeded by 500 tokens. Try using shorter or fewer inputs. The limit for this model is 128000 tokens.',
  'Input is too long for requested model.',
  'Too many input tokens. Max input tokens: 8192, request input token count: 9000',
  'Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
  "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens.",
  "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
  'Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192',
  'Range of input length should be [1, 30720]',
  'Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)',
  'invalid params, context window exceeds limit (2013)',
  'The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (8192).',
  {
    status: 413,
    error: {
      code: 'tokens_limit_reached',
      message: 'Request body too large for m model. Max size: 8000 tokens.',
    },
  },
  'prompt token count of 130000 exceeds the limit of 128000',
  'the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model',
  'Prompt length 5000 is greater than max_seq_len 4096',
  'The prompt size exceeds the context window size and cannot be processed.',
  'Requested tokens (5000) exceed context window of 4096',
  'Prompt exceeds max length',
  'Prompt \u8d85\u957f',
  {
    status: 429,
    error: {
      code: 'rate_limit_exceeded',
      type: 'tokens',
      message: 'Request too large for m on tokens per min (TPM): Limit 9, Requested 10.',
    },
  },
  // Where packages of providers keep it.
  {
    statusCode: 400,
    message: 'Bad Request',
    responseBody: '{"object":"error","message":"maximum context length is 4096 tokens"}',
  },
  { statusCode: 400, message: 'Bad Request', data: { error: { code: 'context_length_exceeded' } } },
  {
    statusCode: 422,
    message: 'Bad Request',
    responseBody: '{"detail":[{"loc":["body"],"msg":"prompt is too long","type":"value_error"}]}',
  },
  {
    status: 400,
    message: 'Provider returned error',
    error: {
      metadata: { raw: '{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}' },
    },
  },
  {
    message: 'Error code: 400 - {"error": {"message": "prompt is too long: 9 tokens > 8 maximum"}}',
  },
  { message: 'no', cause: { code: 'context_length_exceeded' } },
];

/** Other refusals, which a shorter prompt does not mend. */
const other: readonly unknown[] = [
  {
    status: 429,
    message:
      'Rate limit reached for m on tokens per minute (TPM): Limit 30000, Requested 40000. Please reduce the length of the messages.',
  },
  { message: 'Too many tokens, please wait before trying again.', name: 'ThrottlingException' },
  { status: 400, message: 'Too many tokens per day' },
  { error: { code: 429, message: 'input token quota exceeded' } },
  'You exceeded your current quota, please check your plan and billing details.',
  'max_tokens is too large: 200000. This model supports at most 128000 completion tokens',
  'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for m',
  "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 80 instead.",
  'Input should be greater than or equal to 0',
  'Input should be less than or equal to 1',
  'Can only get item pairs from a mapping.',
  'The model `gpt` does not exist',
  { status: 503, message: 'The model is overloaded' },
  { status: 402, message: 'This request requires more credits, or fewer max_tokens.' },
  { status: 401, message: 'Your message is too long for this key' },
  { status: 404, message: 'The context window of that model is not known' },
  { status: 408, message: 'The request took longer than 60 s' },
  'temperature must be less than 2',
  'Request timed out: the prompt was too long in the queue',
  new Error('something else'),
];

const faultOf = (given: unknown): unknown => {
  if (typeof given === 'string') return Object.assign(new Error(given), { status: 400 });
  return given instanceof Error ? given : Object.assign(new Error('No.'), given);
};

async function failWith(fault: unknown): Promise<{ error: unknown; calls: number }> {
  let calls = 0;
  const model: ModelFunction = () => {
    calls += 1;
    throw fault;
  };
  const request = { purpose: 'root', messages: [{ role: 'user', content: 'Hi' }] } as const;
  const { error } = await runWith((context) => callModel(model, request, context), {
    retry: { minDelayMs: 0, maxDelayMs: 0 },
  });
  return { error, calls };
}

describe('a call that is refused', () => {
  it.each(tooLong)('is known as too long, and not repeated: %j', async (given) => {
    const { error, calls } = await failWith(faultOf(given));
    expect(isPromptTooLong(error)).toBe(true);
    expect(error).toMatchObject({ code: 'provider_error', isRetryable: false });
    expect(calls).toBe(1);
  });

  it.each(other)('is not taken for one that is too long: %j', async (given) => {
    const { error } = await failWith(faultOf(given));
    expect(error).toBeDefined();
    expect(isPromptTooLong(error)).toBe(false);
  });
});
