import { runStatuses } from '@rlm/journal';

import type { McpLimits } from '../question.js';

/** A tool in the server's list. */
export interface ServedTool {
  [field: string]: unknown;
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObjectSchema;
  outputSchema: JsonObjectSchema;
  annotations: Record<string, boolean>;
}

interface JsonObjectSchema {
  [field: string]: unknown;
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
}

const limits: Readonly<Record<keyof McpLimits, object>> = {
  maxSteps: { type: 'integer', minimum: 1, description: 'Steps of the model.' },
  maxSubQueries: { type: 'integer', minimum: 0, description: 'Calls of a model from code.' },
  maxTokens: { type: 'integer', minimum: 1, description: 'Tokens of the whole run.' },
  maxCostUsd: { type: 'number', minimum: 0, description: 'US dollars of the whole run.' },
  timeoutMs: { type: 'integer', minimum: 1, description: 'Milliseconds of the whole run.' },
};

/** The limits that a client may name: it lowers those of the server. */
export const limitNames: readonly (keyof McpLimits)[] = Object.keys(limits) as (keyof McpLimits)[];

const answerSchema: JsonObjectSchema = {
  type: 'object',
  properties: {
    runId: { type: 'string' },
    answer: { type: ['string', 'null'], description: 'Null if the run ended without an answer.' },
    finishReason: {
      type: 'string',
      description: '"final" if the model finished; else what ended the run.',
    },
    stop: {
      type: 'object',
      description: 'What ended the run, if the model did not finish.',
      properties: { code: { type: 'string' }, message: { type: 'string' } },
      required: ['code', 'message'],
    },
    usage: {
      type: 'object',
      properties: {
        inputTokens: { type: 'number' },
        cachedInputTokens: {
          type: 'number',
          description: 'Of inputTokens, those read from a cache. Absent if there were none.',
        },
        outputTokens: { type: 'number' },
        costUsd: { type: 'number', description: '0 if the server knows no prices.' },
        calls: { type: 'number' },
        subQueries: { type: 'number' },
      },
      required: ['inputTokens', 'outputTokens', 'costUsd', 'calls', 'subQueries'],
    },
    steps: { type: 'integer' },
    durationMs: { type: 'number' },
    files: { type: 'integer', description: 'How many files were read.' },
    note: { type: 'string' },
    skipped: {
      type: 'array',
      description: 'Files that were left out, and why.',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, reason: { type: 'string' } },
        required: ['name', 'reason'],
      },
    },
  },
  required: ['runId', 'answer', 'finishReason', 'usage', 'steps', 'durationMs', 'files', 'skipped'],
};

const hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: false,
  // A model reads the files, which may be anywhere.
  openWorldHint: true,
};

/** The tool `ask`. */
export const askTool: ServedTool = {
  name: 'ask',
  title: 'Ask about files',
  description:
    'Answers a question about files, folders or globs of any size, such as a whole repository or a log of 100 MB. A model reads them by code, so that nothing of them fills your own context. Use it for questions that need much text to be read; name all that is needed in the question, since the model sees nothing else.',
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, description: 'The question, with all it needs.' },
      paths: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        maxItems: 100,
        description:
          'Files, folders or globs ("src/**/*.ts"), absolute or from the root of the project. Folders leave out what .gitignore does.',
      },
      ...limits,
    },
    required: ['question', 'paths'],
    additionalProperties: false,
  },
  outputSchema: answerSchema,
  annotations: hints,
};

/** The tool `resume`. */
export const resumeTool: ServedTool = {
  name: 'resume',
  title: 'Resume a run',
  description:
    'Continues a run that was interrupted, where it stopped. For a run that has ended, it gives the answer again, without a call of a model.',
  inputSchema: {
    type: 'object',
    properties: { runId: { type: 'string', minLength: 1 } },
    required: ['runId'],
    additionalProperties: false,
  },
  outputSchema: answerSchema,
  annotations: hints,
};

/** The tool `runs`. */
export const runsTool: ServedTool = {
  name: 'runs',
  title: 'List runs',
  description: 'Lists the runs about files of this project, the newest first.',
  inputSchema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: runStatuses },
      limit: { type: 'integer', minimum: 1, maximum: 500, description: 'Default 50.' },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      runs: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            runId: { type: 'string' },
            status: { type: 'string' },
            question: { type: 'string' },
            files: { type: 'integer' },
            made: { type: 'string', description: 'ISO 8601.' },
            finishReason: { type: 'string' },
          },
          required: ['runId', 'status', 'question', 'files', 'made'],
        },
      },
    },
    required: ['runs'],
  },
  annotations: { ...hints, idempotentHint: true, openWorldHint: false },
};
