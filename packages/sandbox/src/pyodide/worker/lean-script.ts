import { isUsed } from '../used-exports.js';

const begin = 'async function _createPyodideModule(';
const end = 'export default _createPyodideModule;\n';
const assigning = 'function assignWasmExports(wasmExports){';
/** The end of the declaration of what {@link assigning} sets. */
const declared = 'wasmTable,wasmMemory;';
/** An export that is only given a name: `_f=Module["_f"]=wasmExports["f"]`. */
const naming = /^([\w$]+)=Module\["[\w$]+"\]=wasmExports\["([\w$]+)"\]$/;

/** Exports get addresses for libraries that are loaded later; to find them takes a walk through the table of functions. */
const addressing = 'if(typeof value=="function"){newValue=addFunction(value)}';
/** Exports without an address of their own that have their names in the same way. */
const noFunctions = new Set(['__stack_pointer', '__cpp_exception', '__c_longjmp']);
const loaderEnd = /export\{(\w+) as loadPyodide,\w+ as version\};/;

/** An import of a module of Node.js: the machinery of imports takes 10 ms to start, and is needed for nothing else. */
const importing = /\(await import\("(node:[\w/]+)"\)\)\.default|import\("(node:[\w/]+)"\)/g;

const withoutImports = (text: string): string =>
  text.replace(importing, 'process.getBuiltinModule("$1$2")');

/** Pyodide's loader as an expression for a script. @throws Error if this text is not built as expected */
export function loaderScript(text: string): string {
  const [exporting, name] = loaderEnd.exec(text) ?? [];
  if (exporting === undefined || name === undefined) throw unexpected('pyodide.mjs');
  return `(()=>{${withoutImports(text.replace(exporting, `return ${name};`))}\n})()`;
}

/**
 * The interpreter's JavaScript as an expression for a script, without the names of {@link isUsed functions that no one calls}, which
 * are a third of it. It is a function in parentheses: V8 compiles it at once, and does not read it twice.
 *
 * @throws Error if this text is not built as expected
 */
export function interpreterScript(text: string, url: string): string {
  const bodyAt = text.indexOf(assigning) + assigning.length;
  const bodyEnd = text.indexOf('}', bodyAt);
  const listEnd = text.lastIndexOf(declared, bodyAt);
  const listAt = text.lastIndexOf('var ', listEnd) + 4;
  const isExpected = bodyAt >= assigning.length && listEnd >= 0 && text.includes(addressing);
  if (!isExpected || !text.startsWith(begin) || !text.endsWith(end)) {
    throw unexpected('pyodide.asm.mjs');
  }
  const dropped = new Set<string>();
  const isKept = (statement: string): boolean => {
    const [, name, of] = naming.exec(statement) ?? [];
    if (name === undefined || of === undefined || noFunctions.has(of) || isUsed(of, 0)) return true;
    dropped.add(name);
    return false;
  };
  const body = text.slice(bodyAt, bodyEnd).split(';').filter(isKept).join(';');
  const names = text.slice(listAt, listEnd).split(',');
  const list = names.filter((name) => !dropped.has(name)).join(',');
  const lean = [text.slice(0, listAt), list, text.slice(listEnd, bodyAt), body];
  lean.push(text.slice(bodyEnd, -end.length));
  const script = lean.join('').replaceAll('import.meta.url', JSON.stringify(url));
  return `(${withoutImports(script.replace(addressing, 'if(typeof value=="function")continue;'))})`;
}

function unexpected(file: string): Error {
  return new Error(`${file} is not that of the package`);
}
