/**
 * What the walk over a caller's data costs: its time as a multiple of `JSON.stringify` over the same value, best of seven. Reads
 * the built package: `npm run build && npm run bench`.
 */
import { dataText, toData } from '../dist/internal.js';

/** The best time of each, turn by turn: what else the machine does slows both. */
function times(...actions) {
  const best = actions.map(() => Infinity);
  for (let turn = 0; turn < 7; turn++) {
    for (const [index, action] of actions.entries()) {
      const start = performance.now();
      action();
      best[index] = Math.min(best[index], performance.now() - start);
    }
  }
  return best;
}

const list = (length, make) => Array.from({ length }, (_, index) => make(index));

class Row {
  constructor(id) {
    this.id = id;
    this.name = `row ${id}`;
  }
}

const values = {
  'rows of eight fields': list(200_000, (id) => ({
    id,
    name: `row ${id}`,
    price: id / 7,
    tags: ['a', 'b'],
    nested: { x: id, y: null },
  })),
  'long texts': list(20_000, (id) => 'word '.repeat(500) + id),
  numbers: list(2_000_000, (id) => id),
  'an object of many keys': Object.fromEntries(list(200_000, (id) => [`key ${id}`, id])),
  'instances of a class': list(200_000, (id) => new Row(id)),
  'rows with a Date': list(200_000, (id) => ({ id, at: new Date(id) })),
};

const limits = { maxDepth: 100 };
for (const [name, value] of Object.entries(values)) {
  const data = toData(value, 'value', limits);
  const [plain, walked, again] = times(
    () => JSON.stringify(value),
    () => dataText(value, 'value', limits),
    () => dataText(data, 'value', limits),
  );
  console.log(
    `${name}: ${plain.toFixed(0)} ms as JSON; walked and written ${(walked / plain).toFixed(2)} times as long, ` +
      `known data ${again.toFixed(2)} ms`,
  );
}
