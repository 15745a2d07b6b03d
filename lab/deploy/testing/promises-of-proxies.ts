import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../../../scripts/process/start-process.ts';
import { inProject } from '../../../scripts/project-folder.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { readMails } from '../../../supabase/testing/read-mails.ts';
import { needPrograms } from '../../programs/need-programs.ts';
import { type Answer, openVisitor } from './https-visitor.ts';
import { type Certificates, makeCertificates } from './make-certificates.ts';
import type { Program } from './start-program.ts';
import { type Site, startSite } from './start-site.ts';

/** A name that leads to this machine for anyone who asks, the doctor too. */
const host = 'localhost';
const password = 'correct horse battery staple';
/** The catalogue's words for what is too large. */
const tooLarge = "That's more than this form accepts. Shorten it and send it again.\n";

export type ProxySetup = {
  host: string;
  httpPort: number;
  httpsPort: number;
  ports: number[];
  certificates: Certificates;
  folder: string;
};

/** A proxy that does not do what it has to, and the finding of the doctor that names it. */
export type BrokenProxy = { what: string; finding: string; start(setup: ProxySetup): Promise<Program> };

/** What a recipe for a proxy promises, whichever proxy it is for. */
export function testProxy(start: (setup: ProxySetup) => Promise<Program>, broken: BrokenProxy[] = []): void {
  let folder: string;
  let siteUrl: string;
  let setup: ProxySetup;
  let site: Site;
  let proxy: Program;
  const visit = (from?: string) =>
    openVisitor({ siteUrl, authority: setup.certificates.authority, ...(from && { from }) });

  beforeAll(async () => {
    const { openssl } = needPrograms({ openssl: 'openssl' });
    folder = mkdtempSync(join(tmpdir(), 'countersign-proxy-'));
    // For the proxy, which has no rights of its own.
    chmodSync(folder, 0o777);
    const certificates = makeCertificates(openssl, folder, host);
    chmodSync(certificates.keyFile, 0o644);
    const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
    siteUrl = `https://${host}:${httpsPort}`;
    site = await startSite({ siteUrl, folder });
    setup = { host, httpPort, httpsPort, ports: site.ports, certificates, folder };
    proxy = await start(setup);
  });

  afterAll(async () => {
    await proxy?.stop();
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('somebody signs up over TLS and HTTP/2, with cookies that are Secure and of this host alone', async () => {
    const ada = visit();
    const email = 'ada@example.test';
    const sent = await ada.send('/sign-up', 'Create account', { email, password });
    expect([problemOf(sent), sent.status, sent.headers.location]).toEqual([null, 303, '/sign-in?step=code']);
    const [mail] = await readMails(site.mailboxUrl, email);
    expect(mail?.link).toMatch(new RegExp(`^${siteUrl}/`));
    const entered = await ada.send('/sign-in?step=code', 'Continue', { code: mail?.code ?? '' });
    expect([entered.status, entered.headers.location]).toEqual([303, '/wallets']);
    const page = await ada.ask('/wallets');
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(ada.cookieLines.some((line) => line.startsWith('__Host-'))).toBe(true);
    for (const line of ada.cookieLines) {
      // The session's own is named by Supabase's library, which other sites of the project read it with; it is sealed.
      expect(line).toMatch(/^(__Host-|sb-127-auth-token=)/);
      expect(line).toMatch(/; Secure(;|$)/i);
      expect(line).not.toMatch(/; Domain=/i);
    }
  });

  test('both processes answer', async () => {
    for (let asked = 0; asked < 4; asked++) await visit().ask('/sign-in');
    for (const process of site.processes) expect(process.output()).toContain('"route":"/sign-in"');
  });

  test('an address that a visitor makes up in any header is not believed', async () => {
    const forged = '203.0.113.9';
    const made = {
      'x-forwarded-for': `${forged}, ${forged}`,
      'x-real-ip': forged,
      forwarded: `for=${forged}`,
    };
    const before = site.namedAddresses.length;
    const mallory = visit('127.0.0.7');
    const page = await mallory.ask('/reset-password', { headers: made });
    expect(page.status).toBe(200);
    await mallory.send('/sign-up', 'Create account', { email: 'mallory@example.test', password });
    const body = Buffer.from('');
    await mallory.ask('/api/passkeys/challenge', { body, headers: made });
    expect(new Set(site.namedAddresses.slice(before))).toEqual(new Set(['127.0.0.7']));
  });

  test.each([
    ['33 kB, which the site refuses', 33],
    ['200 kB, which the proxy refuses', 200],
  ])('a form of %s, is refused in the words of the site', async (_, kilobytes) => {
    const body = Buffer.alloc(kilobytes * 1024, 'a');
    const headers = { 'content-type': 'multipart/form-data; boundary=a' };
    const answer = await visit().ask('/sign-up', { body, headers });
    expect([answer.status, answer.text]).toEqual([413, tooLarge]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  test('the headers of the site arrive as they are, and no page from a cache', async () => {
    for (let asked = 0; asked < 2; asked++) {
      const { headers } = await visit().ask('/sign-in');
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['x-request-id']).toBeDefined();
      expect(headers.age).toBeUndefined();
    }
    const page = await visit().ask('/sign-in');
    const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(page.text) ?? [];
    const file = await visit().ask(script);
    expect([file.status, file.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  test('redirects lead to the public address, whatever name was asked for', async () => {
    const open = await askPlainly(setup, '/wallets?a=b');
    expect(open.status).toBe(308);
    // In a deployment both ports are the usual ones, and no address names them.
    expect(open.location.replace(`:${setup.httpsPort}`, '')).toBe(`https://${host}/wallets?a=b`);
    const guarded = await visit().ask('/wallets');
    expect(guarded.status).toBe(307);
    expect(new URL(guarded.headers.location ?? '', siteUrl).origin).toBe(siteUrl);
    const forged = await visit()
      .ask('/wallets', { headers: { ':authority': 'evil.example', 'x-forwarded-host': 'evil.example' } })
      .catch(() => null);
    expect(forged?.headers.location ?? '').not.toContain('evil.example');
    const named = await visit().ask('/wallets', { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(new URL(named.headers.location ?? '', siteUrl).origin).toBe(siteUrl);
  });

  async function askDoctor(...args: string[]) {
    const doctor = startProcess({
      name: 'The doctor',
      nodeArguments: [inProject('scripts/run.mjs'), 'doctor', '--json', ...args],
      environment: { ...site.environment, NODE_EXTRA_CA_CERTS: setup.certificates.authorityFile },
    });
    await doctor.ended;
    return JSON.parse(doctor.output());
  }

  test('the doctor, which looks from outside and inside, finds no problems', async () => {
    expect(await askDoctor('--probe')).toMatchObject({ exit_code: 0 });
  });

  if (broken.length > 0)
    test.each(broken)('the doctor names a proxy that $what', async ({ finding, start: startBroken }) => {
      await proxy.stop();
      proxy = await startBroken(setup);
      const { findings } = await askDoctor();
      await proxy.stop();
      proxy = await start(setup);
      const problems = findings.filter(({ level }: { level: string }) => level === 'problem');
      expect(problems.map(({ id }: { id: string }) => id)).toEqual([finding]);
    });

  test('whoever has as many cookies as a session may fill gets in', async () => {
    const full = await visit().ask('/sign-in', { headers: { cookie: `other=${'x'.repeat(12_000)}` } });
    expect(full.status).toBe(200);
  });

  test('each process is started anew, one right after the other, and no request is lost', async () => {
    const statuses: number[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) statuses.push((await visit().ask('/sign-in')).status);
    })();
    await site.restart(0);
    await site.restart(1);
    isOver = true;
    await asking;
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('while no process answers, it is said so, and a moment later all is well again', async () => {
    await Promise.all(site.processes.map((one) => one.stop()));
    const away = await visit().ask('/sign-in');
    expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(away.text).toBe("We can't be reached just now. Try again in a moment.\n");
    await Promise.all([site.restart(0), site.restart(1)]);
    // A backend that was found away is asked again within five seconds.
    let again = 503;
    while (again === 503) again = (await visit().ask('/sign-in')).status;
    expect(again).toBe(200);
  });

  test('the kill of one of two processes loses no request, and nobody is signed out', async () => {
    const cleo = visit();
    await cleo.send('/sign-up', 'Create account', { email: 'cleo@example.test', password });
    const [mail] = await readMails(site.mailboxUrl, 'cleo@example.test');
    await cleo.send('/sign-in?step=code', 'Continue', { code: mail?.code ?? '' });
    expect((await cleo.ask('/wallets')).status).toBe(200);
    const asked: Promise<number>[] = [];
    const ask = () =>
      asked.push(
        visit()
          .ask('/sign-in')
          .then(({ status }) => status),
      );
    for (let count = 0; count < 10; count++) ask();
    site.processes[0]?.signal('SIGKILL');
    for (let count = 0; count < 30; count++) {
      ask();
      if (count % 5 === 0) await Promise.all(asked);
    }
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    await site.processes[0]?.ended;
    expect((await cleo.ask('/wallets')).status).toBe(200);
    const first = await visit().send('/sign-in', 'Continue', { email: 'dan@example.test' });
    expect(first.status).toBe(303);
    const mails = await visit().send('/sign-up', 'Create account', { email: 'bo@example.test', password });
    expect([problemOf(mails), mails.status, mails.headers.location]).toEqual([
      null,
      303,
      '/sign-in?step=code',
    ]);
  });
}

/** What a page says went wrong, so that a failed test says it too. */
function problemOf({ text }: Answer): string | null {
  return /role="alert"[^>]*>(.*?)<\/div>/s.exec(text)?.[1]?.replaceAll(/<[^>]+>/g, ' ') ?? null;
}

/** Over plain HTTP, as anyone who types the name alone. */
function askPlainly({ httpPort }: ProxySetup, path: string): Promise<{ status: number; location: string }> {
  return new Promise((answered, failed) => {
    const options = { host: '127.0.0.1', port: httpPort, path, headers: { host }, agent: false };
    const asked = request(options, (answer) => {
      answer.resume();
      answered({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' });
    });
    asked.on('error', failed);
    asked.end();
  });
}
