import type { Bridge } from './bridge.js';
import type { Finals } from './finals.js';
import { defineValue, guestGlobal, isArray } from './intrinsics.js';
import { toJson } from './json.js';

/** The `answer` dialect: an object that a cell fills, read when the cell ends. */
export function createAnswer(bridge: Bridge, finals: Finals): { define(): void; read(): void } {
  let current: Record<string, unknown> = { content: '', ready: false };
  const define = (): void => {
    defineValue(guestGlobal, 'answer', current, false);
  };
  return {
    define,
    read() {
      const value = guestGlobal['answer'];
      if (typeof value !== 'object' || value === null || isArray(value)) {
        bridge.print('stderr', 'answer must stay an object: { content, ready }; it was put back\n');
        define();
        return;
      }
      current = value as Record<string, unknown>;
      const { content, ready } = current;
      if (ready !== true || content === '' || content === undefined || content === null) return;
      current['ready'] = false;
      finals.record('direct', '', toJson(content, 'the answer', 'answer.content'));
    },
  };
}
