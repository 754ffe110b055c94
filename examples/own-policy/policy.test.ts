import { test } from 'node:test';

import { terminationConformance } from '@rlm/policies/conformance';

import { silence } from './policy.js';

// The rules that the built-in policies pass.
for (const { name, run } of terminationConformance(() => silence())) test(name, run);
