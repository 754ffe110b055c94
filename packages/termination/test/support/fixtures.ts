import { readdirSync, readFileSync } from 'node:fs';

/** A case of a text file (see test/fixtures/README.txt). */
export interface Fixture {
  readonly title: string;
  readonly input: string;
  readonly expected: string;
}

const fixtures = new URL('../fixtures/', import.meta.url);

/** Reads all cases of the files in a folder of test/fixtures. */
export function readFixtures(folder: string): Fixture[] {
  return readdirSync(new URL(folder, fixtures)).flatMap((file) =>
    readFixtureFile(`${folder}/${file}`),
  );
}

/** Reads the cases of one file below test/fixtures. */
export function readFixtureFile(path: string): Fixture[] {
  return readFileSync(new URL(path, fixtures), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((section) => readFixture(section));
}

function readFixture(section: string): Fixture {
  const [head = '', expected = ''] = section.split(/^==>$/m);
  const title = head.slice(0, head.indexOf('\n'));
  let input = head.slice(title.length + 1);
  if (title.includes('(cut)')) input = input.trimEnd();
  if (title.includes('(CRLF)')) input = input.replaceAll('\n', '\r\n');
  return { title, input, expected: expected.trim() };
}
