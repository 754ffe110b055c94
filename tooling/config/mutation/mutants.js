import ts from 'typescript';

import { changesOf } from './changes.js';

/**
 * One change of a source file.
 *
 * @typedef {object} Mutant
 * @property {string} file The file's path below the package.
 * @property {number} line From 1.
 * @property {string} lineText The line as it is, without its indentation.
 * @property {string} change What is replaced, and by what: `a > b → a >= b`.
 * @property {number} nth Which of the changes of this text on such a line it is, from 0.
 * @property {string} text The whole file, changed.
 * @property {string | undefined} block The innermost block around it; undefined for what runs when its module is loaded.
 */

/**
 * All mutants of a source file, and its text with a probe in each of its blocks, which tells that the block runs.
 *
 * @param {string} file
 * @param {string} text
 */
export function findMutants(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** Where blocks begin, in their order. @type {number[]} */
  const blocks = [];
  /** @type {Map<string, number>} */
  const seen = new Map();

  /** @param {number} start @param {number} end @param {string} replacement @param {string | undefined} block */
  const add = (start, end, replacement, block) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const lineText = text.split('\n')[line - 1]?.trim() ?? '';
    const change = `${shortened(text.slice(start, end))} → ${shortened(replacement)}`;
    const nth = seen.get(`${lineText}\0${change}`) ?? 0;
    seen.set(`${lineText}\0${change}`, nth + 1);
    const changed = text.slice(0, start) + replacement + text.slice(end);
    mutants.push({ file, line, lineText, change, nth, text: changed, block });
  };

  /** @param {ts.Node} node @param {string | undefined} outer */
  const visit = (node, outer) => {
    if (isOfTypes(node)) return;
    let block = outer;
    if (ts.isBlock(node)) {
      block = `${file}:${node.getStart() + 1}`;
      blocks.push(node.getStart() + 1);
    }
    for (const [start, end, replacement] of changesOf(node)) add(start, end, replacement, block);
    ts.forEachChild(node, (child) => visit(child, block));
  };
  visit(source, undefined);

  let probed = text;
  for (const at of blocks.toReversed()) {
    const probe = `globalThis.__rlmHits?.add(${JSON.stringify(`${file}:${at}`)});`;
    probed = probed.slice(0, at) + probe + probed.slice(at);
  }
  return { mutants, probed };
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
