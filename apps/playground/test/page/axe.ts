import checker from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds on a page that keeps people out, a line each.
 *
 * @param rules The names of rules. Default: all.
 */
export async function seriousFindings(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // From here it runs beside the policy of the page, which lets nobody else's script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(checker.source);
  const runOnly = rules === undefined ? {} : { runOnly: [...rules] };
  const found = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: typeof checker };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  }, runOnly);
  return found.filter((line) => /^(serious|critical)/.test(line));
}
