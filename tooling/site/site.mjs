/**
 * The site, from the Markdown of the repository:
 *
 *   node site.mjs serve    serves it, and follows changes of the pages
 *   node site.mjs build    builds it into dist/, with the API reference
 *   node site.mjs stage    writes the pages only
 */
import { execFileSync } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build, createServer } from 'vitepress';

import { root } from './stage/pages.mjs';
import { hasReference, stage } from './stage/stage.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Written with TypeDoc, from the docstrings. */
function writeReference() {
  execFileSync('npx', ['typedoc', '--options', 'typedoc.json'], { cwd: here, stdio: 'inherit' });
}

const [command = 'serve'] = process.argv.slice(2);
stage();
if (command === 'build') {
  writeReference();
  await build(here);
} else if (command === 'serve') {
  if (!hasReference()) writeReference();
  const server = await createServer(here);
  await server.listen();
  server.printUrls();
  let waiting;
  for (const folder of ['docs', 'packages', 'examples'].filter((name) => existsSync(root + name))) {
    watch(root + folder, { recursive: true }, (_, name) => {
      if (!name?.endsWith('.md')) return;
      clearTimeout(waiting);
      waiting = setTimeout(stage, 200);
    });
  }
}
