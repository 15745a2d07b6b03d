import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needPrograms } from '../../programs/need-programs.ts';
import { replaceInRecipe } from '../testing/replace-in-recipe.ts';
import { startProgram } from '../testing/start-program.ts';
import { type BrokenProxy, type ProxySetup, testProxy } from '../testing/test-proxy.ts';

/** @param change replacements in the recipe: `[from, to]` */
const startNginx =
  (...change: [string, string][]) =>
  async ({ host, httpPort, httpsPort, ports, certificates, folder }: ProxySetup) => {
    const { nginx } = needPrograms({ nginx: 'nginx-light' });
    const recipe = replaceInRecipe('deploy/nginx/countersign.conf', [
      ['countersign.example', host],
      [`https://${host}$`, `https://${host}:${httpsPort}$`],
      ['listen 80;', `listen ${httpPort};`],
      ['listen [::]:80;', `listen [::]:${httpPort};`],
      ['listen 443 ', `listen ${httpsPort} `],
      ['listen [::]:443 ', `listen [::]:${httpsPort} `],
      ['/etc/ssl/countersign/fullchain.pem', certificates.chainFile],
      ['/etc/ssl/countersign/privkey.pem', certificates.keyFile],
      ['/var/log/nginx/countersign.error.log', 'stderr'],
      ['127.0.0.1:3000', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports[1]}`],
      ...change,
    ]);
    writeFileSync(join(folder, 'countersign.conf'), recipe);
    // As in Debian's /etc/nginx/nginx.conf, but with folders that any user may write to.
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `pid ${folder}/nginx.pid; error_log stderr; daemon off; worker_processes 2; events {}
http { ${temporary.join(' ')} include ${folder}/countersign.conf; }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    const place = { port: httpsPort, env: { PATH: process.env.PATH }, cwd: folder };
    return startProgram(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], place);
  };

const host = 'proxy_set_header Host $http_host;';
const add = (line: string) => startNginx([host, `${host} ${line}`]);
const broken: BrokenProxy[] = [
  {
    what: 'takes the length of forms out',
    finding: 'site.forms',
    start: add('proxy_set_header Content-Length "";'),
  },
  { what: 'takes Origin out', finding: 'site.forms', start: add('proxy_set_header Origin "";') },
  {
    what: 'takes forms of 600 bytes',
    finding: 'site.forms',
    start: startNginx(['client_max_body_size 64k;', 'client_max_body_size 600;']),
  },
  {
    what: 'takes cookies out of answers',
    finding: 'site.cookies',
    start: add('proxy_hide_header Set-Cookie;'),
  },
  {
    what: 'takes the policy of pages out',
    finding: 'site.headers',
    start: add('proxy_hide_header Content-Security-Policy;'),
  },
  {
    what: "does not write the visitor's address",
    finding: 'site.visitor-address',
    start: startNginx(['proxy_set_header X-Forwarded-For $remote_addr;', '']),
  },
];

describe('nginx before two processes, by deploy/nginx/countersign.conf', () => {
  testProxy(startNginx(), broken);
});
