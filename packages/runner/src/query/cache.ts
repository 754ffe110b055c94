/** Where answers of sub-queries are kept: the shape of an unstorage storage. Keys are hexadecimal hashes. */
export interface QueryCache {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<unknown>;
}
