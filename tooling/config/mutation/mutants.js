import ts from 'typescript';

import { changesOf } from './changes.js';

/**
 * One change of a source file.
 *
 * @typedef {object} Mutant
 * @property {string} file The file's path below the area's folder.
 * @property {number} line From 1.
 * @property {string} lineText The line as it is, without its indentation.
 * @property {string} change What is replaced, and by what: `a > b → a >= b`.
 * @property {number} nth Which of the changes of this text on such a line it is, from 0.
 * @property {number} start
 * @property {number} end
 * @property {string} replacement
 * @property {number | undefined} probe The innermost piece of code around it that may or may not run; undefined for what runs when
 * its module is loaded.
 */

/**
 * A place that tells that a piece of code runs: where its probe is put, before `start` and behind `end`.
 *
 * @typedef {{ readonly start: number, readonly end: number, readonly isExpression: boolean }} Probe
 */

/** All mutants of a source file, and the probes of its pieces. */
export function findMutants(/** @type {string} */ file, /** @type {string} */ text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @type {Probe[]} */
  const probes = [];
  const lines = text.split('\n');
  /** @type {Map<string, number>} */
  const seen = new Map();

  /** @param {number} start @param {number} end @param {string} replacement @param {number | undefined} probe */
  const add = (start, end, replacement, probe) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const lineText = lines[line - 1]?.trim() ?? '';
    const change = `${shortened(text.slice(start, end))} → ${shortened(replacement)}`;
    const same = `${lineText}\0${change}`;
    const nth = seen.get(same) ?? 0;
    seen.set(same, nth + 1);
    mutants.push({ file, line, lineText, change, nth, start, end, replacement, probe });
  };

  /** @param {ts.Node} node @param {number | undefined} outer */
  const visit = (node, outer) => {
    if (isOfTypes(node)) return;
    let probe = outer;
    if (ts.isBlock(node)) {
      probe = probes.push({ start: node.getStart() + 1, end: node.end, isExpression: false }) - 1;
    }
    for (const [start, end, replacement] of changesOf(node)) add(start, end, replacement, probe);
    ts.forEachChild(node, (child) => {
      if (ts.isArrowFunction(node) && child === node.body && !ts.isBlock(child)) {
        const inner = { start: child.getStart(), end: child.end, isExpression: true };
        visit(child, probes.push(inner) - 1);
      } else visit(child, probe);
    });
  };
  visit(source, undefined);
  return { mutants, probes };
}

/** A source file with a probe in each of its pieces, numbered from `first`. */
export function withProbes(
  /** @type {string} */ text,
  /** @type {readonly Probe[]} */ probes,
  /** @type {number} */ first,
) {
  const inserted = probes.flatMap(({ start, end, isExpression }, index) => {
    const hit = `globalThis.__rlmHits?.add(${first + index})`;
    return isExpression
      ? [
          { at: start, text: `(${hit},(`, order: start },
          { at: end, text: '))', order: -start },
        ]
      : [{ at: start, text: `${hit};`, order: start }];
  });
  // From the last place to the first; at one place, what closes the inner one comes first.
  inserted.sort((one, other) => other.at - one.at || other.order - one.order);
  return inserted.reduce(
    (made, { at, text: piece }) => made.slice(0, at) + piece + made.slice(at),
    text,
  );
}

/** @param {string} text */
function shortened(text) {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length <= 60 ? flat : `${flat.slice(0, 40)} … ${flat.slice(-19)}`;
}

/** @param {ts.Node} node */
function isOfTypes(node) {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}
