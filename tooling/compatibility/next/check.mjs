/** Asks the standalone server of a Next project, away from its `node_modules`. */
import { deepStrictEqual } from 'node:assert';
import { spawn } from 'node:child_process';

const port = '31300';
const env = { ...process.env, HOSTNAME: '127.0.0.1', PORT: port };
const server = spawn(process.execPath, ['server.js'], { cwd: 'standalone', env });
server.stderr.pipe(process.stderr);
for await (const text of server.stdout) if (String(text).includes('Ready in')) break;
const response = await fetch(`http://127.0.0.1:${port}/`);
deepStrictEqual(await response.json(), [42, 42]);
server.kill();
