import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { Queue } from 'bullmq';
import { eventually } from '@rlm/config/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelRequest } from '@rlm/kernel/model';

import { bullmqExecutor, bullmqWorker } from '../../src/bullmq/index.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';
import { startChild, type Child } from '../support/start-child.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { callsIn, question, requestOf } from '../support/workers.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;
const { signal } = new AbortController();

describe.skipIf(noRedis !== undefined)(`bullmqExecutor${note}`, () => {
  let server: RedisServer;
  let folder: string;
  let remove: () => Promise<void>;
  let prefix: string;
  let prefixes = 0;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    prefix = `e${++prefixes}`;
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await remove();
  });

  const executorOf = (options: { attempts?: number } = {}) => {
    const executor = bullmqExecutor({ connection: server.connection, prefix, ...options });
    closing.push(() => executor.close());
    return executor;
  };
  const work = async (sub: (request: ModelRequest) => Promise<string> | string): Promise<void> => {
    const worker = await bullmqWorker({ connection: server.connection, prefix, models: { sub } });
    closing.push(() => worker.close());
  };
  const lastOf = ({ messages }: ModelRequest): string => messages.at(-1)?.content ?? '';

  it('has what can travel carried out by a worker, and the rest here', async () => {
    await work((request) => `re: ${lastOf(request)} (${request.purpose})`);
    const executor = executorOf();
    const here = question(2);
    Reflect.deleteProperty(here, 'remote');
    const other = { ...question(3), kind: 'model' };
    const perform = (): Promise<{ text: string }> => Promise.resolve({ text: 'here' });
    const texts = await Promise.all([
      executor.execute(question(1), signal),
      executor.execute({ ...here, perform }, signal),
      executor.execute({ ...other, perform }, signal),
    ]);
    expect(texts.map(({ text }) => text)).toEqual(['re: question 1 (sub)', 'here', 'here']);
  });

  it('asks nothing again that was answered in the same run; asks again in another', async () => {
    let calls = 0;
    await work(() => String(++calls));
    const first = await executorOf().execute(question(1), signal);
    const again = await executorOf().execute(question(1), signal);
    const other = await executorOf().execute(question(1, 'another'), signal);
    expect([first.text, again.text, other.text]).toEqual(['1', '1', '2']);
  });

  it('keeps long requests and replies out of the queue', async () => {
    const long = 'x'.repeat(100_000);
    await work((request) => lastOf(request) + long);
    const asked = question(1);
    const effect = { ...asked, remote: { model: 'sub', send: () => requestOf(long) } };
    const { text } = await executorOf().execute(effect, signal);
    expect(text.length).toBe(200_000);
    const queue = new Queue(`${prefix}-sub-query`, { connection: server.connection });
    closing.push(() => queue.close());
    const [job] = await queue.getCompleted();
    expect(JSON.stringify(job?.asJSON()).length).toBeLessThan(2_000);
  });

  it('makes other attempts at what may be mended, and gives the fault as it was', async () => {
    let calls = 0;
    await work((request) => {
      calls += 1;
      const statusCode = lastOf(request) === 'question 1' && calls === 1 ? 503 : 400;
      if (calls === 2) return 'mended';
      throw Object.assign(new Error('no'), { statusCode });
    });
    const executor = executorOf();
    expect((await executor.execute(question(1), signal)).text).toBe('mended');
    await expect(executor.execute(question(2), signal)).rejects.toMatchObject({
      name: 'ModelError',
      code: 'provider_error',
      message: 'HTTP 400: no',
      isRetryable: false,
      details: { statusCode: 400 },
    });
    expect(calls).toBe(3);
  });

  it('goes on making other attempts for as long as the process lives', async () => {
    const asked = new Set<string>();
    await work((request) => {
      const content = lastOf(request);
      if (asked.has(content)) return 'mended';
      asked.add(content);
      throw Object.assign(new Error('busy'), { statusCode: 503 });
    });
    const executor = executorOf();
    const questions = Array.from({ length: 110 }, (_, number) => question(number));
    const replies = await Promise.all(questions.map((each) => executor.execute(each, signal)));
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['mended']));
  });

  it('asks again for what failed, where the run was resumed', async () => {
    let isMended = false;
    await work(() => {
      if (isMended) return 'now';
      throw Object.assign(new Error('no'), { statusCode: 401 });
    });
    const executor = executorOf();
    await expect(executor.execute(question(1), signal)).rejects.toThrow('401');
    isMended = true;
    expect((await executor.execute(question(1), signal)).text).toBe('now');
  });

  it('ends an attempt after its time', async () => {
    await work(() => new Promise<string>(() => undefined));
    const asked = question(1);
    const send = (): object => requestOf('slow');
    const slow = { ...asked, remote: { model: 'sub', timeoutMs: 30, send } };
    await expect(executorOf({ attempts: 1 }).execute(slow, signal)).rejects.toMatchObject({
      code: 'provider_recoverable_error',
    });
  });

  it('leaves a model that a worker does not have to another worker, and says so', async () => {
    const heard: unknown[] = [];
    const { connection } = server;
    const onDiagnostic = (diagnostic: unknown): number => heard.push(diagnostic);
    const models = { sub: () => 'never' };
    const first = await bullmqWorker({ connection, prefix, models, onDiagnostic });
    closing.push(() => first.close());
    const ask = (number: number): Promise<{ text: string }> => {
      const remote = { model: 'other', send: () => requestOf('a') };
      return executorOf().execute({ ...question(number), remote }, signal);
    };
    const asked = [ask(1), ask(2)];
    await eventually(() => {
      expect(heard).toMatchObject([
        { code: 'model_missing', message: expect.stringContaining('no model "other"') as string },
      ]);
    });
    const second = await bullmqWorker({ connection, prefix, models: { other: () => 'here' } });
    closing.push(() => second.close());
    expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['here', 'here']);
    expect(heard).toHaveLength(1);
  });

  it('gives up on a model that no worker has', async () => {
    const { connection } = server;
    const models = { sub: () => 'never' };
    const worker = await bullmqWorker({ connection, prefix, models, missingModelMs: 300 });
    closing.push(() => worker.close());
    const remote = { model: 'other', send: () => requestOf('a') };
    await expect(executorOf().execute({ ...question(1), remote }, signal)).rejects.toThrow(
      errorWith({
        code: 'provider_error',
        facts: ['"other"', / \d+ ms /, '"sub"', 'bullmqWorker({ models: { "other": ... } })'],
      }),
    );
  });

  it('waits as long as a provider asks for, and reserves and books each attempt', async () => {
    const at: number[] = [];
    await work(() => {
      at.push(performance.now());
      if (at.length < 3) {
        throw Object.assign(new Error('busy'), { statusCode: 429, retryAfterMs: 400 });
      }
      return 'now';
    });
    const asked = question(1);
    let sent = 0;
    const failed: unknown[] = [];
    const remote = {
      model: 'sub',
      send: () => {
        sent += 1;
        return requestOf('a');
      },
      fail: (fault: unknown) => {
        failed.push(fault);
      },
    };
    expect((await executorOf().execute({ ...asked, remote }, signal)).text).toBe('now');
    expect([sent, failed.length]).toEqual([3, 2]);
    expect(failed[0]).toMatchObject({ code: 'provider_recoverable_error', retryAfterMs: 400 });
    const [first = 0, second = 0, third = 0] = at;
    // A timer may be early by a millisecond.
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(399);
  });

  it('calls off what is aborted: waiting jobs are taken back, the worker hears of others', async () => {
    const heard: unknown[] = [];
    const executor = executorOf();
    const waiting = new AbortController();
    const early = executor.execute(question(1), waiting.signal);
    const queue = new Queue(`${prefix}-sub-query`, { connection: server.connection });
    closing.push(() => queue.close());
    await eventually(async () => {
      expect(await queue.getWaitingCount()).toBe(1);
    });
    waiting.abort(new Error('never mind'));
    await expect(early).rejects.toThrow('never mind');
    await eventually(async () => {
      expect(await queue.getWaitingCount()).toBe(0);
    });
    const active = new AbortController();
    await work(({ abortSignal }) => {
      active.abort(new Error('stop'));
      return new Promise<string>((_, reject) => {
        abortSignal?.addEventListener('abort', () => {
          heard.push(abortSignal.reason);
          reject(new Error('aborted'));
        });
      });
    });
    await expect(executor.execute(question(2), active.signal)).rejects.toThrow('stop');
    await eventually(() => {
      expect(heard.length).toBe(1);
    });
  });

  describe('with processes that are killed', () => {
    const start = async (file: string, args: readonly string[]): Promise<Child> => {
      const child = await startChild(file, args);
      closing.push(() => child.kill());
      return child;
    };
    const count = 24;
    const questions = Array.from({ length: count }, (_, number) => `question ${number}`);

    it('repeats no call when the run is killed and resumed', async () => {
      const calls = join(folder, 'calls');
      const { port } = server.connection;
      prefix = 'rlm';
      const worker = await start('worker-child.ts', [String(port), calls]);
      expect(await worker.line()).toBe('ready');
      const root = await start('root-child.ts', [String(port), String(count)]);
      for (let heard = 0; heard < 3; heard += 1) expect(await root.line()).toContain('answer');
      await root.kill();
      const executor = executorOf();
      const replies = await Promise.all(
        questions.map((_, number) => executor.execute(question(number), signal)),
      );
      expect(replies.map(({ text }) => text)).toEqual(questions.map((each) => `answer to ${each}`));
      expect(
        callsIn(calls)
          .map(({ content }) => content)
          .sort(),
      ).toEqual([...questions].sort());
    });

    it('repeats at most what a worker had when it was killed', async () => {
      const calls = join(folder, 'calls');
      const { port } = server.connection;
      prefix = 'rlm';
      const workers = [
        await start('worker-child.ts', [String(port), calls]),
        await start('worker-child.ts', [String(port), calls]),
      ];
      for (const worker of workers) expect(await worker.line()).toBe('ready');
      const executor = executorOf();
      const replies = questions.map((_, number) =>
        executor.execute(question(number, 'second'), signal),
      );
      const victim = workers[0]?.process.pid;
      await eventually(() => {
        expect(callsIn(calls).some(({ pid }) => pid === victim)).toBe(true);
      });
      await workers[0]?.kill();
      const had = callsIn(calls).filter(({ pid }) => pid === victim).length;
      const texts = (await Promise.all(replies)).map(({ text }) => text);
      expect(texts).toEqual(questions.map((each) => `answer to ${each}`));
      const made = callsIn(calls);
      expect(new Set(made.map(({ content }) => content)).size).toBe(count);
      expect(made.length).toBeLessThanOrEqual(count + had);
    });
  });
});
