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

/** Resolves to this machine for every program, also for the doctor. */
const host = 'localhost';
const password = 'correct horse battery staple';
/** The catalogue's sentence for a request that is too large. */
const tooLarge = "That's more than this form accepts. Shorten it and send it again.\n";

export type ProxySetup = {
  host: string;
  httpPort: number;
  httpsPort: number;
  ports: number[];
  certificates: Certificates;
  folder: string;
};

/** A misconfigured proxy, and the doctor's finding that reports it. */
export type BrokenProxy = { what: string; finding: string; start(setup: ProxySetup): Promise<Program> };

/** Tests the promises of a proxy's recipe. */
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
    // The proxy runs as an unprivileged user.
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

  test('a user signs up over TLS and HTTP/2, with Secure cookies of this host only', async () => {
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
      // The session cookie has the name of Supabase's library, by which other sites of the project read it. It is sealed.
      expect(line).toMatch(/^(__Host-|sb-127-auth-token=)/);
      expect(line).toMatch(/; Secure(;|$)/i);
      expect(line).not.toMatch(/; Domain=/i);
    }
  });

  test('both processes serve requests', async () => {
    for (let asked = 0; asked < 4; asked++) await visit().ask('/sign-in');
    for (const process of site.processes) expect(process.output()).toContain('"route":"/sign-in"');
  });

  test('ignores an IP address that the visitor sends in a header', async () => {
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
  ])('refuses a form of %s, with the message of the site', async (_, kilobytes) => {
    const body = Buffer.alloc(kilobytes * 1024, 'a');
    const headers = { 'content-type': 'multipart/form-data; boundary=a' };
    const answer = await visit().ask('/sign-up', { body, headers });
    expect([answer.status, answer.text]).toEqual([413, tooLarge]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  test('passes the headers of the site unchanged, and caches no page', async () => {
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

  test('redirects to the public URL, for any requested host', async () => {
    const open = await askPlainly(setup, '/wallets?a=b');
    expect(open.status).toBe(308);
    // In a deployment both ports are the default ones, which URLs omit.
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

  test('the doctor finds no problems', async () => {
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

  test('accepts as many cookies as a session may have', async () => {
    const full = await visit().ask('/sign-in', { headers: { cookie: `other=${'x'.repeat(12_000)}` } });
    expect(full.status).toBe(200);
  });

  test('loses no request while one process restarts after the other', async () => {
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

  test('returns an error page while no process runs, and recovers a moment later', async () => {
    await Promise.all(site.processes.map((one) => one.stop()));
    const away = await visit().ask('/sign-in');
    expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(away.text).toBe("We can't be reached just now. Try again in a moment.\n");
    await Promise.all([site.restart(0), site.restart(1)]);
    // The site retries an unreachable backend within five seconds.
    let again = 503;
    while (again === 503) again = (await visit().ask('/sign-in')).status;
    expect(again).toBe(200);
  });

  test('loses no request when one of two processes is killed, and signs no user out', async () => {
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

/** The error message of a page, so that a failed test shows it. */
function problemOf({ text }: Answer): string | null {
  return /role="alert"[^>]*>(.*?)<\/div>/s.exec(text)?.[1]?.replaceAll(/<[^>]+>/g, ' ') ?? null;
}

/** Sends a request over plain HTTP, like a visitor who types only the host name. */
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
