import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import * as termination from '../src/index.js';
import { createLineQuoter, createShownMarks } from '../src/shown/index.js';

type Call = (given: never) => unknown;

const calls: Readonly<Record<string, readonly [argument: string, call: Call]>> = {
  chooseFinalCall: ['calls', termination.chooseFinalCall],
  createLineQuoter: ['heads', createLineQuoter],
  createShownMarks: ['marks', createShownMarks],
  detectFinalInCode: ['code', termination.detectFinalInCode],
  detectFinalInText: ['text', termination.detectFinalInText],
  explainFinalAnswer: ['text', termination.explainFinalAnswer],
  extractCodeBlocks: ['text', termination.extractCodeBlocks],
  findFinalAnswer: ['text', termination.findFinalAnswer],
  findFinalCalls: ['text', termination.findFinalCalls],
  parseCodeBlocks: ['text', termination.parseCodeBlocks],
  proseOf: ['text', termination.proseOf],
  stripFinal: ['text', termination.stripFinal],
  'extractCodeBlocks, of a language': [
    'language',
    (given: unknown) => termination.extractCodeBlocks('', (given ?? 1) as never),
  ],
  'resolveFinalVar, of a name': ['name', (given) => termination.resolveFinalVar(given, {})],
  'resolveFinalVar, of variables': [
    'namespace',
    (given) => termination.resolveFinalVar('x', given),
  ],
};

describe.each(Object.entries(calls))('%s', (_, [argument, call]) => {
  it.each([undefined, null, 42, Symbol('x')])(`refuses %s as ${argument}`, async (given) => {
    const work = Promise.resolve().then(() => call(given as never));
    await expect(work).rejects.toThrow(errorWith({ code: 'invalid_option', facts: [argument] }));
  });
});
