import { scriptedModel } from '@rlm/kernel/testing';
import { runResponse } from '@rlm/penguin-engine';
import { describe, expect, it } from 'vitest';

import { thoughts } from '../../runner/test/support/thoughts.js';
import { toUIMessageStream } from '../src/index.js';

describe.each(thoughts)('the thought %j', (thought) => {
  it('is not in what a person is shown of the agent loops, in whatever pieces it comes', async () => {
    for (const size of [3, 50, 10_000]) {
      const reply = `${thought}The answer is Ann.<|im_end|>`;
      const chunks = reply.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
      const run = runResponse({ model: scriptedModel([{ chunks }]), prompt: 'p' });
      let last = '';
      const texts: Record<string, string> = {};
      for await (const chunk of toUIMessageStream(run)) {
        if (chunk.type !== 'text-delta') continue;
        texts[(last = chunk.id)] = (texts[chunk.id] ?? '') + chunk.delta;
      }
      expect(texts[last]).toBe('The answer is Ann.');
      // Only the end of a thought that the template opened tells what it was.
      if (!thought.startsWith('Perhaps')) expect(Object.keys(texts)).toHaveLength(1);
    }
  });
});
