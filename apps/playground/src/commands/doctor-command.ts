import { examine } from '../doctor/examine.js';
import { renderReport } from '../doctor/render-report.js';
import { namingOf } from '../models/named-endpoint.js';
import { toJsonLine } from '../render/json-line.js';
import { styleFor } from '../render/style.js';
import { wrapFor } from '../render/wrap-for.js';

/** `rlm doctor`: tells what is found here and what is missing; returns the exit code. */
export async function doctorCommand({
  json,
  ...connection
}: Parameters<typeof namingOf>[0] & { readonly json: boolean }): Promise<number> {
  const report = await examine(namingOf(connection));
  const { stdout } = process;
  const style = styleFor(stdout, process.env);
  const text = json ? toJsonLine(report) : wrapFor(stdout, renderReport(report, style));
  stdout.write(`${text}\n`);
  return report.missing.length === 0 ? 0 : 1;
}
