/// <reference path="../../src/inline.d.ts" />
import awaitSyntax from 'inline:../../src/python/await_syntax.py';
import lookAtCell from 'inline:../../src/python/look_at_cell.py';
import { execFileSync } from 'node:child_process';

import type { PreflightFinding } from '../../src/contract/preflight.js';
import { helperNames } from '../../src/internal.js';
import { functionNames, variables } from './environment.js';

/** The driver's own files, without what needs a session around them; cells from standard input, findings to standard output. */
const program = `
import sys as _system, builtins as _builtins, difflib as _difflib, json, time
import _ast as _syntax
_Expression, _Assignment, _Name, _Store = _syntax.Expr, _syntax.Assign, _syntax.Name, _syntax.Store
_dialects, _asyncio, _last_value = ["final", "submit"], None, ""
job = json.load(_system.stdin)
_user = {}
${awaitSyntax}
${lookAtCell}
out = []
for code in job["codes"]:
    _set_later.clear()
    _user.clear()
    _user.update((name, 0) for name in job["names"])
    _sets_any_later[0] = _ends_later[0] = False
    _findings[0] = []
    try:
        tree = compile(code, "<cell 1>", "exec", 0x2000 | _syntax.PyCF_ONLY_AST, True)
    except SyntaxError:
        out.append([None, 0])
        continue
    compiled = compile(tree, "<cell 1>", "exec", 0x2000, True)
    began = time.perf_counter()
    try:
        _look_at_cell(tree, compiled, code, {})
    except CellRefused:
        pass
    out.append([_findings[0], (time.perf_counter() - began) * 1000])
json.dump(out, _system.stdout)
`;

/** What a look at one cell came to, and how long it took. */
export type Looked = readonly [found: readonly PreflightFinding[] | null, tookMs: number];

/** What a look at each cell comes to, in one process of Python's; null for broken syntax. */
export function lookAtPython(codes: readonly string[], python = 'python3'): readonly Looked[] {
  const own = ['SHOW_VARS', 'HostCallError', 'FINAL', 'FINAL_VAR', 'SUBMIT', '__name__', '_out'];
  const names = [...Object.keys(variables), ...functionNames, ...own, ...helperNames];
  const input = JSON.stringify({ codes, names });
  const text = execFileSync(python, ['-c', program], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(text) as readonly Looked[];
}
