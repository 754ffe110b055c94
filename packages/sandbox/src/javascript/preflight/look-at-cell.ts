import {
  maxFindings,
  type PreflightFinding,
  type PreflightRequest,
} from '../../contract/preflight.js';
import type { ParsedCell } from '../transform/parse-cell.js';
import type { SyntaxNode } from '../transform/syntax-tree.js';
import {
  findArities,
  findNames,
  openNames,
  questionOf,
  type KnownNames,
  type NamesQuestion,
} from './find-names.js';
import { callbackNames, findPromises } from './find-promises.js';
import type { CellReading } from './name-record.js';
import { readCell } from './read-cell.js';

/** What a preflight check needs to know about its session. */
export interface Surroundings {
  readonly hostNames: ReadonlySet<string>;
  readonly dialects: readonly string[];
  /** Asks the guest about names, and reports what the cell may set later. */
  readonly ask: (question: NamesQuestion) => KnownNames;
}

/**
 * Checks a cell that is about to run: what is certain to fail, and what looks wrong. Nothing of the cell runs. Certain
 * findings come first.
 */
export function lookAtCell(
  { code, tree, positions }: ParsedCell,
  request: PreflightRequest,
  { hostNames, dialects, ask }: Surroundings,
): readonly PreflightFinding[] {
  const enders = new Set(
    ['FINAL', 'FINAL_VAR', 'SUBMIT'].filter((name) => name in request.arities),
  );
  if (dialects.includes('answer')) enders.add('answer');
  const reading = readCell(tree, enders);
  const open = openNames(reading);
  const read = new Set(open.unset.map(({ name }) => name));
  const callbacks = callbackNames(positions).filter((name) => read.has(name));
  const known = ask(questionOf(open, reading, callbacks));
  if (request.isReplay === true) return [];
  const found = [
    ...findNames(open, reading, known),
    ...findArities(reading, request.arities),
    ...findPromises(positions, hostNames, known.asyncs),
    ...findDead(reading),
  ];
  return firstOfEach(withLines(found, code, tree));
}

function findDead({ dead, global }: CellReading): PreflightFinding[] {
  if (dead === undefined || global.names.has(dead.by)) return [];
  return [{ code: 'code_after_final', name: dead.by, line: dead.at, isCertain: false }];
}

/** Findings with lines for places; a set later is at the line of its statement. */
function withLines(
  findings: readonly PreflightFinding[],
  code: string,
  tree: SyntaxNode,
): PreflightFinding[] {
  const body = tree['body'] as readonly SyntaxNode[];
  return findings.map((finding) => {
    const line = lineAt(code, finding.line);
    if (finding.code !== 'name_set_later') return { ...finding, line };
    return { ...finding, line, given: lineAt(code, body[finding.given ?? 0]?.start ?? 0) };
  });
}

function lineAt(code: string, at: number): number {
  let line = 1;
  for (let index = code.indexOf('\n'); index !== -1 && index < at;) {
    line++;
    index = code.indexOf('\n', index + 1);
  }
  return line;
}

/** The first finding of each name and kind, those that are certain before the others. */
function firstOfEach(findings: readonly PreflightFinding[]): readonly PreflightFinding[] {
  const seen = new Set<string>();
  const sure = findings.filter(({ isCertain }) => isCertain);
  const all = [...sure, ...findings.filter(({ isCertain }) => !isCertain)];
  const distinct = all.filter(({ code, name }) => {
    const key = `${code} ${name}`;
    return seen.has(key) ? false : seen.add(key);
  });
  return distinct.slice(0, maxFindings);
}
