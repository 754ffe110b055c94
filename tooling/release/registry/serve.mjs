/**
 * Serves a registry on the loopback interface that holds what is published to it, and asks no other one. Prints its address, and
 * ends when its input does.
 *
 *   node serve.mjs <folder>
 */
// eslint-disable-next-line import-x/no-unresolved -- the folder is installed by itself
import { runServer } from 'verdaccio';

const [folder = '.'] = process.argv.slice(2);
const everybody = '$all';
const server = await runServer({
  self_path: `${folder}/config.yaml`,
  storage: `${folder}/storage`,
  auth: { htpasswd: { file: `${folder}/htpasswd`, max_users: -1 } },
  uplinks: {},
  packages: { '@rlm/*': { access: everybody, publish: everybody } },
  max_body_size: '50mb',
  web: { enable: false },
  log: { type: 'stdout', format: 'json', level: 'error' },
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
process.stdin.resume().on('end', () => process.exit());
