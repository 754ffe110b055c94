// What docs/prompts.md shows: a first prompt, and steps with the mistakes that models make.
const repl = (code, after = '') => `\`\`\`repl\n${code}\n\`\`\`${after}`;

const log = Array.from(
  { length: 24_000 },
  (_, n) =>
    `${String(n).padStart(5, '0')} node-${n % 7} ${n % 11 === 0 ? 'ERROR' : 'ok'} after ${n % 90} ms`,
).join('\n');
const small = 'One line.\nAnother line.';

/** The run whose first prompt is shown. */
export const opening = { language: 'javascript', context: log };

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
