import type { CellEnd } from './cell-end.js';

/** How a cell ended in one guest; undefined if it must go on in another. */
export interface Halt {
  readonly promise: Promise<CellEnd | undefined>;
  resolve(end: CellEnd | undefined): void;
}

/** Makes a {@link Halt}. */
export function createHalt(): Halt {
  let resolve: Halt['resolve'] = () => undefined;
  const promise = new Promise<CellEnd | undefined>((settle) => (resolve = settle));
  return { promise, resolve };
}
