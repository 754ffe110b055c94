import { functionNames } from './host-functions.mjs';
import * as javascript from './javascript.mjs';
import * as python from './python.mjs';

const languages = { javascript, python };
const texts = {
  javascript: ['x', '中文', '\\ud800', '\\"', '\\0', '😀', '\\\\', '\\n', '1,', '</', 'é'],
  python: ['x', '中文', '\\ud800', '\\"', '\\0', '😀', '\\\\', '\\n', '1,', '</', 'é'],
};
const sizes = [
  100, 5_000, 100_000, 300_000, 1_000_000, 4_200_000, 8_388_600, 20_000_000, 60_000_000,
];
const counts = [2, 16, 30, 260, 3_000, 30_000, 200_000];
const setters = ['text', 'two-byte', 'nodes', 'deep', 'name', 'odd'];
const limits = [
  'memoryBytes=268435456',
  'memoryBytes=268435456 maxHostCalls=10',
  'memoryBytes=67108864 maxPendingCalls=4 maxConcurrentCalls=1',
  'callTimeoutMs=50',
  'maxOutputChars=100',
];

/**
 * The steps of a random attempt, as texts that `parseStep` reads: some sessions at once, in which cells use up memory, values
 * and calls, and which are asked, set, snapshotd and closed meanwhile.
 */
export function makeSteps(random, { language }) {
  const sessions = random.pick([1, 1, 2, 3]);
  const steps = [];
  for (let session = 0; session < sessions; session++) {
    if (random.isOneIn(3)) steps.push(`${session} open ${random.pick(limits)}`);
  }
  for (let count = 2 + random.below(5); count > 0; count--) {
    const step = makeStep(random, language);
    const together = random.isOneIn(sessions > 1 ? 2 : 4) ? ' &' : '';
    const [header, ...code] = `${random.below(sessions)} ${step}`.split('\n');
    steps.push([header + together, ...code].join('\n'));
  }
  return steps;
}

function makeStep(random, language) {
  const time = `time=${random.pick([100, 300, 1_000])}`;
  const abort = random.isOneIn(6) ? ` abort=${random.below(1_200)}` : '';
  switch (random.below(16)) {
    case 0:
      return `variables ${time}${abort}`;
    case 1:
    case 2:
      return `get name=x ${time}${abort}`;
    case 3:
      return `set value=${random.pick(setters)} size=${random.pick(sizes)} ${time}0${abort}`;
    case 4:
      return 'snapshot';
    case 5:
      return 'fork';
    case 6:
      return `close after=${random.below(400)}`;
    default:
      return `execute ${time} abort=${200 + random.below(2_000)}\n${makeCode(random, language)}`;
  }
}

function makeCode(random, language) {
  const { makers, spenders } = languages[language];
  const parts = [random.pick(makers)];
  if (random.isOneIn(4)) parts.push(random.pick(makers));
  for (let count = random.below(3); count >= 0; count--) parts.push(random.pick(spenders));
  return parts.map((part) => fill(part, random, language)).join('\n');
}

function fill(part, random, language) {
  return part.replace(/\$([nmtf])/g, (_, hole) => {
    if (hole === 'n') return String(random.pick(sizes));
    if (hole === 'm') return String(random.pick(counts));
    return random.pick(hole === 't' ? texts[language] : functionNames);
  });
}
