import { figureNames, isOver } from './figures.js';

/** @typedef {import('./promise.js').MeasuredCase} MeasuredCase */
/** @typedef {import('./promise.js').FigureName} FigureName */

/**
 * The table of the promise: for each backend the worst case of each figure, beside its bound.
 *
 * @param {readonly MeasuredCase[]} cases
 * @returns {string} A table in Markdown.
 */
export function renderTable(cases) {
  const backends = [...new Set(cases.map(({ backend }) => backend))].sort();
  const rows = backends.flatMap((backend) =>
    figures().flatMap((figure) => {
      const measured = cases.filter((each) => each.backend === backend && figure in each.figures);
      const worst = measured.reduce(worseIn(figure), measured[0]);
      const value = worst?.figures[figure];
      if (worst === undefined || value === undefined) return [];
      const shown = [amount(figure, value.value), amount(figure, value.bound)];
      const title = value.value > 0 ? worst.name : '';
      return [[backend, figureNames[figure], ...shown, title, String(measured.length)]];
    }),
  );
  return alignedTable([['backend', 'figure', 'worst', 'bound', 'worst case', 'cases'], ...rows]);
}

/**
 * What broke its bound.
 *
 * @param {readonly MeasuredCase[]} cases
 * @returns {string[]} A line for each.
 */
export function brokenIn(cases) {
  return cases.flatMap(({ backend, suite, name, figures: measured }) =>
    figures().flatMap((figure) => {
      const found = measured[figure];
      if (found === undefined || !isOver(found)) return [];
      const { value, bound } = found;
      const shown = `${amount(figure, value)}, over ${amount(figure, bound)}`;
      return [`${backend}, ${suite}: ${name}: ${figureNames[figure]}: ${shown}`];
    }),
  );
}

function figures() {
  return /** @type {FigureName[]} */ (Object.keys(figureNames));
}

/**
 * @param {FigureName} figure
 * @returns {(one: MeasuredCase | undefined, two: MeasuredCase) => MeasuredCase}
 */
function worseIn(figure) {
  return (one, two) =>
    one === undefined || shareOf(two, figure) > shareOf(one, figure) ? two : one;
}

/** @param {MeasuredCase} measured @param {FigureName} figure */
function shareOf({ figures: measured }, figure) {
  const { value, bound } = measured[figure] ?? { value: 0, bound: 0 };
  return value / Math.max(bound, 1);
}

/** @param {FigureName} figure @param {number} value */
function amount(figure, value) {
  if (figure.endsWith('Bytes')) return `${grouped(Math.round(value / 1e6))} MB`;
  if (figure.endsWith('Ms')) return `${grouped(Math.round(value))} ms`;
  return grouped(value);
}

/** @param {number} value */
function grouped(value) {
  return value.toLocaleString('en-US');
}

/** @param {readonly (readonly string[])[]} rows */
function alignedTable(rows) {
  const escaped = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')));
  const widths = (escaped[0] ?? []).map((_, column) =>
    Math.max(...escaped.map((row) => (row[column] ?? '').length)),
  );
  const [head, ...body] = escaped.map(
    (row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, line, ...body].join('\n');
}
