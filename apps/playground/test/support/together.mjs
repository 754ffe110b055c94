// Runs commands of the built `rlm`, one after the other, and prints what each came to.
const [, , lines] = process.argv;
const own = process.stdout.write.bind(process.stdout);
const ended = [];
for (const [index, args] of JSON.parse(lines).entries()) {
  const told = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (piece, encoding, done) => {
      told[name] += String(piece);
      (typeof encoding === 'function' ? encoding : done)?.();
      return true;
    };
  }
  process.argv = [process.argv[0], 'rlm', ...args];
  process.exitCode = undefined;
  // Another query is another module: the file runs once more. What it imports is there.
  await import(`../../dist/cli.js?${index}`);
  ended.push({ code: process.exitCode ?? 0, ...told });
}
process.exitCode = 0;
own(JSON.stringify(ended));
