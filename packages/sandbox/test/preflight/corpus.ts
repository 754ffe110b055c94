/// <reference path="../../src/inline.d.ts" />
import javascript from 'inline:./corpus/good.js.txt';
import python from 'inline:./corpus/good.py.txt';
import vectorText from 'inline:./corpus/vectors.json';

import { conformanceTables } from '../../src/conformance/tables.js';
import { generatedCells } from './generated-cells.js';
import { mutants, type BrokenCell } from './mutants.js';

export type Language = 'python' | 'javascript';

/** A cell that is right, beside variables that are `context` (a text), `rows` (objects with `kind` and `value`) and `docs` (texts by name). */
export interface GoodCell {
  readonly title: string;
  readonly code: string;
}

interface VectorCells {
  readonly good: readonly string[];
  readonly broken: Readonly<Record<Language, readonly string[]>>;
}

const vectors = JSON.parse(vectorText) as VectorCells;
const written: Readonly<Record<Language, string>> = { python, javascript };

/** Topics of the conformance suite that hold cells which fail, or which end in ways of their own. */
const otherTopics = ['preflight', 'errors', 'limits'];

/** Cells of the suite that hold on purpose what is found in them. */
const wrongOnPurpose = [
  'a cell that ends the run has no value',
  'FINAL without an answer is an error that says what to write, and can be caught; an empty text is one',
  'SUBMIT gives its fields, and ends the cell',
];

/** Cells as models write them: by hand, each for one habit of theirs. */
function writtenCells(language: Language): readonly GoodCell[] {
  return written[language]
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const at = part.indexOf('\n');
      return { title: part.slice(0, at), code: part.slice(at + 1).trimEnd() };
    });
}

/** Cells that are right, of every source. */
export function goodCells(language: Language): readonly GoodCell[] {
  const ofSuite = Object.entries(conformanceTables).flatMap(([topic, table]) => {
    if (otherTopics.includes(topic)) return [];
    return Object.entries(table).flatMap(([title, row]): GoodCell[] => {
      const { expected, options, set, [language]: code } = row;
      const isGood = expected.outcome === undefined || expected.outcome === 'final';
      const isPlain = typeof code === 'string' && options === undefined && set === undefined;
      return isGood && isPlain && !wrongOnPurpose.includes(title) ? [{ title, code }] : [];
    });
  });
  const ofVectors = language === 'python' ? vectors.good : [];
  return [
    ...writtenCells(language),
    ...generatedCells(language),
    ...ofVectors.map((code) => ({ title: 'a vector', code })),
    ...ofSuite,
  ];
}

/** Cells that are wrong: the written ones, each broken in the ways that apply to it, and those of the vectors. */
export function brokenCells(language: Language): readonly BrokenCell[] {
  const ofVectors = vectors.broken[language].map((code) => ({ kind: 'of the vectors', code }));
  return [...writtenCells(language).flatMap(({ code }) => mutants(code, language)), ...ofVectors];
}
