#!/usr/bin/env node
// The native compiler, in a fifth of the processor time. The one of JavaScript stays for what needs its API: the build, lint, docs.
import { compilerThreads, nativeToolsEnv } from './native-tools.js';

Object.assign(process.env, nativeToolsEnv);
process.argv.push(...compilerThreads);
await import(new URL('lib/tsc.js', import.meta.resolve('typescript-7/package.json')).href);
