// Data of the tasks: made from a seed, the same at every run, with an answer that is counted while it is made.

/** Whole numbers below `end`, from a seed. */
export function createNumbers(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

const words =
  'harbour keeper signal winter barrel lantern ledger morning gravel island copper tide window letter garden engine paper north table river'.split(
    ' ',
  );

const sentence = (below, length) =>
  Array.from({ length }, () => words[below(words.length)]).join(' ');

/** A log of 10.8 million characters: some lines name a comet, one holds a password. */
export function makeLog() {
  const below = createNumbers(1);
  const lines = [];
  let comets = 0;
  for (let chars = 0; chars < 10_800_000; chars += lines.at(-1).length + 1) {
    const isComet = below(500) === 0;
    if (isComet) comets += 1;
    lines.push(`${lines.length + 1} ${sentence(below, 12)}${isComet ? ' and a comet' : ''}.`);
  }
  lines.splice(Math.floor(lines.length * 0.61), 0, 'The password of the lighthouse is quartz-41.');
  return { text: lines.join('\n'), comets };
}

/** 24 messages, some of which complain; none says so in one word. */
export function makeMessages() {
  const below = createNumbers(2);
  const moods = [
    ['I waited three weeks and nothing came', true],
    ['All is well here, and the lamp is bright', false],
    ['Send somebody: this is the fourth time', true],
    ['Many thanks for the quick help', false],
  ];
  const messages = Array.from({ length: 24 }, (_, index) => {
    const [mood, complains] = moods[below(moods.length)];
    return {
      id: index + 1,
      text: `${sentence(below, 30)}. ${mood}. ${sentence(below, 20)}.`,
      complains,
    };
  });
  return {
    messages: messages.map(({ id, text }) => ({ id, text })),
    complaints: messages.filter(({ complains }) => complains).length,
  };
}

/** Whether a message complains: what a capable sub-model sees at once. */
export const complains = (text) => /three weeks|fourth time/.test(text);

/** 6,000 records, and how many pairs of them share a city and a year. */
export function makeRecords() {
  const below = createNumbers(3);
  const cities = ['Port Lorne', 'Quill', 'Ashby', 'Norrland', 'Vell'];
  const records = Array.from({ length: 6_000 }, (_, id) => ({
    id,
    city: cities[below(cities.length)],
    year: 1800 + below(200),
    note: sentence(below, 4),
  }));
  const groups = new Map();
  for (const { city, year } of records) {
    const key = `${city} ${year}`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  const pairs = [...groups.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  return { records, pairs };
}

/** 9,000 lines in no order, each naming the next room; and the room at the end of the way from `gate`. */
export function makeChain() {
  const below = createNumbers(4);
  const rooms = ['gate', ...Array.from({ length: 9_000 }, (_, index) => `room-${index}`)];
  const lines = rooms.slice(1).map((room, index) => `${rooms[index]} leads to ${room}`);
  for (let index = lines.length - 1; index > 0; index--) {
    const other = below(index + 1);
    [lines[index], lines[other]] = [lines[other], lines[index]];
  }
  return { text: lines.join('\n'), end: rooms.at(-1) };
}

/** A code base of 11 files; one exported function is called nowhere. */
export function makeCode() {
  const below = createNumbers(5);
  const names = [
    'open',
    'close',
    'read',
    'write',
    'seal',
    'sort',
    'merge',
    'split',
    'count',
    'trim',
  ];
  const unused = 'merge';
  const files = names.map((name, index) => [
    `src/${name}.js`,
    `// ${sentence(below, 8)}\nexport function ${name}Ledger(ledger) {\n  return ledger.slice(${index});\n}\n`,
  ]);
  const used = names.filter((name) => name !== unused);
  const main = `${used.map((name) => `import { ${name}Ledger } from './${name}.js';`).join('\n')}\n\n${used
    .map((name) => `${name}Ledger([${below(9)}]);`)
    .join('\n')}\n`;
  return {
    files: Object.fromEntries([...files, ['src/main.js', main]]),
    unused: `${unused}Ledger`,
  };
}

/** A novel of 12 chapters; in some the lamp goes out. */
export function makeNovel() {
  const below = createNumbers(6);
  const dark = [3, 7, 8];
  const chapters = Array.from({ length: 12 }, (_, index) => {
    const paragraphs = Array.from({ length: 40 }, () => `${sentence(below, 40)}.`);
    if (dark.includes(index + 1)) {
      paragraphs.splice(20, 0, 'Then all at once the tower stood black against the sky.');
    }
    return `CHAPTER ${index + 1}\n\n${paragraphs.join('\n\n')}`;
  });
  return { text: chapters.join('\n\n'), dark };
}

/** Whether the lamp goes out in a text: what a capable sub-model reads. */
export const isDark = (text) => text.includes('stood black');
