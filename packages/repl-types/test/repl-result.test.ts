import { describe, expect, it } from 'vitest';

import {
  REPLResult,
  REPLVariable,
  type FinalSignal,
  type LlmCall,
  type ReplLocal,
} from '../src/index.js';
import { readVectors } from './support/vectors.js';

interface Row {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly locals?: Record<string, ReplLocal>;
  readonly execution_time?: number;
  readonly llm_calls?: readonly LlmCall[];
  readonly success?: boolean;
  readonly final_output?: FinalSignal | null;
}

const skipped: Readonly<Record<string, string>> = {
  'none-local': "its text is Python's own str(), which only a Python sandbox can give",
};

describe('REPLResult', () => {
  for (const { name, input, expected } of readVectors<Row, Row>('repl_result')) {
    const reason = skipped[name];
    if (reason !== undefined) {
      it.skip(`${name} (skipped: ${reason})`);
      continue;
    }
    it(`follows the vector ${name}`, () => {
      const { execution_time = 0, llm_calls = [], final_output = null, ...rest } = input;
      const json = new REPLResult({
        ...rest,
        executionTimeMs: execution_time * 1000,
        llmCalls: llm_calls,
        finalOutput: final_output,
      }).toJSON();
      expect({
        stdout: json.stdout,
        stderr: json.stderr,
        locals: json.locals,
        execution_time: json.executionTimeMs / 1000,
        llm_calls: json.llmCalls,
        success: json.success,
        final_output: json.finalOutput,
      }).toEqual(expected);
    });
  }

  it.each([
    [{}, 'ok', true],
    [{ error: { type: 'E', message: 'm', traceback: '' } }, 'error', false],
    [{ success: false }, 'error', false],
    [{ finalOutput: { type: 'direct', answer: 1 } }, 'final', true],
    [{ outcome: 'timeout', success: false }, 'timeout', false],
  ] as const)('makes of %j the outcome %s', (init, outcome, success) => {
    expect(new REPLResult(init)).toMatchObject({ outcome, success });
  });
});

describe('REPLResult.value', () => {
  it('is the text of the last expression, null where there is none, and part of the JSON', () => {
    expect(new REPLResult().value).toBeNull();
    expect(new REPLResult({ value: '42' }).toJSON()).toMatchObject({ value: '42', stdout: '' });
  });
});

describe('REPLResult.toJSON', () => {
  it('cuts the text of locals at 200 characters and names those it cut', () => {
    const { locals, truncatedLocals } = new REPLResult({
      locals: { short: 'a', long: '😀'.repeat(300), rows: [{ a: 1 }], none: undefined },
    }).toJSON();
    expect(locals).toEqual({
      short: 'a',
      long: '😀'.repeat(200),
      rows: '[{"a": 1}]',
      none: 'undefined',
    });
    expect(truncatedLocals).toEqual(['long']);
  });

  it('gives a described local by its preview, and names it where that is not whole', () => {
    const describe = (preview: string, totalLength: number): REPLVariable =>
      new REPLVariable({ name: 'x', typeName: 'str', totalLength, preview });
    const { locals, truncatedLocals } = new REPLResult({
      locals: {
        whole: describe('<f>', 3),
        pairs: describe('😀😀', 2),
        part: describe('abc', 3_000),
        unmeasured: describe('abc', -1),
      },
    }).toJSON();
    expect(locals).toEqual({ whole: '<f>', pairs: '😀😀', part: 'abc', unmeasured: 'abc' });
    expect(truncatedLocals).toEqual(['part', 'unmeasured']);
  });

  it('is what JSON.stringify writes', () => {
    const result = new REPLResult({ error: { type: 'E', message: 'm', traceback: 't' } });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result.toJSON());
  });
});
