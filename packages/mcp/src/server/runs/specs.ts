import { isRecord } from '@rlm/repl-types/internal';

import type { McpSpecs } from '../options.js';
import type { McpFile, McpKeptQuestion, McpLimits } from '../question.js';

/** Who kept a run. */
const by = '@rlm/mcp';

/** What is kept with a run if the caller does not say it. */
export const ownSpecs: McpSpecs = {
  write: ({ question, files, limits }) => ({ by, version: 1, question, files, limits }),
  read: (spec) => {
    if (!isRecord(spec) || spec['by'] !== by || spec['version'] !== 1) return undefined;
    return readKeptQuestion(spec);
  },
};

const limitNames = ['maxSteps', 'maxSubQueries', 'maxTokens', 'maxCostUsd', 'timeoutMs'] as const;

/** Reads a kept question. A journal may come from anybody: undefined if anything in it is not as it was written. */
function readKeptQuestion(given: unknown): McpKeptQuestion | undefined {
  if (!isRecord(given)) return undefined;
  const { question, files, limits = {} } = given;
  if (typeof question !== 'string' || !Array.isArray(files) || !isRecord(limits)) return undefined;
  const list: readonly unknown[] = files;
  if (!list.every(isFile)) return undefined;
  const kept: [name: string, value: number][] = [];
  for (const name of limitNames) {
    const value = limits[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) return undefined;
    kept.push([name, value]);
  }
  return { question, files: list, limits: Object.fromEntries(kept) satisfies McpLimits };
}

const isFile = (file: unknown): file is McpFile =>
  isRecord(file) &&
  ['name', 'path', 'sha256'].every((field) => typeof file[field] === 'string') &&
  (file['guess'] === undefined || typeof file['guess'] === 'string');
