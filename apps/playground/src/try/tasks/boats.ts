import { isDeepStrictEqual } from 'node:util';

import { namesFault } from '../check.js';
import { times, type Draw } from '../draw.js';
import type { TryQuestion } from '../task.js';
import { boats, idle } from '../words.js';

const properties = {
  name: { type: 'string' },
  built: { type: 'integer' },
  tons: { type: 'integer' },
};
const boat = { type: 'object', properties, required: ['name', 'built', 'tons'] };
const schema = {
  type: 'object',
  properties: { boats: { type: 'array', items: boat, minItems: 3, maxItems: 3 } },
  required: ['boats'],
};

/** Data by a schema: the three largest of 1,500 boats, some of whose figures are corrected later. */
export function typedAnswer(draw: Draw): TryQuestion {
  const sizes = draw.shuffled(times(9_000, (index) => index + 1_000));
  const fleet = boats(draw, 1_500).map((name, index) => {
    const tons = sizes[index] ?? 0;
    // One in ten was written down wrong, mostly as larger than it is.
    const wrong = draw.whole(1, 10) === 1 ? tons + draw.whole(-900, 6_000) : undefined;
    return { name, built: draw.whole(1951, 2019), tons, wrong };
  });
  const largest = [...fleet].sort((one, other) => other.tons - one.tons).slice(0, 3);
  const wanted = { boats: largest.map(({ name, built, tons }) => ({ name, built, tons })) };
  const first = fleet.map(
    ({ name, built, tons, wrong = tons }) =>
      `The ${name}, built in ${built}, measures ${wrong} tons.`,
  );
  const later = fleet
    .filter(({ wrong }) => wrong !== undefined)
    .map(
      ({ name, tons }) => `It was a slip of the pen: ${tons} tons is what the ${name} measures.`,
    );
  return {
    query:
      'Which three boats measure most tons, the largest first? If the text corrects a figure later, the correction counts.',
    context: [first, later]
      .flatMap((sentences) => draw.shuffled([...sentences, ...idle(draw, 1_000)]))
      .join('\n'),
    schema,
    check: (answer) =>
      isDeepStrictEqual(jsonIn(answer), wanted) ? undefined : `${JSON.stringify(wanted)} expected`,
  };
}

/** The JSON object in a text, or undefined. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** An answer of about a hundred names: what is left after years of coming and going. */
export function longList(draw: Draw): TryQuestion {
  const names = boats(draw, 400);
  const inside = new Set<string>();
  const events = times(5_000, () => {
    const name = draw.one(names);
    if (inside.delete(name)) {
      return draw.one([
        `The ${name} left for the open sea.`,
        `With the tide, the ${name} set sail.`,
      ]);
    }
    if (draw.whole(1, 3) > 1) return `The ${name} passed by without putting in.`;
    inside.add(name);
    return draw.one([
      `The ${name} made fast at the quay.`,
      `In the harbour, the ${name} dropped anchor.`,
    ]);
  });
  return {
    query:
      'This is the diary of a harbour, in order. Which boats lie in the harbour at its end? Answer with all their names alone, one in a line.',
    context: events
      .flatMap((event) => [event, ...idle(draw, draw.whole(1, 4) === 1 ? 1 : 0)])
      .join('\n'),
    check: (answer) => namesFault(answer, [...inside], names),
  };
}
