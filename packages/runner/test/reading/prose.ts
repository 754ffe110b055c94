/** Made-up text for tests: words that come again and again, rarer ones, sentences, lines; the same for the same seed. */
export interface Prose {
  /** A number from 0, below `end`. */
  readonly below: (end: number) => number;
  /** One of several. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Text of so many characters. */
  readonly text: (chars: number) => string;
}

const common =
  'the of and a in to is was that for it with as his on be at by had not are but from or have an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three'.split(
    ' ',
  );

/** A source of text by its seed. */
export function prose(seed: number): Prose {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return {
    below,
    pick,
    text(chars) {
      const parts: string[] = [];
      for (let length = 0; length < chars; length += parts.at(-1)?.length ?? 0) {
        const word = random() < 0.2 ? below(1e7).toString(36) : pick(common);
        const end = random() < 0.08 ? '.\n' : pick([' ', ' ', ' ', ' ', ', ', ' - ', '"', 'é ']);
        parts.push(word + end);
      }
      return parts.join('').slice(0, chars);
    },
  };
}
