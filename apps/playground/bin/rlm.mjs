#!/usr/bin/env node
const { node } = process.versions;
const [major, minor] = node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) await import('../dist/cli.js');
else {
  console.error(`rlm: this is Node.js ${node}, and rlm needs 20.19 or newer`);
  process.exitCode = 1;
}
