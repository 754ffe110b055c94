import { hasName, namesFault, numberFault } from '../check.js';
import { times, type Draw } from '../draw.js';
import type { TryQuestion } from '../task.js';
import { idle, months, offices, people, towns } from '../words.js';

const costs = [
  'train journey',
  'taxi ride',
  'night in a hotel',
  'toy train as a present',
  'dinner',
];

/** A sum over claims of people by their numbers, whose offices another kind of line names, and changes later. */
export function join(draw: Draw): TryQuestion {
  const office = draw.one(offices);
  const staff = people(draw, 500).map((name, index) => ({
    name: `${name} (E-${index + 1_000})`,
    id: `E-${index + 1_000}`,
    first: draw.one(offices),
    later: draw.whole(1, 5) > 3 ? draw.one(offices) : undefined,
  }));
  const claims = times(3_000, () => {
    const { id, first, later = first } = draw.one(staff);
    const [what, euros] = [draw.one(costs), draw.whole(9, 180)];
    const counts = what === 'train journey' && later === office;
    const line = `Claim by ${id}: a ${what} in ${draw.one(towns)}, ${euros} euros.`;
    return { line, euros: counts ? euros : 0 };
  });
  const notice = (name: string, at: string): string =>
    `Notice: ${name} works at the ${at} office from now on.`;
  const years = [
    staff.map(({ name, first }) => notice(name, first)),
    staff.flatMap(({ name, later }) => (later === undefined ? [] : [notice(name, later)])),
  ];
  const lines = years.flatMap((notices, year) => {
    const half = claims.slice(year * 1_500, year * 1_500 + 1_500).map(({ line }) => line);
    return draw.shuffled([...notices, ...half, ...idle(draw, 1_200)]);
  });
  return {
    query: `How many euros did the people of the ${office} office claim for train journeys, altogether? A person belongs to the office of the latest notice about them, also for earlier claims. Answer with the number alone.`,
    context: lines.join('\n'),
    check: (answer) =>
      numberFault(
        answer,
        claims.reduce((sum, { euros }) => sum + euros, 0),
      ),
  };
}

const instruments = ['viola', 'flute', 'drum', 'harp', 'organ', 'trumpet', 'cello', 'lute'];

/** Five pairs of 4,000 people who share three things; thousands of pairs share two. */
export function pairs(draw: Draw): TryQuestion {
  const days = months.flatMap((month) => times(28, (day) => `${day + 1} ${month}`));
  const shared = days.flatMap((day) =>
    towns.flatMap((town) => instruments.map((instrument) => [day, town, instrument] as const)),
  );
  const known = draw.shuffled(shared).slice(0, 3_995);
  const names = people(draw, 4_000);
  const lines = names.map((name, index) => {
    // The last five are as the first five.
    const [day, town, instrument] = known[index % known.length] ?? ['', '', ''];
    return `${name} was born on ${day} ${draw.whole(1931, 2009)} in ${town} and plays the ${instrument} in the ${draw.one(towns)} band.`;
  });
  const wanted = times(
    5,
    (index) => [names[index] ?? '', names[index + known.length] ?? ''] as const,
  );
  return {
    query:
      'Which pairs of people have their birthday on the same day of the year, were born in the same town, and play the same instrument? There are five. Answer with a line for each pair: both names as they are in the text.',
    context: draw.shuffled(lines).join('\n'),
    check(answer) {
      const apart = wanted.find(
        (pair) => !answer.split('\n').some((line) => pair.every((name) => hasName(line, name))),
      );
      const fault = namesFault(answer, wanted.flat(), names);
      return fault ?? (apart && `${apart.join(' and ')} are not in one line`);
    },
  };
}

const paid = ['paid', 'PAID', 'Paid in full'];
const notPaid = ['open', 'NOT PAID', 'cancelled', 'unpaid', 'to be paid'];
const two = (value: number): string => String(value).padStart(2, '0');

/** A sum over rows with three separators, three forms of dates, four of amounts, and rows that are there twice. */
export function messyTable(draw: Draw): TryQuestion {
  const names = people(draw, 300);
  const invoices = times(3_000, (index) => {
    const [year, month, day] = [draw.whole(2022, 2024), draw.whole(1, 12), draw.whole(1, 28)];
    const [cents, isPaid, name] = [
      draw.whole(1_000, 900_000),
      draw.whole(0, 1) === 1,
      draw.one(names),
    ];
    const [euros, rest] = [String(Math.floor(cents / 100)), two(cents % 100)];
    const grouped = (mark: string): string => euros.replace(/\B(?=(?:\d{3})+$)/g, mark);
    const row = (): string =>
      [
        `INV-${index + 1_000}`,
        draw.one([
          `${year}-${two(month)}-${two(day)}`,
          `${two(day)}.${two(month)}.${year}`,
          `${day} ${months[month - 1] ?? ''} ${year}`,
        ]),
        name,
        draw.one([
          `${grouped('.')},${rest} EUR`,
          `${grouped(',')}.${rest} EUR`,
          `EUR ${euros}.${rest}`,
          `${grouped(' ')},${rest} euros`,
        ]),
        draw.one(isPaid ? paid : notPaid),
      ].join(draw.one([' ; ', ' | ', '\t']));
    return { rows: times(draw.one([1, 1, 1, 2]), row), cents: isPaid && year === 2023 ? cents : 0 };
  });
  const notes = times(
    60,
    (page) => `# page ${page}, carried over: ${draw.whole(1, 99)},00 EUR paid`,
  );
  const sum = invoices.reduce((cents, invoice) => cents + invoice.cents, 0) / 100;
  return {
    query:
      'How many euros do the paid invoices of the year 2023 come to, altogether? An invoice may be there twice, written in another way: count it once. Its state must say that it is paid, in any spelling. Answer with the number alone, such as 1234.50',
    context: draw.shuffled([...invoices.flatMap(({ rows }) => rows), ...notes]).join('\n'),
    check: (answer) => numberFault(answer, sum),
  };
}

const goods = ['pears', 'candles', 'rope', 'paint', 'flour', 'lamps'];

/** Two texts that only together tell which orders came in full, in parts, or not. */
export function twoContexts(draw: Draw): TryQuestion {
  const ids = draw.shuffled(times(2_000, (index) => `O-${index + 1_000}`));
  const short = ids.slice(0, 8);
  const orders = ids.map((id) => ({ id, crates: draw.whole(6, 40), what: draw.one(goods) }));
  const deliveries = orders.flatMap(({ id, crates, what }) => {
    const part = draw.whole(1, crates - 1);
    const lines = draw
      .one([[crates], [part, crates - part]])
      .map((count) => `For order ${id}, ${count} crates of ${what} came.`);
    if (!short.includes(id)) return lines;
    const back = `Of order ${id}, ${draw.whole(1, 5)} crates of ${what} were broken and went back for good.`;
    return draw.one([[...lines, back], lines.slice(1)]);
  });
  const ordered = orders.map(
    ({ id, crates, what }) =>
      `Order ${id}: ${crates} crates of ${what} for the ${draw.one(offices)} office.`,
  );
  const mixed = (lines: readonly string[]): string =>
    draw.shuffled([...lines, ...idle(draw, 1_000)]).join('\n');
  return {
    query:
      'Of which orders in `orders` did `deliveries` not bring all crates? An order may come in several parts; what went back was not delivered. Answer with the numbers of the orders alone, such as O-1234, one in a line.',
    context: { orders: mixed(ordered), deliveries: mixed(deliveries) },
    check: (answer) => namesFault(answer, short, ids),
  };
}
