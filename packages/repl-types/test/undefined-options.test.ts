import { expect, it } from 'vitest';

import {
  REPLEntry,
  REPLHistory,
  REPLResult,
  REPLVariable,
  RlmError,
  type DescribeValueOptions,
  type FormatEntryOptions,
  type FormatHistoryOptions,
  type REPLEntryInit,
  type REPLResultInit,
} from '../src/index.js';

/** Every option of a type, each undefined. */
type None<Options> = { readonly [Name in keyof Required<Options>]: undefined };

const format = { truncate: undefined, language: undefined };
const entry: None<REPLEntryInit> = {
  reasoning: undefined,
  code: undefined,
  language: undefined,
  output: undefined,
  outputGaps: undefined,
  executionTimeMs: undefined,
  llmCalls: undefined,
  refused: undefined,
  timestamp: undefined,
};
const result: None<REPLResultInit> = {
  stdout: undefined,
  stderr: undefined,
  gaps: undefined,
  locals: undefined,
  executionTimeMs: undefined,
  llmCalls: undefined,
  success: undefined,
  finalOutput: undefined,
  value: undefined,
  error: undefined,
  outcome: undefined,
  session: undefined,
  refused: undefined,
  unread: undefined,
  diagnostics: undefined,
};
const variable = { name: 'x', typeName: 'str' };
const noVariable = {
  ...variable,
  ...{ description: undefined, constraints: undefined, totalLength: undefined, preview: undefined },
};
const describing: None<DescribeValueOptions> = {
  description: undefined,
  constraints: undefined,
  previewLength: undefined,
  language: undefined,
};
const long = new REPLEntry({ code: 'x = 1', output: 'x'.repeat(3_000) });
const history = new REPLHistory([long]);
const formatEntry: None<FormatEntryOptions> = { ...format, index: undefined };
const formatHistory: None<FormatHistoryOptions> = { ...format, maxEntries: undefined };
const withoutTime = (made: REPLEntry): object => ({ ...made.toJSON(), timestamp: '' });

const calls: readonly (readonly [name: string, none: () => unknown, undefineds: () => unknown])[] =
  [
    ['REPLEntry', () => withoutTime(new REPLEntry()), () => withoutTime(new REPLEntry(entry))],
    ['REPLEntry.format', () => long.format(), () => long.format(formatEntry)],
    ['REPLHistory.format', () => history.format(), () => history.format(formatHistory)],
    ['REPLResult', () => new REPLResult(), () => new REPLResult(result)],
    [
      'the gaps of a REPLResult',
      () => new REPLResult(),
      () => new REPLResult({ gaps: { stdout: undefined, stderr: undefined } }),
    ],
    ['REPLVariable', () => new REPLVariable(variable), () => new REPLVariable(noVariable)],
    [
      'REPLVariable.fromValue',
      () => REPLVariable.fromValue('x', 'abc'),
      () => REPLVariable.fromValue('x', 'abc', describing),
    ],
    [
      'RlmError',
      () => new RlmError('no', { code: 'error' }).toJSON(),
      () => new RlmError('no', { code: 'error', details: undefined, cause: undefined }).toJSON(),
    ],
  ];

it.each(calls)('%s takes an option that is undefined as absent', (_, none, undefineds) => {
  expect(undefineds()).toEqual(none());
});
