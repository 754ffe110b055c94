// What it costs to read replies of a megabyte, beside JSON.parse of a text as long. Needs a build.
import { printRatios } from '@rlm/config/bench';
import { detectFinalInText, parseCodeBlocks, proseOf } from '@rlm/termination';

const length = 1_000_000;
const replies = {
  prose: 'The quick brown fox (it is said) jumps over `the` lazy dog.\n',
  'code blocks': '```repl\nprint(1)\n```\nAnd then:\n',
  'finals that count as none': '"FINAL(a)" ',
  'an open final': 'FINAL(["a" ',
};
const works = {
  'a final looked for': detectFinalInText,
  'code blocks read': parseCodeBlocks,
  'prose taken out': proseOf,
};
const json = JSON.stringify(
  Array.from({ length: length / 25 }, (_, n) => ({ n, text: 'FINAL(a)' })),
);

for (const [of, unit] of Object.entries(replies)) {
  const text = unit.repeat(Math.ceil(length / unit.length));
  await printRatios(
    Object.entries(works).map(([what, work]) => ({
      what: `1 MB, ${of}: ${what}`,
      ours: () => work(text),
      beside: 'JSON.parse of 1 MB',
      plain: () => JSON.parse(json),
      rounds: 5,
    })),
  );
}
