#!/usr/bin/env node
// Lints the package in the current folder by its oxlint.config.js; further arguments are oxlint's own.
import { fileURLToPath } from 'node:url';

import { nativeToolsEnv } from './native-tools.js';

/** @param {string} name @param {string} file */
const at = (name, file) => new URL(file, import.meta.resolve(`${name}/package.json`));
// It looks for what knows the types in the package's own node_modules otherwise.
Object.assign(process.env, nativeToolsEnv);
process.env['OXLINT_TSGOLINT_PATH'] ??= fileURLToPath(at('oxlint-tsgolint', 'bin/tsgolint.js'));
process.argv.splice(2, 0, '--config', 'oxlint.config.js');
await import(at('oxlint', 'bin/oxlint').href);
