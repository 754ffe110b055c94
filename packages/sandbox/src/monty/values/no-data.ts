/** A value that cannot cross between worker and host; the guest is told so by an exception of type `ValueError`. */
export class NoData extends Error {
  override readonly name: string = 'NoData';
}
