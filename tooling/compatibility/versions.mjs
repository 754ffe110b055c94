/**
 * Runs the conformance suite of a backend with every published version of its engine that the peer range names, and ends
 * with 1 where one fails. Needs the registry; takes some minutes. `pnpm versions pyodide` takes one engine,
 * `pnpm versions pyodide 314.0.6 315.0.0-alpha.2` these versions instead: to widen a range.
 */
import { makeProject, manifestOf, pinned, verdict } from './project.mjs';

/** The backend that each peer dependency is the engine of. @type {Readonly<Record<string, string>>} */
const backendOf = {
  'quickjs-wasi': 'quickjs',
  pyodide: 'pyodide',
};
const [wanted, ...others] = process.argv.slice(2);
let failures = 0;

for (const [name, range] of Object.entries(manifestOf('sandbox').peerDependencies)) {
  const backend = backendOf[name];
  if (backend === undefined) throw new Error(`no backend is known for ${name}`);
  if (wanted !== undefined && wanted !== backend && wanted !== name) continue;
  const versions = others.length > 0 ? others : publishedWithin(name, range);
  console.log(`${name}, range ${range}, tested with every change: ${pinned(name)}`);
  for (const version of versions) {
    const project = makeProject();
    try {
      project.install([`${name}@${version}`]);
      const found = verdict(project.conformance(backend));
      if (found !== 'passes') failures += 1;
      console.log(`  ${version}: ${found}`);
    } finally {
      project.remove();
    }
  }
}
if (failures > 0) process.exitCode = 1;

/** The published versions that a range names, newest last. @param {string} name @param {string} range @returns {string[]} */
function publishedWithin(name, range) {
  const project = makeProject([]);
  try {
    const { text } = project.run('npm', [
      'view',
      `${name}@${range}`,
      'version',
      '--json',
      '--loglevel=error',
    ]);
    const versions = JSON.parse(text.slice(text.search(/["[]/)).replace(/\nnpm[\s\S]*$/, ''));
    return Array.isArray(versions) ? versions : [versions];
  } finally {
    project.remove();
  }
}
