import { seededRandom } from '@rlm/kernel/internal';

/** What a task draws from its seed. */
export interface Draw {
  readonly one: <Item>(list: readonly Item[]) => Item;
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number;
  /** The list in another order. */
  readonly shuffled: <Item>(list: readonly Item[]) => Item[];
}

/** Draws that depend on a seed alone. */
export function drawFrom(seed: string): Draw {
  const random = seededRandom(seed);
  const whole: Draw['whole'] = (from, to) => from + Math.floor(random() * (to - from + 1));
  return {
    whole,
    one: <Item>(list: readonly Item[]) => list[whole(0, list.length - 1)] as Item,
    shuffled<Item>(list: readonly Item[]) {
      const items = [...list];
      for (let last = items.length - 1; last > 0; last -= 1) {
        const other = whole(0, last);
        [items[last], items[other]] = [items[other] as Item, items[last] as Item];
      }
      return items;
    },
  };
}

/** So many things, each made from its number. */
export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
