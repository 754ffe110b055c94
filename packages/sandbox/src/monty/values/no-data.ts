/** A value that cannot cross between worker and host. The guest gets an exception of type `ValueError`. */
export class NoData extends Error {
  override readonly name: string = 'NoData';
}
