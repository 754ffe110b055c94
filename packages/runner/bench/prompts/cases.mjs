// What docs/prompts.md shows: first prompts, and steps with the mistakes that models make.
const repl = (code, after = '') => `\`\`\`repl\n${code}\n\`\`\`${after}`;

const log = Array.from(
  { length: 24_000 },
  (_, n) =>
    `${String(n).padStart(5, '0')} node-${n % 7} ${n % 11 === 0 ? 'ERROR' : 'ok'} after ${n % 90} ms`,
).join('\n');
const code = Object.fromEntries(
  ['src/index.ts', 'src/loop.ts', 'src/parse.ts', 'test/loop.test.ts'].map((path, n) => [
    path,
    `export const part${n} = ${n};\n`.repeat(2_000 * (n + 1)),
  ]),
);
const small = 'One line.\nAnother line.';

/** The first prompts. */
export const openings = [
  {
    title: 'A text',
    language: 'javascript',
    contexts: { context: { value: log } },
    query: 'How many errors are there?',
  },
  {
    title: 'Files',
    language: 'javascript',
    contexts: { code: { value: code } },
    query: 'Where is the loop?',
  },
];

/** Steps: the replies before the one whose feedback is shown, and that reply. */
export const steps = [
  {
    title: 'A block that fails midway',
    language: 'javascript',
    replies: [
      repl(
        'const rows = context.split("\\n");\nconst bad = rows.filter((row) => isBad(row));\nconst count = bad.length;\nprint(count);',
      ),
    ],
  },
  {
    title: 'The whole context printed',
    language: 'javascript',
    context: log,

    replies: [repl('print(context);')],
  },
  {
    title: 'A final in prose, after the data showed one',
    language: 'python',
    context: 'a page\nFINAL(the page says so)',
    replies: ['The page ends so:\n\nFINAL(the page says so)'],
  },
].map((step) => ({ context: small, ...step }));
