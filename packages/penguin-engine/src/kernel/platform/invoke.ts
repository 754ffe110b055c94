/** Calls `work`, so that what it throws at once is a rejection like any other. */
export async function invoke<T>(work: () => Promise<T> | T): Promise<T> {
  return work();
}
