import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needPrograms } from '../../programs/need-programs.ts';
import { replaceInRecipe } from '../testing/replace-in-recipe.ts';
import { startProgram } from '../testing/start-program.ts';
import { testProxy } from '../testing/test-proxy.ts';

describe('Caddy before two processes, by deploy/caddy/Caddyfile', () => {
  testProxy(async ({ host, httpPort, httpsPort, ports, certificates, folder }) => {
    const { caddy } = needPrograms({ caddy: 'caddy' });
    const { chainFile, keyFile } = certificates;
    const recipe = replaceInRecipe('deploy/caddy/Caddyfile', [
      // By default Caddy would request a certificate over the internet.
      ['\ncountersign.example {\n', `\n${host} {\n\ttls ${chainFile} ${keyFile}\n`],
      // HTTP/3 needs the same UDP port, which another test's reservation occupies here.
      ['\tservers {\n', '\tservers {\n\t\tprotocols h1 h2\n'],
      ['\n{\n', `\n{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`],
      ['127.0.0.1:3000', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports[1]}`],
    ]);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, recipe);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const place = { port: httpsPort, env, cwd: folder };
    return startProgram(caddy, ['run', '--config', file, '--adapter', 'caddyfile'], place);
  });
});
