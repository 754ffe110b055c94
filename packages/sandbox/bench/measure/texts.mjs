const line = 'The quick brown fox jumps over the lazy dog. 12345\n';

/** Sizes of the texts that are set and searched. */
export const sizes = [1, 10, 100];

/** How often one size is measured. */
export const roundsOf = (megabytes) => (megabytes === 100 ? 5 : 10);

/** ASCII text of so many megabytes, in lines; flat in memory, not a rope. */
export function makeText(megabytes) {
  const text = line.repeat(Math.ceil((megabytes * 1e6) / line.length));
  text.charCodeAt(5);
  return text;
}

/** The cells that are measured, by language. */
export const cells = {
  python: {
    trivial: '1 + 1',
    calls: 'for i in range(1000):\n    llm_query("x")',
    batch: 'n = len(llm_query_batched(["slow"] * 64))',
    regex: 'import re\nn = len(re.findall(r"d[ao]g", context))',
    split: 'n = len(context.split("\\n"))',
  },
  javascript: {
    trivial: '1 + 1',
    calls: 'for (let i = 0; i < 1000; i++) await llm_query("x")',
    batch: 'var n = (await llm_query_batched(Array(64).fill("slow"))).length',
    regex: 'var n = (context.match(/d[ao]g/g) ?? []).length',
    split: 'var n = context.split("\\n").length',
  },
};
