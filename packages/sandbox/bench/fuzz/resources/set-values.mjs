/**
 * What `set` assigns in an attempt: a name and a value, of a kind and a size. It is given again where a guest is brought back:
 * no larger than what the host's thread may take then.
 */
export function valueToSet(kind, size) {
  switch (kind) {
    case 'text':
      return { name: 'x', value: 'x'.repeat(Math.min(size, 20_000_000)) };
    case 'two-byte':
      return { name: 'x', value: '中'.repeat(Math.min(size, 8_000_000)) };
    case 'nodes':
      return { name: 'x', value: Array.from({ length: Math.min(size, 50_000) }, () => ({})) };
    case 'deep':
      return { name: 'x', value: JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) };
    case 'name':
      return { name: 'a'.repeat(size), value: 1 };
    default:
      return {
        name: 'x',
        value: {
          toJSON() {
            throw {
              toString() {
                throw this;
              },
            };
          },
        },
      };
  }
}
