export { policyRules } from './policy-rules.js';
export { resolvePolicies } from './resolve-policies.js';
