// One measure, in a process of its own: prints its rows as the last line.
const [name = ''] = process.argv.slice(2);
/** @type {{ measure: () => Promise<{ rows: import('./bench.mjs').Row[], reason?: string }> }} */
const { measure } = await import(`./measures/${name}.mjs`);
const found = await measure();
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit());
