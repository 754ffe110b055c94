/** Makes llms.txt, llms-full.txt and the skill for coding assistants from the pages. The site's build calls it for the first two. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { slug } from 'github-slugger';
import { globSync } from 'tinyglobby';

import { forge, linkOf, linkText, pageOf, root } from './.vitepress/link-pages.mjs';

const include = /<!--@include: @\/(\S+)-->\n/g;
const readText = (file) => readFileSync(root + file, 'utf8');

export const titleOf = (file) =>
  /^# (.+)$/m.exec(readText(file))?.[1].replaceAll(/[`\\]/g, '') ?? file;

/** The first paragraph of a page as plain text; empty if the page begins with something else. */
function introOf(file) {
  const [, words = ''] = /^# .+\n+(?!```|[|<#*-])(.+)$/m.exec(readText(file)) ?? [];
  return words.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/:$/, '.');
}

/** Writes llms.txt, llms-full.txt and each page as Markdown, with the images, to the folder of the site. */
export function writeLlms(folder, groups) {
  const write = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const files = groups.flatMap((group) => group.files);
  const linkTo = (file) => (files.includes(file) ? `/${pageOf(file)}` : linkOf(file));
  const textOf = (file, part) =>
    linkText(readText(file).replaceAll(include, part), dirname(file), linkTo);
  const whole = (_, path) => readText(path);

  for (const file of files) write(pageOf(file), textOf(file, whole));
  cpSync(`${root}docs/images`, join(folder, 'images'), { recursive: true });
  const [first, ...rest] = textOf('packages/runner/README.md', whole).split(
    '\n## Get a typed answer',
  );
  if (rest.length === 0) throw new Error('llms.txt begins with what stands above that heading.');
  const begin = first.replace(/^# .*/, '# RLM for TypeScript');
  write('llms-full.txt', [begin, ...files.map((file) => textOf(file, ''))].join('\n'));

  const lists = groups.map((group) => {
    const items = group.files.map((file) => {
      const item = `- [${titleOf(file)}](${linkTo(file)}): ${introOf(file)}`;
      return item.replace(/: $/, '');
    });
    return `\n## ${group.text}\n\n${items.join('\n')}\n`;
  });
  write('llms.txt', `${begin}\n${where}\n${lists.join('')}`);
}

/** Where an assistant finds the pages that llms.txt lists. */
const where = `[One file](/llms-full.txt) has all pages. Links begin at the host of this file. An installed package contains its pages: \`/packages/runner/limits.md\` is \`node_modules/@rlm/runner/docs/limits.md\`.`;

const skill = `${root}packages/runner/skills/rlm/SKILL.md`;

/** A section that is named as `page.md#anchor`. What it links to in packages is named by where it is installed. */
function readSection(name) {
  const [file, anchor] = name.split('#');
  const sections = readText(file).split(/^## /m);
  const section = sections.find((each) => slug(each.split('\n')[0]) === anchor);
  if (section === undefined) throw new Error(`There is no ${name}, which the skill names.`);
  const text = section.trim().replaceAll(include, '').replaceAll('\n\n\n', '\n\n');
  return `## ${titleOf(file)}: ${text}\n`.replaceAll(
    /\[([^\]]*)\]\((?![#/]|\w+:)([^)]+)\)/g,
    (_, words, path) => {
      const target = join(dirname(file), path);
      if (target.startsWith('packages/')) return `${words} (\`${installedAt(target)}\`)`;
      return `[${words}](${forge}/blob/main/${target})`;
    },
  );
}

/** Where an installed package has a file of the repository. */
const installedAt = (file) => file.replace(/^packages/, 'node_modules/@rlm').replace(/#.*/, '');

/** The skill: its own beginning, the note on installing, the sections that its front matter names, and a list of the pages of packages. */
function makeSkill() {
  const [head, mark] = readFileSync(skill, 'utf8').split(/(<!-- Made from the pages.*-->\n)/);
  const [, names] = /^ {2}pages: \|\n((?: {4}.+\n)+)/m.exec(head);
  const items = globSync('packages/*/docs/*.md', { cwd: root })
    .sort()
    .map((file) => {
      const sentence = /^.*?[.?](?=\s|$)/.exec(introOf(file))?.[0] ?? titleOf(file);
      return `- \`${installedAt(file)}\`: ${sentence}`;
    });
  const note = `## Install\n\n${readText('docs/parts/not-published.md')}`;
  const list = `## Pages\n\nEach installed package contains its pages. Their links to other folders are to pages of ${forge}.\n\n${items.join('\n')}\n`;
  return [head + mark, note, ...names.trim().split(/\s+/).map(readSection), list].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(process.argv[2] ?? skill, makeSkill());
}
