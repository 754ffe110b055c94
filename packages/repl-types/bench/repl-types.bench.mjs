// What it costs to walk over a caller's data, to describe a long text, and to add to a history. Needs a build.
import { printRatios } from '@rlm/config/bench';
import { REPLHistory, REPLVariable } from '@rlm/repl-types';
import { dataText } from '@rlm/repl-types/internal';

const rows = Array.from({ length: 50_000 }, (_, id) => ({
  id,
  name: `row ${id}`,
  price: id / 7,
  tags: ['a', 'b'],
  nested: { x: id, y: null },
}));
const text = 'the quick brown fox '.repeat(500_000);
const entry = { code: 'x', timestamp: '' };
const entries = 10_000;

await printRatios([
  {
    what: '50,000 rows checked and written as JSON',
    ours: () => dataText(rows, 'value', { maxDepth: 100 }),
    beside: 'JSON.stringify',
    plain: () => JSON.stringify(rows),
  },
  {
    what: 'a text of 10 MB described',
    ours: () => REPLVariable.fromValue('context', text),
    beside: 'a look at each of its characters',
    plain: () => {
      let count = 0;
      for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0xdc00) count += 1;
      return count;
    },
  },
  {
    what: 'an entry added to a history of 10,000',
    ours: () => {
      let history = new REPLHistory();
      for (let at = 0; at < entries; at += 1) history = history.append(entry);
      return history;
    },
    beside: 'an entry frozen and pushed',
    plain: () => {
      const list = [];
      for (let at = 0; at < entries; at += 1) list.push(Object.freeze({ ...entry }));
      return list;
    },
    count: entries,
  },
]);
