import { errors } from '../lib/errors.ts';
import { describedAnswer } from './fixtures/api-description.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { type RawAnswer, sendRaw } from './fixtures/raw-request.ts';
import { readWords } from './fixtures/read-html.ts';
import { expectFits } from './fixtures/sign-in-and-out.ts';
import { startStubDatabase } from './fixtures/stub-database.ts';
import { expect, test } from './fixtures/test.ts';

const described = '/api/v1/proofs/{id}';
const unknownPath = `/api/v1/proofs/${crypto.randomUUID()}`;

/** Asserts that docs/openapi.json describes an answer. described-answers.test.ts covers all of them. */
function expectDescribed(answer: RawAnswer, status: number, method = 'GET'): void {
  expect([method, answer.status]).toEqual([method, status]);
  const { headers, body } = describedAnswer(described, method, status);
  for (const [name, schema] of headers) {
    expect([name, schema.safeParse(answer.headers[name]).error?.message]).toEqual([name, undefined]);
  }
  if (!body) {
    expect(answer.text).toBe('');
    return;
  }
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(body.safeParse(JSON.parse(answer.text)).error?.message).toBeUndefined();
}

test("HEAD answers like GET without the body, and methods that don't read are refused", async ({
  addresses,
}) => {
  const get = await sendRaw(addresses.siteUrl, { path: unknownPath });
  const head = await sendRaw(addresses.siteUrl, { method: 'HEAD', path: unknownPath });
  expectDescribed(head, 404, 'HEAD');
  for (const name of ['cache-control', 'content-type']) expect(head.headers[name]).toBe(get.headers[name]);
  const headers = { 'content-type': 'application/json', origin: 'https://other.example' };
  const post = { method: 'POST', path: unknownPath, headers, body: Buffer.from('{}') };
  expectDescribed(await sendRaw(addresses.siteUrl, post), 405, 'POST');
});

test('pages of any site may read it, and cookies have no effect', async ({ account, addresses }) => {
  const { jsonPath } = await publishProof(addresses);
  const signedIn = openHttpClient(addresses.siteUrl);
  await signedIn.signIn(account);
  const garbage = { cookie: 'sb-127-auth-token=garbage', origin: 'https://other.example' };
  const answers = [
    await sendRaw(addresses.siteUrl, { path: jsonPath }),
    await signedIn.get(jsonPath),
    await sendRaw(addresses.siteUrl, { path: jsonPath, headers: garbage }),
  ];
  for (const { headers, setCookies, text } of answers) {
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(String(headers.vary ?? '')).not.toMatch(/cookie|origin|\*/i);
    expect(setCookies).toEqual([]);
    expect(text).toBe(answers[0]?.text);
  }
  const asked = {
    method: 'OPTIONS',
    path: jsonPath,
    headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
  };
  expectDescribed(await sendRaw(addresses.siteUrl, asked), 204, 'OPTIONS');
});

test('an unknown address of the API answers in JSON', async ({ addresses }) => {
  for (const path of ['/api/nothing', '/api/v1/nothing', '/api/v1/proofs', `${unknownPath}/more`]) {
    const answer = await sendRaw(addresses.siteUrl, { path });
    expect([path, answer.status, JSON.parse(answer.text).error.code]).toEqual([path, 404, 'api.not_found']);
  }
});

test('an invalid or missing answer of the backend never reads as "no such proof"', async ({
  addresses,
  page,
}) => {
  const stub = await startStubDatabase({ id: 'not-an-id', status: 'standing', proof: { secret: 'row' } });
  const app = await startAppOnBackend(
    { ...addresses, supabaseUrl: stub.url },
    { variables: { SUPPORT_URL: 'mailto:help@acme.example' } },
  );
  const pagePath = unknownPath.replace('/api/v1', '');
  try {
    await test.step('a row that is no proof is a fault of ours, said without its content, and asked for again', async () => {
      const answer = await sendRaw(app.siteUrl, { path: unknownPath });
      expectDescribed(answer, 500);
      expect(answer.text).not.toContain('secret');
      await page.goto(app.siteUrl + pagePath);
      await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Countersign', exact: true })).toBeVisible();
      await expect(page.getByText(/^Reference \d+$/)).toBeVisible();
      const support = page.getByRole('contentinfo').getByRole('link', { name: 'Support' });
      await expect(support).toHaveAttribute('href', 'mailto:help@acme.example');
      stub.change(null);
      await page.getByRole('button', { name: 'Try again' }).click();
      const unknown = page.getByRole('heading', { level: 1, name: errors['proof.not_found'].title });
      await expect(unknown).toBeVisible();
      await expectFits(page);
      await expect(page.getByRole('banner')).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
    });
    await test.step('a backend out of reach is 503 with a time to wait, never "not there"', async () => {
      await stub.stop();
      expectDescribed(await sendRaw(app.siteUrl, { path: unknownPath }), 503);
      const { text } = await sendRaw(app.siteUrl, { path: pagePath });
      expect(readWords(text)).toContain("We can't read proofs right now.");
    });
  } finally {
    await app.process.stop();
    await stub.stop();
  }
});
