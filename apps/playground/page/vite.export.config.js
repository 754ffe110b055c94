import { inlineForVite } from '@rlm/config/inline';
import { createHash } from 'node:crypto';

import { defaultClientConditions, defineConfig } from 'vite';

/** The file that a run is exported into: dist/page/export.html, one file with all that it needs. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  resolve: { conditions: ['@rlm/source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/page',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/export.html`,
      output: { codeSplitting: false },
    },
  },
  plugins: [
    inlineForVite,
    { name: 'one-file', enforce: 'post', generateBundle: (_, bundle) => inline(bundle) },
  ],
});

/**
 * Puts script and style into the file, behind a policy that lets nothing else run and nothing be asked for.
 *
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function inline(bundle) {
  const page = bundle['export.html'];
  if (page?.type !== 'asset') throw new Error('vite wrote no export.html');
  const parts = Object.values(bundle).filter((part) => part !== page);
  const script = parts.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  const style = parts
    .map((part) => (part.type === 'asset' && part.fileName.endsWith('.css') ? part.source : ''))
    .join('');
  const code = script
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
  const policy = [
    "default-src 'none'",
    `script-src '${hash(code)}'`,
    `style-src '${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  page.source = String(page.source)
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replace(
      /(<meta charset="utf-8" \/>)/,
      () =>
        `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace('</body>', () => `<script type="module">${code}</script></body>`);
  for (const part of parts) Reflect.deleteProperty(bundle, part.fileName);
}

/** @param {string} text */
function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
