import { describe, expect, it } from 'vitest';

import { type EffectRecord, type RunLine, systemClock } from '../../src/index.js';
import { RecordedLines } from '../../src/journal/recorded-lines.js';
import { Replay } from '../../src/journal/replay.js';
import { nextTurn } from '@rlm/repl-types/internal';

const effect = (key: string): EffectRecord => ({
  t: 'effect',
  path: '',
  step: 1,
  kind: 'ask',
  key,
  value: key,
});
const cut = {
  t: 'cut',
  path: '',
  step: 1,
  stop: { finishReason: 'timeout', message: 'too late' },
} as unknown as RunLine;

/** A replay of some lines, with what it did. */
function replayOf(
  lines: readonly RunLine[],
  times?: readonly number[],
  untilIdle: () => Promise<void> = nextTurn,
) {
  const seen: string[] = [];
  const replay = new Replay(new RecordedLines(lines, {}, times), {
    path: '',
    untilIdle,
    journal: {},
    book: () => undefined,
    stopTree: () => seen.push('stopped'),
    fail: ({ message }) => seen.push(message),
    interrupt: () => seen.push('interrupted'),
  });
  const ask = async (key: string): Promise<string> => {
    const outcome = await new Promise<string>((resolve) => {
      replay.request({
        key,
        kind: 'ask',
        step: 1,
        parts: () => undefined,
        deliver: () => {
          resolve(`${key} given`);
        },
        perform: () => {
          resolve(`${key} performed`);
        },
      });
    });
    return outcome;
  };
  return { replay, ask, seen };
}

describe('the time that a replay has reached', () => {
  it('is that of the last line that was given, has no end once all are, and is unknown once more is done', async () => {
    const { replay, ask } = replayOf([effect('a'), effect('b')], [10, 25]);
    expect(replay.replayedMs).toBe(0);
    expect(await ask('a')).toBe('a given');
    expect(replay.replayedMs).toBe(10);
    expect(await ask('b')).toBe('b given');
    await nextTurn();
    await nextTurn();
    expect(replay.replayedMs).toBe(Infinity);
    expect(await ask('c')).toBe('c performed');
    expect(replay.replayedMs).toBe(undefined);
  });

  it('never goes back, whatever a line says', async () => {
    const { replay, ask } = replayOf([effect('a'), effect('b'), effect('c')], [20, 15, 30]);
    expect([await ask('a'), await ask('b')]).toEqual(['a given', 'b given']);
    expect(replay.replayedMs).toBe(20);
  });

  it.each([
    ['no line has one', [effect('a')], undefined],
    ['there is no line', [], [10]],
  ])('is unknown if %s', async (_, lines, times) => {
    const { replay, ask } = replayOf(lines, times);
    expect(replay.replayedMs).toBe(undefined);
    await ask('a');
    expect(replay.replayedMs).toBe(undefined);
  });
});

it('a replay gives a line to a request that comes long after the one before', async () => {
  const { ask, seen } = replayOf([effect('a'), effect('b')]);
  await ask('a');
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(await ask('b')).toBe('b given');
  expect(seen).toEqual([]);
});

it('a recorded interruption waits a while for code to come to rest, and not for ever', async () => {
  const { seen, ask } = replayOf([cut, effect('a')], undefined, () => new Promise(() => undefined));
  void ask('a');
  await systemClock.sleep(300);
  expect(seen).toEqual([]);
  await systemClock.sleep(1_500);
  expect(seen).toEqual(['interrupted']);
});
