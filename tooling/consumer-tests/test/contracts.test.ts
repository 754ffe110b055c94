import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

/** What the design promises of each entry, by name; the packages may export more. */
const contracts: Readonly<Record<string, readonly string[]>> = {
  '@rlm/repl-types': ['REPLVariable', 'REPLEntry', 'REPLHistory', 'REPLResult', 'RlmError'],
  '@rlm/termination': [
    'FINAL',
    'FINAL_VAR',
    'SUBMIT',
    'FinalOutput',
    'FinalVarNotFoundError',
    'detectFinalInText',
    'detectFinalInCode',
    'findFinalAnswer',
    'extractCodeBlocks',
    'parseCodeBlocks',
    'resolveFinalVar',
    'formatFinalAnswer',
    'stripFinal',
  ],
  '@rlm/policies': ['createPolicyRegistry', 'walletGuard', 'anyOf', 'allOf', 'not'],
  '@rlm/sandbox': ['createSandboxPool', 'defaultLimits'],
  '@rlm/sandbox/quickjs': ['quickjs'],
  '@rlm/sandbox/pyodide': ['pyodide'],
  '@rlm/sandbox/monty': ['monty'],
  '@rlm/sandbox/cpython': ['cpython', 'unsafeCpython'],
  '@rlm/sandbox/scripted': ['scripted'],
  '@rlm/penguin-engine': [
    'runResponse',
    'runTask',
    'defineTool',
    'createToolSet',
    'filtered',
    'renamed',
    'withTimeout',
    'requiresApproval',
    'parseActions',
    'stripActions',
    'checkTerminationSignal',
    'finishResponse',
    'finishTask',
    'taskCompleted',
    'canTransition',
    'transition',
    'approve',
    'reject',
  ],
  '@rlm/penguin-engine/kernel': ['runLoop', 'collect', 'createRun'],
  '@rlm/penguin-engine/model': ['callModel'],
  '@rlm/penguin-engine/testing': ['scriptedModel'],
  '@rlm/runner': ['runRlm', 'createRlm', 'chunkIndices', 'asLanguageModel'],
  '@rlm/runner/node': ['readContextFiles'],
};

const require = createRequire(import.meta.url);

describe.each(Object.entries(contracts))('%s', (entry, names) => {
  it('exports what the design promises, as an ES module', async () => {
    const loaded = (await import(/* @vite-ignore */ entry)) as object;
    expect(Object.keys(loaded)).toEqual(expect.arrayContaining([...names]));
  });

  it('exports what the design promises, as CommonJS', () => {
    expect(Object.keys(require(entry) as object)).toEqual(expect.arrayContaining([...names]));
  });
});
