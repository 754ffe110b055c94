/** What the store needs of a database: etcd, DynamoDB, a table of Postgres ... */
export interface KeyValue {
  read(key: string): Promise<string | undefined>;
  /** Writes a value if `before` is there now (undefined: if nothing is), and says whether it did: one conditional update. */
  replace(key: string, value: string, before: string | undefined): Promise<boolean>;
  remove(key: string): Promise<void>;
  keys(prefix: string): Promise<string[]>;
}

/** A database in a map. Put yours in its place. */
export function mapKeyValue(): KeyValue {
  const values = new Map<string, string>();
  return {
    read: async (key) => values.get(key),
    replace: async (key, value, before) => {
      if (values.get(key) !== before) return false;
      values.set(key, value);
      return true;
    },
    remove: async (key) => void values.delete(key),
    keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  };
}
