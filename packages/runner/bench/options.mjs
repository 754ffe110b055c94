// The benchmarks' own command line: `--name value`.

/** The value of an option, or the default where it is not given. */
export function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : process.argv[at + 1];
}

/** The value at a share (0 to 1) of sorted numbers. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
