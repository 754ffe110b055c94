import { namesFault, numberFault } from '../check.js';
import { times, type Draw } from '../draw.js';
import type { TryQuestion } from '../task.js';
import { letterWith, towns } from '../words.js';

/** What letters say of a parcel that came too late, or has not come. */
export const lateParcels = [
  'My daughter blew out the candles on Friday, and the postman brought her present on Monday.',
  'You promised it for the first of the month, and on the ninth I still stood at the window.',
  'The wedding had been over for a week when the glasses were handed to me.',
  'Three days, your page says; it took you three weeks.',
  'The tulip bulbs got here in spring, which was of no use to anybody.',
  'I paid in March, it is June, and my shelf is still empty.',
  'We had left for the holidays by the time the tent stood at our door.',
  'It has been on its way for so long that I bought the same thing elsewhere.',
];
/** What other letters say, some of them with the words of those. */
const otherParcels = [
  'I feared that it would be late for the birthday, and it was here two days before.',
  'It was late in the evening when the parcel came, but on the very day that you had promised.',
  'The delivery was quick; sadly the blue cup was broken in its box.',
  'You sent the red one, and I had asked for the green one.',
  'Of late I order everything from you, and I have never had to wait.',
  'My last order, at another shop, was delayed for a month; yours took a day.',
  'The price is too high for what it is, and the paint comes off.',
  'Delivery, wrapping and the little card were perfect, thank you.',
];

/** How many of 160 letters complain about something that no word of theirs names; a count may be off by two. */
export function countByMeaning(draw: Draw): TryQuestion {
  const count = draw.whole(40, 60);
  const tellings = times(160, (index) => draw.one(index < count ? lateParcels : otherParcels));
  const letters = draw
    .shuffled(tellings)
    .map((telling, index) => letterWith(draw, `Letter ${index + 1}`, telling));
  return {
    query:
      'The text holds 160 letters to a shop. How many of them complain that what was ordered came too late, or has not come? Answer with the number alone.',
    context: letters.join('\n\n'),
    check: (answer) => numberFault(answer, count, 2),
  };
}

/** What those write who want the bridge. */
export const forBridge = [
  'With a bridge, my mother could be at the hospital in ten minutes, and I would sleep at night.',
  'How long must our children sit in that leaking ferry, when three arches of stone would carry them?',
  'The other shore has the jobs and we have the hands: join the two, I say.',
  'I would lay the first stone myself, tomorrow.',
  'Whoever praises the empty river has never missed the last boat in November.',
  'The money is there, the plans are there; what we lack is the courage to begin.',
];
/** What those write who do not want it. */
export const againstBridge = [
  'Let the bridge be built where it disturbs no heron, which is to say nowhere.',
  'My father rowed people over, so do I, and so shall my daughter.',
  'They promise us trade, and what will come over it is lorries by night.',
  'For that sum one could mend every roof in town, twice.',
  'A river that one can cross without a thought is only a ditch.',
  'Ask me again when the last bridge, which fell, has been paid for.',
];

/** What most letters of each town want; ten of thirteen, so that one that is read otherwise changes nothing. */
export function subQueries(draw: Draw): TryQuestion {
  const wanted = draw.shuffled(towns).slice(0, draw.whole(4, 8));
  const letters = towns.flatMap((town) => {
    const isFor = wanted.includes(town);
    const [most, few] = isFor ? [forBridge, againstBridge] : [againstBridge, forBridge];
    return times(13, (index) =>
      letterWith(draw, `From: ${town}`, draw.one(index < 10 ? most : few)),
    );
  });
  return {
    query:
      'Each letter of the text is from a town, and its writer wants the bridge over the river or does not want it. In which towns do most writers want it? Answer with the names of these towns alone, one in a line.',
    context: draw.shuffled(letters).join('\n\n'),
    check: (answer) => namesFault(answer, wanted, towns),
  };
}
