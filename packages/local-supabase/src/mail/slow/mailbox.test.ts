import { request } from 'node:http';
import { createTransport } from 'nodemailer';
import { type CapturedMail, readLocalMailbox } from '../../testing/read-local-mailbox.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() => startLocalSupabase());

async function sendMail(mail: { to: string; subject: string; text?: string; html?: string }) {
  const transport = createTransport(backend.smtpUrl);
  await transport.sendMail({ from: 'notices@countersign.test', ...mail });
  transport.close();
}

const readPage = async () => {
  const answer = await fetch(`${backend.url}/mailbox`);
  return { headers: answer.headers, html: await answer.text() };
};

/** fetch can't set the Host header. */
function getWithHost(path: string, host: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    request(backend.url + path, { headers: { host, apikey: backend.publishableKey } }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on('error', fail)
      .end();
  });
}

test('an email sent by SMTP is in the mailbox with its link and code, newest last', async () => {
  await sendMail({ to: 'first@example.test', subject: 'First', text: 'Hello' });
  await sendMail({
    to: 'ann@example.test',
    subject: 'Grüße',
    html: '<p>Code <b>123456</b></p><a href="https://app.example/x?a=1&amp;b=2">Go</a>',
  });
  const mails = await readLocalMailbox(`${backend.url}/mailbox`);
  expect(mails.map((mail) => mail.to).slice(-2)).toEqual(['first@example.test', 'ann@example.test']);
  expect(mails.at(-1)).toEqual({
    id: expect.any(String),
    to: 'ann@example.test',
    subject: 'Grüße',
    text: expect.stringContaining('123456'),
    html: expect.stringContaining('<b>123456</b>'),
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/),
    code: '123456',
    link: 'https://app.example/x?a=1&b=2',
  });
  expect(mails.at(-2)).toMatchObject({ html: null, code: null, link: null });
});

test('lists the emails to one address, newest last', async () => {
  for (const subject of ['Older one', 'Newer one']) {
    await sendMail({ to: 'alone+1@example.test', subject, text: 'Hello' });
    await sendMail({ to: 'other@example.test', subject, text: 'Hello' });
  }
  const answer = await fetch(`${backend.url}/mailbox.json?to=alone%2B1%40example.test`);
  const mails = (await answer.json()) as CapturedMail[];
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['alone+1@example.test', 'Older one'],
    ['alone+1@example.test', 'Newer one'],
  ]);
});

test('an email never becomes script or markup of the page', async () => {
  await sendMail({
    to: 'eve@example.test',
    subject: '<script>alert(1)</script>"><img src=x onerror=alert(2)>',
    html: '"></iframe><script>alert(3)</script><a href="javascript:alert(4)">x</a>',
  });
  const { html, headers } = await readPage();
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/href="javascript:/i);
  expect(html).not.toContain('"></iframe><script');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]+'(;|$)/);
  const nonce = /nonce-([^']+)'/.exec(policy)?.[1];
  expect(html).toContain(`<script nonce="${nonce}">`);
  expect((await readPage()).headers.get('content-security-policy')).not.toBe(policy);
  expect(html).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms|top-navigation)/);
});

test('the page explains itself, lists the newest first, opens links in a new tab, and offers none for a notice', async () => {
  const confirm = 'https://app.example/auth/confirm?token_hash=abc';
  await sendMail({ to: 'a@example.test', subject: 'Older one', text: 'See https://app.example/activity' });
  await sendMail({ to: 'a@example.test', subject: 'Newer one', text: confirm });
  const { html } = await readPage();
  expect(html).toContain('No email leaves this machine');
  expect(html).toContain(`href="${confirm}" target="_blank" rel="noopener noreferrer"`);
  const [before = '', after = ''] = html.split('Older one');
  expect(before).toContain('Newer one');
  const notice = after.slice(0, after.indexOf('</article>'));
  expect(notice).toContain('See https://app.example/activity');
  expect(notice).not.toContain('Open the link');
  expect(notice).toMatch(/>\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC</);
});

test('shows an email with HTML and text in both forms, light and dark, without scripts', async () => {
  const html = '<style>@media (prefers-color-scheme: dark) {}</style><b>As HTML</b>';
  await sendMail({ to: 'c@example.test', subject: 'Both kinds', html, text: 'As <text>' });
  const page = (await readPage()).html;
  const mail = page.slice(page.indexOf('Both kinds'), page.indexOf('</article>'));
  const frames = [...mail.matchAll(/<iframe class="(.*?)" .*? sandbox="(.*?)" srcdoc="([^"]*)">/g)];
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  expect(frames.map(([, ...frame]) => frame)).toEqual([
    ['as-light', sandbox, expect.stringContaining('@media (max-width: 0) {')],
    ['as-dark', sandbox, expect.stringContaining('@media (min-width: 0) {')],
  ]);
  for (const [, , , source] of frames) expect(source).toContain('&lt;b&gt;As HTML');
  expect(mail).toContain('<summary>Show the plain text</summary><pre>As &lt;text&gt;');
});

test("pages of other origins can't read the mailbox", async () => {
  for (const path of ['/mailbox', '/mailbox.json']) {
    const answer = await fetch(backend.url + path, { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('refuses every path to other host names (DNS rebinding)', async () => {
  const { port } = new URL(backend.url);
  const own = [`localhost:${port}`, `127.0.0.1:${port}`];
  const foreign = [`evil.example:${port}`, 'evil.example', 'localhost', `127.0.0.1.evil.example:${port}`];
  for (const path of ['/mailbox', '/mailbox.json', '/auth/v1/health', '/rest/v1/nothing'])
    for (const host of [...own, ...foreign]) {
      const isRefused = (await getWithHost(path, host)) === 403;
      expect([path, host, isRefused]).toEqual([path, host, foreign.includes(host)]);
    }
});

test('survives an email with a NUL character, and one of more than 1 MB', async () => {
  await sendMail({ to: 'nul@example.test', subject: 'nul', text: 'a\u0000b' });
  await expect(
    sendMail({ to: 'big@example.test', subject: 'big', text: 'x'.repeat(1_200_000) }),
  ).rejects.toThrow();
  expect((await backend.newestMailTo('nul@example.test')).text).toContain('a');
});

test('keeps the newest 500 emails', async () => {
  const { port } = new URL(backend.smtpUrl);
  const transport = createTransport({
    host: '127.0.0.1',
    port: Number(port),
    pool: true,
    maxConnections: 1,
    maxMessages: 1000,
  });
  for (let count = 0; count < 505; count += 1)
    await transport.sendMail({
      from: 'a@x.test',
      to: 'many@example.test',
      subject: String(count),
      text: 'x',
    });
  transport.close();
  const mails = await readLocalMailbox(`${backend.url}/mailbox`);
  expect([mails.length, mails.at(-1)?.subject]).toEqual([500, '504']);
});
