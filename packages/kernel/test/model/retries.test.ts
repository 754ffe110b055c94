import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

import { createInProcessExecutor, createRun, type Clock } from '../../src/index.js';
import {
  callModel,
  type ModelFunction,
  type ModelPurpose,
  type ModelRequest,
} from '../../src/model/index.js';
import { toModelError } from '../../src/model/faults.js';
import { scriptedModel } from '../../src/testing/index.js';
import { countingProtocol } from '../helpers.js';

/** Time passes when someone waits for it, and only then. */
function waitingClock(startMs: number): Clock & { readonly waited: readonly number[] } {
  let nowMs = startMs;
  const waited: number[] = [];
  return {
    waited,
    now: () => nowMs,
    sleep: (ms) => {
      waited.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

const request = (purpose: ModelPurpose): ModelRequest => ({
  purpose,
  messages: [{ role: 'user', content: 'Hi' }],
});

/** A run that makes one call of a model: its events, and how the call ended. */
async function callOnce(
  model: ModelFunction,
  { clock, purpose = 'root' }: { readonly clock: Clock; readonly purpose?: ModelPurpose },
) {
  let error: unknown;
  const protocol = countingProtocol(async (_, context) => {
    await callModel(model, request(purpose), context).catch((caught: unknown) => {
      error = caught;
    });
    return { final: '' };
  });
  const run = createRun(protocol, null, {
    clock,
    executor: createInProcessExecutor({ clock, random: () => 1 - Number.EPSILON, minDelayMs: 600 }),
  });
  const retries = [];
  for await (const event of run) if (event.type === 'retry') retries.push(event);
  return { retries, error };
}

describe('a call that is tried again', () => {
  it('publishes an event before each wait: which attempt failed, why, and until when it waits', async () => {
    const clock = waitingClock(1_000);
    const model = scriptedModel([
      { status: 429, retryAfterMs: 15_000 },
      { status: 503 },
      'At last.',
    ]);
    const { retries, error } = await callOnce(model, { clock });
    expect(error).toBeUndefined();
    expect(retries).toMatchObject([
      {
        kind: 'model',
        attempt: 1,
        maxAttempts: 3,
        waitMs: 15_000,
        untilMs: 16_000,
        error: {
          code: 'provider_recoverable_error',
          message: expect.stringContaining('429') as string,
        },
        step: 1,
      },
      {
        attempt: 2,
        untilMs: expect.closeTo(17_200) as number,
        error: { message: expect.stringContaining('503') as string },
      },
    ]);
  });

  it('names a sub-query as such', async () => {
    const model = scriptedModel([{ status: 429 }, 'Yes']);
    const { retries } = await callOnce(model, { clock: waitingClock(0), purpose: 'sub' });
    expect(retries).toMatchObject([{ kind: 'sub-query', attempt: 1 }]);
  });

  it('says in its last error how often it was tried, and for how long', async () => {
    const clock = waitingClock(0);
    const limited = { status: 429, retryAfterMs: 2_450 };
    const model = scriptedModel([limited, limited, limited]);
    const { retries, error } = await callOnce(model, { clock });
    expect(retries).toHaveLength(2);
    expect(error).toMatchObject({
      code: 'provider_recoverable_error',
      message: expect.stringMatching(/429.* \(tried 3 times in 4\.9 s\)$/) as string,
      details: { statusCode: 429, retryAfterMs: 2_450, attempts: 3 },
    });
  });

  it('says nothing of it if it was tried once', async () => {
    const model = scriptedModel([{ status: 401 }]);
    const { retries, error } = await callOnce(model, { clock: waitingClock(0) });
    expect(retries).toEqual([]);
    expect((error as Error).message).not.toContain('tried');
  });
});

describe('a connection that breaks in the midst of a reply', () => {
  /** What reading a response comes to whose connection is cut after its first half. */
  async function cutBody(): Promise<unknown> {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const response = await fetch(`http://127.0.0.1:${port}`);
      return await response.text().catch((fault: unknown) => fault);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('is said, and may be tried again, whether a package calls it a success or not', async () => {
    const cut = await cutBody();
    const wrapped = Object.assign(
      new Error('Failed to process successful response', { cause: cut }),
      { statusCode: 200, isRetryable: false },
    );
    for (const fault of [cut, wrapped]) {
      const error = toModelError(fault);
      expect(error).toMatchObject({ code: 'provider_recoverable_error', isRetryable: true });
      expect(error.message).toMatch(/^The connection broke\b.*: \S/);
    }
  });

  it('is no reply of success that could not be read, and no answer of the server', () => {
    const unread = Object.assign(
      new Error('Invalid JSON response', { cause: new Error('<html>') }),
      {
        statusCode: 200,
        isRetryable: false,
      },
    );
    expect(toModelError(unread)).toMatchObject({
      message: 'HTTP 200: Invalid JSON response',
      isRetryable: false,
    });
    const refused = Object.assign(new Error('busy', { cause: new TypeError('terminated') }), {
      statusCode: 503,
    });
    expect(toModelError(refused).message).toBe('HTTP 503: busy');
  });
});
