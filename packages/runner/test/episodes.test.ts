import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import {
  playEpisode,
  type Episode,
  type EpisodeExpectation,
  type EpisodeStep,
} from './support/episodes.js';
import { readVectors, type Vector } from './support/vectors.js';
import { sharedPython } from './support/shared-python.js';

type EpisodeVector = Vector<Episode, EpisodeExpectation>;

const vectors = readVectors<Episode, EpisodeExpectation>('pure_rlm_episodes');

/** Rows whose code means the same in JavaScript once its words are, and the code there. */
const inJavaScript: Readonly<Record<string, readonly string[]>> = {
  'final-in-code': ['```repl\nFINAL(context.split(" ")[0])\n```'],
  'text-final-same-turn-hallucinated': [
    '```repl\nprint(context.length)\n```\n\nThe length is 9999.\n\nFINAL(9999)',
  ],
  'exception-before-final': ['```repl\nlet x = missing / 0;\nFINAL(x)\n```'],
  'bare-except-literal': ['```repl\ntry { FINAL("done") } catch { }\n```'],
  'final-in-comment': ['```repl\nprint(context.length)\n// later: FINAL(answer)\n```'],
  'final-in-unreached-branch': [
    '```repl\nlet result = null;\nif (result) FINAL(result);\nprint("not yet")\n```',
  ],
  'final-in-string': ['```repl\nprint("I will call FINAL(result)")\n```'],
  'two-turns-var': ['```repl\nlet n = context.length;\nprint(n)\n```', 'FINAL_VAR(n)'],
  'var-is-builtin': ['FINAL_VAR(parseInt)'],
  'var-passed-by-value': ['```repl\nlet summary = "All good";\nFINAL_VAR(summary)\n```'],
  'submit-answer': ['```repl\nSUBMIT({ answer: 3, confidence: 0.9 })\n```'],
  'llm-query': ['```repl\nlet r = await llm_query("Say hi");\nprint(r)\n```', 'FINAL_VAR(r)'],
  'llm-query-batched': [
    '```repl\nlet rs = await llm_query_batched(["a", "b", "c"]);\nprint(rs)\n```',
  ],
  'llm-query-batched-string': ['```repl\nprint(await llm_query_batched("abc"))\n```'],
  'overwrite-builtin-final': [
    '```repl\nFINAL = "oops"; llm_query = null; context = "gone";\n```',
    '```repl\nprint(context);\nFINAL("x")\n```',
  ],
  'no-code-no-final': ['I will think about it.', 'FINAL(done)'],
  'prose-plan-no-code': ['I will first inspect it and then call FINAL_VAR(context)'],
  'unclosed-fence': ['```repl\nprint(1)\n'],
  'final-multiline-text': ['FINAL(First (a)\nSecond)'],
};

function expectEpisode(
  vector: EpisodeVector,
  backend: SandboxBackend,
  responses: readonly string[],
) {
  const better = vector.better as EpisodeExpectation | undefined;
  return async (): Promise<void> => {
    const { steps, told, result } = await playEpisode({ ...vector.input, responses }, backend);
    const wanted = vector.quirk === true ? better : vector.expected;
    // A row that names its feedback alone is not over: its code failed.
    const right = wanted?.steps ?? responses.map(() => ({ done: false }));
    expect(steps).toEqual(right.map(({ done, final = null }: EpisodeStep) => ({ done, final })));
    expect(result.finishReason === 'final').toBe(right.at(-1)?.done);
    if (wanted?.feedback !== undefined) expect(told).toMatch(/\bprompts must\b.*\blist\b/);
  };
}

describe('pure_rlm_episodes in Python', () => {
  const backend = sharedPython();
  for (const vector of vectors)
    it(vector.name, expectEpisode(vector, backend, vector.input.responses), 60_000);
});

describe('pure_rlm_episodes in JavaScript', () => {
  const backend = quickjs();
  for (const vector of vectors) {
    const responses = inJavaScript[vector.name];
    if (responses === undefined)
      it.skip(`${vector.name} (skipped: its code or tag is Python's alone)`);
    else it(vector.name, expectEpisode(vector, backend, responses));
  }
});
