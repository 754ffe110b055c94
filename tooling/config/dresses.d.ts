/** A way of writing a text otherwise, so that a reader still knows it. */
export interface Dress {
  readonly name: string;
  readonly wear: (text: string) => string;
}
/** How data may hold a call or a tag; see dresses.js. */
export const dresses: readonly Dress[];
