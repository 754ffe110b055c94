import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../../src/index.js';
import {
  createLiveFeed,
  createReplayFeed,
  type CallFeed,
} from '../../../src/supervisor/calls/call-feed.js';
import { createHostCallDesk } from '../../../src/supervisor/calls/host-calls.js';
import { bindFunctions } from '../../../src/supervisor/calls/host-functions.js';
import type { DeliveredCall } from '../../../src/supervisor/calls/delivered-call.js';
import { contentKey } from '../../../src/supervisor/log/content-key.js';
import type { ReplayDivergence } from '../../../src/supervisor/log/replay-divergence.js';

const frame = (call: number, args: string) => ({ type: 'call', call, name: 'page', args }) as const;
const recorded = async (args: string, json: string): Promise<DeliveredCall> => ({
  name: 'page',
  args: await contentKey(args),
  outcome: { json },
});

/** The next result, as soon as there is one: the number of its call, and its JSON. */
async function nextOf(feed: CallFeed): Promise<readonly [number, unknown]> {
  for (;;) {
    const delivery = feed.next();
    if (delivery !== undefined) {
      const { outcome } = delivery.made;
      return [delivery.call, 'json' in outcome ? outcome.json : outcome];
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A host whose answers a test gives, in any order. */
function host() {
  const asked: string[] = [];
  const answers = new Map<string, (answer: string) => void>();
  const page = (name: string): Promise<string> => {
    asked.push(name);
    return new Promise((resolve) => answers.set(name, resolve));
  };
  const desk = createHostCallDesk(bindFunctions({ page }), defaultLimits);
  const cell = {
    abortSignal: new AbortController().signal,
    record: () => undefined,
    around: undefined,
  };
  const answer = async (name: string): Promise<void> => {
    await eventually(() => {
      expect(answers.has(name)).toBe(true);
    });
    answers.get(name)?.(`answer of ${name}`);
  };
  return {
    asked,
    answer,
    feed: createLiveFeed(
      desk,
      () => cell,
      1,
      () => undefined,
    ),
  };
}

describe('the results of calls', () => {
  it('are delivered in the order in which the host answers', async () => {
    const { asked, answer, feed } = host();
    feed.begin(frame(1, '["a"]'));
    feed.begin(frame(2, '["b"]'));
    expect([feed.pending(), feed.next()]).toEqual([[1, 2], undefined]);
    await answer('b');
    expect(await nextOf(feed)).toEqual([2, '"answer of b"']);
    expect(feed.pending()).toEqual([1]);
    await answer('a');
    expect(await nextOf(feed)).toEqual([1, '"answer of a"']);
    expect([feed.pending(), asked, feed.busy()]).toEqual([[], ['a', 'b'], undefined]);
  });

  it('are those of the record, then those of calls under way, when the cell runs again', async () => {
    const { asked, answer, feed } = host();
    for (const [call, name] of ['a', 'b', 'c'].entries()) feed.begin(frame(call, `["${name}"]`));
    await answer('a');
    expect(await nextOf(feed)).toEqual([0, '"answer of a"']);

    const divergences: ReplayDivergence[] = [];
    const delivered = [await recorded('["a"]', '"answer of a"')];
    const again = feed.again?.(delivered, (each) => divergences.push(each));
    if (again === undefined) throw new Error('a live feed can run again');
    for (const [call, name] of ['b', 'a', 'c', 'd'].entries()) {
      again.begin(frame(call, `["${name}"]`));
    }
    expect([...again.pending()].sort()).toEqual([0, 1, 2, 3]);
    expect(await nextOf(again)).toEqual([1, '"answer of a"']);
    await answer('c');
    expect(await nextOf(again)).toEqual([2, '"answer of c"']);
    await answer('d');
    expect(await nextOf(again)).toEqual([3, '"answer of d"']);
    await answer('b');
    expect(await nextOf(again)).toEqual([0, '"answer of b"']);
    expect([again.pending(), divergences]).toEqual([[], []]);
    // The calls that were under way were not made again.
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the results of a log', () => {
  it('come in the order of the log, each once', async () => {
    const log = [await recorded('["b"]', '2'), await recorded('["a"]', '1')];
    const divergences: ReplayDivergence[] = [];
    const feed = createReplayFeed(
      log,
      1,
      () => undefined,
      (each) => divergences.push(each),
    );
    feed.begin(frame(1, '["a"]'));
    feed.begin(frame(2, '["b"]'));
    expect(feed.busy()).toBeInstanceOf(Promise);
    expect(feed.pending()).toEqual([1, 2]);
    expect(await nextOf(feed)).toEqual([2, '2']);
    expect(feed.pending()).toEqual([1]);
    expect(await nextOf(feed)).toEqual([1, '1']);
    expect([feed.pending(), feed.next(), divergences]).toEqual([[], undefined, []]);
  });

  it.each([
    ['other arguments', [frame(1, '["z"]')], 'host call 1'],
    ['a call more', [frame(1, '["a"]'), frame(2, '["b"]')], 'host call 2'],
  ])('diverge by %s', async (_, calls, place) => {
    const divergences: ReplayDivergence[] = [];
    const log = [await recorded('["a"]', '1')];
    const feed = createReplayFeed(
      log,
      7,
      () => undefined,
      (each) => divergences.push(each),
    );
    for (const call of calls) feed.begin(call);
    await eventually(() => {
      feed.next();
      expect(divergences.length).toBeGreaterThan(0);
    });
    expect(divergences[0]?.message).toContain(place);
    expect(divergences[0]?.message).toContain('7');
  });
});
