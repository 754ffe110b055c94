/** Makes llms.txt, llms-full.txt and the skill for coding assistants from the pages. The site's build calls it for the first two. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { slug } from 'github-slugger';
import { globSync } from 'tinyglobby';

import { forge, linkPages, pageOf, root } from './.vitepress/link-pages.mjs';

/** The text of a page, with what it includes. */
const readPage = (file) =>
  readFileSync(root + file, 'utf8').replaceAll(/<!--@include: @\/(\S+)-->/g, (_, path) =>
    readFileSync(root + path, 'utf8').trim(),
  );

export const titleOf = (file) =>
  /^# (.+)$/m.exec(readPage(file))?.[1].replaceAll(/[`\\]/g, '') ?? file;

/** The first sentence of a page; its title, if it begins otherwise. */
function summaryOf(file) {
  const [, sentence] = /^# .+\n+(?!```|[|<#*-])(.+?[.:?])(?:\s|$)/m.exec(readPage(file)) ?? [];
  return (sentence ?? titleOf(file)).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/:$/, '.');
}

/** Writes llms.txt, llms-full.txt and each page as Markdown to the folder of the site. */
export function writeLlms(folder, groups) {
  const write = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const pages = groups
    .flatMap(({ files }) => files)
    .map((file) => [pageOf(file), linkPages.transform(readPage(file), root + file)]);
  for (const [page, text] of pages) write(page, text);
  write('llms-full.txt', pages.map(([, text]) => text).join('\n'));

  const [first] = readPage('packages/runner/README.md').split('\n## Get a typed answer');
  const lists = groups.map(({ text, files }) => {
    const items = files.map((file) => `- [${titleOf(file)}](/${pageOf(file)}): ${summaryOf(file)}`);
    return `\n## ${text}\n\n${items.join('\n')}\n`;
  });
  const begin = first.replace(/^# .*/, '# RLM for TypeScript');
  write('llms.txt', `${begin}\n[One file](/llms-full.txt) has all pages.\n${lists.join('')}`);
}

const skill = `${root}packages/runner/skills/rlm/SKILL.md`;

/** A section that is named as `page.md#anchor`. What it links to in packages is named by where it is installed. */
function readSection(name) {
  const [file, anchor] = name.split('#');
  const sections = readPage(file).split(/^## /m);
  const section = sections.find((each) => slug(each.split('\n')[0]) === anchor);
  if (section === undefined) throw new Error(`There is no ${name}, which the skill names.`);
  const text = `## ${titleOf(file)}: ${section.trim()}\n`;
  return text.replaceAll(/\[([^\]]*)\]\((?![#/]|\w+:)([^)]+)\)/g, (_, words, path) => {
    const target = join(dirname(file), path);
    if (target.startsWith('packages/')) return `${words} (\`${installedAt(target)}\`)`;
    return `[${words}](${forge}/blob/main/${target})`;
  });
}

/** Where an installed package has a file of the repository. */
const installedAt = (file) => file.replace(/^packages/, 'node_modules/@rlm').replace(/#.*/, '');

/** The skill: its own beginning, the sections that its front matter names, and a list of the pages of packages. */
function makeSkill() {
  const [head, mark] = readFileSync(skill, 'utf8').split(/(<!-- Made from the pages.*-->\n)/);
  const [, names] = /^ {2}pages: \|\n((?: {4}.+\n)+)/m.exec(head);
  const items = globSync('packages/*/docs/*.md', { cwd: root })
    .sort()
    .map((file) => `- \`${installedAt(file)}\`: ${summaryOf(file)}`);
  const list = `## Pages\n\nEach installed package contains its pages.\n\n${items.join('\n')}\n`;
  return [head + mark, ...names.trim().split(/\s+/).map(readSection), list].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(process.argv[2] ?? skill, makeSkill());
}
