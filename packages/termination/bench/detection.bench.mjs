/**
 * How much dearer detection is than one `indexOf` pass over the same megabyte. Reads the built package:
 * `npm run build && npm run bench`. The figures are ratios, so that they compare between machines.
 */
import { detectFinalInText, extractCodeBlocks } from '../dist/index.js';

const size = 1_000_000;
const inputs = {
  'of (': '(',
  'of FINAL(': 'FINAL(',
  'of backticks': '`',
  'of quotes': '"',
  'of blanks': ' ',
  'of calls': 'FINAL(a)\n',
  'of prose': 'The quick brown fox (it is said) jumps over `the` lazy dog.\n',
};

/** The median time of a few runs, in milliseconds. */
function time(action) {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[2];
}

console.log('1 MB'.padEnd(16), 'indexOf ms', 'detect ms', 'ratio', 'extract ms', 'ratio');
for (const [name, unit] of Object.entries(inputs)) {
  const text = `${unit.repeat(Math.ceil(size / unit.length))}\nFINAL(x)`;
  const pass = time(() => {
    for (let from = 0; from < 10; from++) text.indexOf('\u0000', from);
  });
  const detect = time(() => detectFinalInText(text));
  const extract = time(() => extractCodeBlocks(text));
  const onePass = pass / 10;
  console.log(
    name.padEnd(16),
    onePass.toFixed(3).padStart(10),
    detect.toFixed(1).padStart(9),
    String(Math.round(detect / onePass)).padStart(5),
    extract.toFixed(1).padStart(10),
    String(Math.round(extract / onePass)).padStart(5),
  );
}
