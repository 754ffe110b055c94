import { hasName, namesFault, numberFault } from '../check.js';
import { times, type Draw } from '../draw.js';
import type { TryQuestion } from '../task.js';
import { idle, offices, people, towns } from '../words.js';

const things = ['clock', 'anvil', 'teapot', 'mirror', 'piano', 'stove', 'globe', 'barrel'];
const rooms = ['bakery', 'school', 'chapel', 'smithy', 'library', 'dairy', 'inn', 'museum'];

/** One fact, in other words than the question's: those stand where the key was before, and at other towns. */
export function needle(draw: Draw): TryQuestion {
  const [town = '', ...otherTowns] = draw.shuffled(towns);
  const [thing = '', ...otherThings] = draw.shuffled(things);
  const [room = '', ...otherRooms] = draw.shuffled(rooms);
  const elsewhere = (): string =>
    `under the ${draw.one(otherThings)} in the ${draw.one(otherRooms)}`;
  const sentences = [
    ...idle(draw, 6_000),
    ...times(
      60,
      () => `The spare key to the boathouse of ${draw.one(otherTowns)} is kept ${elsewhere()}.`,
    ),
    `In the year before the storm, the spare key to the boathouse of ${town} was kept ${elsewhere()}.`,
  ];
  const fact = `Since the storm, whoever has lost the key of the house where ${town} keeps its boats finds the second one behind the ${thing} in the ${room}.`;
  const text = draw.shuffled(sentences);
  text.splice(draw.whole(3_000, 5_500), 0, fact);
  return {
    query: `Where is the spare key to the boathouse of ${town} kept now? Answer with the place alone.`,
    context: text.join(' '),
    check: (answer) =>
      hasName(answer, thing) && hasName(answer, room)
        ? undefined
        : `"behind the ${thing} in the ${room}" expected`,
  };
}

const paths = ['/orders', '/customers', '/invoices', '/search', '/report'];
const twoHoursMs = 7_200_000;

/** The longest of 4,000 requests, whose two lines lie apart, among times that mean something else. */
export function log(draw: Draw): TryQuestion {
  const ids = draw.shuffled(times(4_000, (index) => `r-${index + 1_000}`));
  const [slowest = ''] = ids;
  const longest = draw.whole(20_000, 24_000);
  const requests = ids.map((id) => {
    const tookMs = id === slowest ? longest : draw.whole(20, 19_000);
    const accepted = [
      draw.whole(0, twoHoursMs),
      `INFO ${id} accepted: GET ${draw.one(paths)}`,
    ] as const;
    // Some are never answered.
    if (id !== slowest && draw.whole(1, 40) === 1) return [accepted];
    return [accepted, [accepted[0] + tookMs, `INFO ${id} answered: 200`] as const];
  });
  const noise = times(3_000, () => {
    const ms = draw.whole(25_000, 90_000);
    const words = draw.one([
      `WARN slow queries took ${ms} ms, over all replicas`,
      `INFO ${draw.one(ids)} its client reports ${ms} ms`,
      `WARN ${draw.one(ids)} is retried upstream`,
    ]);
    return [draw.whole(0, twoHoursMs), words] as const;
  });
  const start = Date.UTC(2025, 2, 14, 8);
  const lines = [...requests.flat(), ...noise].sort(([one], [other]) => one - other);
  return {
    query:
      'Which request of this log took longest from "accepted" to "answered", by the times of these two lines, and how many milliseconds? A request that was never answered does not count. Answer as: <id>, <number>',
    context: lines
      .map(([ms, words]) => `${new Date(start + ms).toISOString()} ${words}`)
      .join('\n'),
    check: (answer) => namesFault(answer, [slowest], ids) ?? numberFault(answer, longest),
  };
}

/** A number that the text does not have, with those of people whose names and offices are nearly the same. */
export function notInTheData(draw: Draw): TryQuestion {
  const [office = '', other = ''] = draw.shuffled(offices);
  const [first, family] = [draw.one(['Ilse', 'Inge']), draw.one(['Brandt', 'Brant'])];
  const name = `${first} ${family}`;
  const listed = (each: string, at: string): string =>
    `${each} of the ${at} office has the telephone number ${draw.whole(200, 899)}-${draw.whole(1_000, 9_999)}.`;
  const near = [
    listed(`${first} Brand`, office),
    listed(`Else ${family}`, office),
    listed(name, other),
    `${name} of the ${office} office had her telephone number taken out of this list.`,
  ];
  const far = people(draw, 3_000).map((each) => listed(each, draw.one(offices)));
  return {
    query: `What is the telephone number of ${name} of the ${office} office? If the text does not say it, answer with these words alone: not in the text`,
    context: draw.shuffled([...near, ...far, ...idle(draw, 1_500)]).join('\n'),
    check(answer) {
      if (/\d{3}-\d{4}/.test(answer)) return 'the number is of somebody else, or made up';
      return /not in the text/i.test(answer) ? undefined : '"not in the text" expected';
    },
  };
}
