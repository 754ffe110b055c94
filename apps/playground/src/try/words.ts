import { times, type Draw } from './draw.js';

const words = (text: string): readonly string[] => text.split(' ');

const firstNames = words(
  'Ada Bjarne Clara David Edith Felix Greta Henrik Ida Jonas Karin Lars Mara Nils Olga Peter Ruth',
);
const familyNames = words(
  'Aster Berg Collin Dahl Eklund Falk Gram Holm Iversen Juhl Krog Lind Moller Noren Palm Quist',
);
const middles = words('A. B. C. D. E. F. G. H. I. J. K. L. M. N. O. P.');
const kinds = words('Amber Bold Calm Distant Early Faithful Golden Humble Iron Jolly Kind Lonely');
const birds = words('Avocet Bunting Curlew Dipper Egret Falcon Gull Heron Ibis Jay Kestrel Lark');
const weekdays = words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');

/** Towns of no country. */
export const towns = words(
  'Ambry Birkholt Coldwater Dunmore Eastley Fernside Grayport Highmoor Ironbridge Jessop Kingsmill Lindholm',
);
/** Offices of no company. */
export const offices = words('Harbour Mill Station Castle Garden Market');
/** Twelve. */
export const months = words(
  'January February March April May June July August September October November December',
);

/** So many names of people, no two the same. */
export const people = (draw: Draw, count: number): readonly string[] =>
  draw
    .shuffled(
      familyNames.flatMap((family) =>
        firstNames.flatMap((first) => middles.map((middle) => `${first} ${middle} ${family}`)),
      ),
    )
    .slice(0, count);

/** So many names of boats, no two the same. */
export const boats = (draw: Draw, count: number): readonly string[] =>
  draw
    .shuffled(
      kinds.flatMap((kind) =>
        birds.flatMap((bird) => towns.map((town) => `${kind} ${bird} of ${town}`)),
      ),
    )
    .slice(0, count);

const deeds = [
  'carried the ladder to the mill',
  'mended the fence behind the school',
  'sold two baskets of pears',
  'painted the door of the chapel green',
  'counted the sheep on the north meadow',
  'lent a wheelbarrow to the miller',
  'planted beans along the wall',
  'swept the leaves from the market square',
  'brought a lamp down to the cellar',
];
const reasons = [
  'since the roof had begun to leak',
  'although nobody had asked for it',
  'while the others were at choir practice',
  'before the first frost came',
  'and was home again by noon',
  'and talked about it for a week',
  'with the help of two neighbours',
];

/** Sentences of about 90 characters that say nothing of what any task asks for. */
export const idle = (draw: Draw, count: number): string[] =>
  times(count, () => {
    const name = `${draw.one(firstNames)} ${draw.one(familyNames)}`;
    return `On a ${draw.one(weekdays)} ${name} ${draw.one(deeds)} ${draw.one(reasons)}.`;
  });

/** A letter of about 1,400 characters whose telling sentence stands somewhere in it. */
export function letterWith(draw: Draw, head: string, telling: string): string {
  const sentences = idle(draw, 14);
  sentences.splice(draw.whole(2, 12), 0, telling);
  return `${head}\nDear all,\n${sentences.join(' ')}\nYours, ${draw.one(firstNames)}`;
}
