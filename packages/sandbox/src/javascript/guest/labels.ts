import { create, stringify } from './intrinsics.js';
import { isIdentifier } from './identifier.js';

/** How many texts are kept, and how long they may be: the names of variables and of the fields of records come again. */
const maxKept = 500;
const maxKeptChars = 60;

type Texts = Record<string, string | undefined>;

const keep = (make: (text: string) => string): ((text: string) => string) => {
  let kept = create(null) as Texts;
  let count = 0;
  return (text) => {
    const known = kept[text];
    if (known !== undefined) return known;
    const made = make(text);
    if (text.length > maxKeptChars) return made;
    if (count === maxKept) {
      kept = create(null) as Texts;
      count = 0;
    }
    count++;
    return (kept[text] = made);
  };
};

/** A text in quotes, as in JSON; for texts that come often. */
export const quoted: (text: string) => string = keep((text) => stringify(text));

/** A key as it is shown: in quotes, unless it is a name. */
export const labelOf: (key: string) => string = keep((key) =>
  isIdentifier(key) ? key : stringify(key),
);
