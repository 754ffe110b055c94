import * as kernel from '@rlm/kernel';
import * as engine from '@rlm/penguin-engine';
import { expect, it } from 'vitest';

import * as runner from '../src/index.js';

it.each(['createBudget', 'defineTool', 'requiresApproval', 'suspend', 'withTimeout'] as const)(
  'both loops have %s of the kernel',
  (name) => {
    expect(runner[name]).toBe(kernel[name]);
    expect(engine[name]).toBe(kernel[name]);
  },
);
