/**
 * The lines of a CHANGELOG, for changesets (`.changeset/config.json`): the sentences of the changesets, without the commits they
 * came with.
 *
 * @type {import('@changesets/types').ChangelogFunctions}
 */
const changelog = {
  getReleaseLine: ({ summary }) => {
    const [first = '', ...rest] = summary.trim().split('\n');
    return Promise.resolve([`- ${first.trimEnd()}`, ...rest.map(indent)].join('\n'));
  },
  getDependencyReleaseLine: (_changesets, dependencies) => {
    const versions = dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`);
    return Promise.resolve(versions.length === 0 ? '' : `- Depends on ${versions.join(', ')}.`);
  },
};

export default changelog;

/** A line of an entry after its first one. @param {string} line */
function indent(line) {
  return line.trim() === '' ? '' : `  ${line.trimEnd()}`;
}
