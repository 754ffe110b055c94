/** Characters that one prompt of a sub-query may well have. */
export const promptChars = 200_000;

/** A description in several lengths: the prompt takes the longest that fits. */
export type DescriptionSize = 'long' | 'middling' | 'short';

/** What the prompt says of a context, in each length. */
export type ContextDescription = Readonly<Record<DescriptionSize, string>>;

/** How much room a description has, in characters: for keys, and for what is quoted. */
export interface Room {
  readonly keys: number;
  readonly quote: number;
}

/** What is said of a context's value. */
export interface ValueDescription {
  /** How large it is, by its own measure; `chars` says how long it is as text. */
  readonly sizes: (chars: string) => readonly string[];
  /** Text of the value, or of some of it: its tokens are estimated by that. */
  readonly sample: string;
  /** What is in it, in lines. */
  readonly content: (room: Room) => readonly string[];
}
