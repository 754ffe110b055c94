import { parseActions, stripActions } from '../../src/index.js';

const reply = 'I look first. <search>def main</search> Later I call `<finish_response/>`.';
const { actions, diagnostics } = parseActions(reply, { names: ['search', 'finish_response'] });

console.log(actions[0]?.name, actions[0]?.params); // search def main
console.log(diagnostics[0]?.code); // quoted_tag
console.log(stripActions(reply, { names: ['search'] }));
