import { execFileSync } from 'node:child_process';

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
  '@rlm/policies': ['createPolicyRegistry', 'anyOf', 'allOf', 'not'],
  '@rlm/sandbox': ['createSandboxPool', 'defaultLimits'],
  '@rlm/sandbox/engine': ['defineBackend'],
  '@rlm/sandbox/quickjs': ['quickjs'],
  '@rlm/sandbox/pyodide': ['pyodide'],
  '@rlm/sandbox/cpython': ['cpython', 'unsafeCpython'],
  '@rlm/sandbox/scripted': ['scripted'],
  '@rlm/kernel': [
    'createEventHub',
    'createRun',
    'createToolSet',
    'defineTool',
    'filtered',
    'renamed',
    'requiresApproval',
    'suspend',
    'withTimeout',
  ],
  '@rlm/kernel/model': ['callModel'],
  '@rlm/kernel/testing': ['scriptedModel'],
  '@rlm/penguin-engine': [
    'runResponse',
    'runTask',
    'defineTool',
    'requiresApproval',
    'parseActions',
    'stripActions',
    'checkTerminationSignal',
    'finishResponse',
    'finishTask',
  ],
  '@rlm/penguin-engine/task': ['createTask', 'canTransition', 'transition', 'approve', 'reject'],
  '@rlm/runner': ['runRlm', 'runMany', 'createRlm', 'chunkIndices', 'asLanguageModel'],
  '@rlm/ui': ['toResponse', 'toUIMessageStream'],
  '@rlm/files': ['readContextFiles', 'fileContext'],
};

/** What the entries export, by the built files, in a process of their own: this one resolves to sources. */
function exportsOf(load: 'import' | 'require'): Readonly<Record<string, readonly string[]>> {
  const loaded = load === 'import' ? 'await import(entry)' : 'require(entry)';
  const type = load === 'import' ? 'module' : 'commonjs';
  const script = `
    const found = {};
    for (const entry of ${JSON.stringify(Object.keys(contracts))}) found[entry] = Object.keys(${loaded});
    console.log(JSON.stringify(found));`;
  const text = execFileSync(process.execPath, [`--input-type=${type}`, '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return JSON.parse(text) as Record<string, readonly string[]>;
}

describe.each(['import', 'require'] as const)('by %s', (load) => {
  const found = exportsOf(load);

  it.each(Object.entries(contracts))('%s exports what the design promises', (entry, names) => {
    expect(found[entry]).toEqual(expect.arrayContaining([...names]));
  });
});
