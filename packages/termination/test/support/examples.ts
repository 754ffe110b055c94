import { transpileModule, ModuleKind, ScriptTarget } from 'typescript';

/** An example of a document: the heading it stands under, and the code as a function. */
export interface Example {
  readonly title: string;
  readonly run: (assert: unknown, library: unknown) => Promise<void>;
}

/** The TypeScript blocks of a Markdown text. Their imports all come from the library under test. */
export function readExamples(markdown: string): Example[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((section) =>
      Array.from(section.matchAll(/^(`{3,})ts\n([^]*?)^\1$/gm), ([, , code = '']) => ({
        title: section.slice(0, section.indexOf('\n')),
        run: compile(code),
      })),
    );
}

function compile(source: string): Example['run'] {
  const { outputText } = transpileModule(
    source.replace(/^import (\{[^}]*\}) from '[^']*';$/gm, 'const $1 = library;'),
    { compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 } },
  );
  const AsyncFunction = (async () => Promise.resolve()).constructor as FunctionConstructor;
  return AsyncFunction('assert', 'library', outputText) as unknown as Example['run'];
}
