import { readFileSync, readdirSync } from 'node:fs';

const packages = new URL('../../packages/', import.meta.url);

/** The entries of a package that have pages. @param {string} folder */
function entriesOf(folder) {
  const { typedocOptions } = JSON.parse(
    readFileSync(new URL(`${folder}/package.json`, packages), 'utf8'),
  );
  return typedocOptions.entryPoints.map((entry) => `../../packages/${folder}/${entry}`);
}

/** One program for all packages, in half the processor time: what they share is read once. The site needs a program for each. */
export default {
  name: 'rlm',
  entryPoints: readdirSync(packages).flatMap(entriesOf),
  tsconfig: 'tsconfig.json',
  readme: 'none',
  disableSources: true,
  // The packages check their types themselves.
  skipErrorChecking: true,
  validation: { invalidLink: true, notDocumented: false, notExported: false },
  treatWarningsAsErrors: true,
};
