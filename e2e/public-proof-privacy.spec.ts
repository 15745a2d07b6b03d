import { errors } from '../lib/errors.ts';
import { createAccount } from './fixtures/account.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import { neutral } from './fixtures/neutral-answer.ts';
import { changeWallet, createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { pathsOf, publishProof } from './fixtures/public-proof.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { unpackSession } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

/** Requests a page's RSC payload as the router does, following Next's redirect. */
async function getPayload(visitor: HttpClient, path: string): Promise<RawAnswer> {
  const first = await visitor.get(path, { rsc: '1' });
  return first.headers.location ? visitor.get(first.headers.location, { rsc: '1' }) : first;
}

test('nothing public identifies a user, not even to the owner', async ({ addresses }) => {
  const proof = await publishProof(addresses);
  const owner = openHttpClient(addresses.siteUrl);
  await owner.signIn(proof.account);
  const { access_token } = unpackSession(owner.cookies, addresses);
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
  const personal = {
    'the e-mail': proof.account.email,
    'the name in the e-mail': proof.account.email.split('@')[0] ?? '',
    'the user id': proof.prover.userId,
    'the session that proved': proof.prover.sessionId,
    'the session that looks': String(claims.session_id),
    'the wallet’s own id': proof.walletId,
  };
  expect(claims.sub).toBe(proof.prover.userId);
  const stranger = openHttpClient(addresses.siteUrl);
  for (const visitor of [stranger, owner]) {
    const answers = {
      page: await visitor.get(proof.path),
      payload: await getPayload(visitor, proof.path),
      json: await visitor.get(proof.jsonPath),
    };
    expect(answers.payload.headers['content-type']).toContain('text/x-component');
    for (const [kind, { status, text, headers }] of Object.entries(answers)) {
      expect([kind, status, text.includes(proof.key.address)]).toEqual([kind, 200, true]);
      const everything = text + JSON.stringify(headers);
      const found = Object.entries(personal).filter(([, secret]) => everything.includes(secret));
      expect([kind, found.map(([name]) => name)]).toEqual([kind, []]);
    }
  }
});

test('a private proof, an unknown one and a malformed ID look identical, byte for byte', async ({
  addresses,
}) => {
  const prover = await openProver(addresses, await createAccount(addresses));
  const hidden = await proveWallet(addresses, prover, createWalletKey());
  const unknown = crypto.randomUUID();
  const ids = [hidden.proofId, unknown, unknown.toUpperCase(), 'no-such-proof', `${hidden.proofId}0`];
  const visitor = openHttpClient(addresses.siteUrl);
  const pages: string[] = [];
  const payloads: string[] = [];
  const jsons: string[] = [];
  for (const id of ids) {
    const { path, jsonPath } = pathsOf(id);
    const [page, payload, json] = [
      await visitor.get(path),
      await getPayload(visitor, path),
      await visitor.get(jsonPath),
    ];
    expect([id, page.status, payload.status, json.status]).toEqual([id, 404, 200, 404]);
    expect(payload.text).toContain(errors['request.not_found'].title);
    pages.push(neutral(page, id));
    payloads.push(neutral(payload, id));
    jsons.push(neutral(json, id));
  }
  for (const answers of [pages, payloads, jsons]) {
    expect(answers[0]).not.toContain(hidden.proofId);
    for (const answer of answers) expect(answer).toBe(answers[0]);
  }
});

test("the page is stored only in its browser's bfcache, not by caches or search engines, and a link preview says what the page says", async ({
  addresses,
}) => {
  const proof = await publishProof(addresses, { displayName: 'Ada' });
  const { headers, text, setCookies } = await openHttpClient(addresses.siteUrl).get(proof.path);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(setCookies).toEqual([]);
  expect(text).toMatch(/<meta name="robots" content="noindex"/);
  const { accountCode } = await (await fetch(addresses.siteUrl + proof.jsonPath)).json();
  const previews = text.match(/<meta [^>]*(og:|twitter:|name="description")[^>]*>/g) ?? [];
  expect(previews.length).toBeGreaterThan(2);
  expect(previews.join('')).toContain(`for Ada, account ${accountCode}.`);
  expect(previews.join('')).toMatch(/property="og:title" content="Proof of [^"]* for Ada"/);
  expect(previews.join('')).toMatch(
    new RegExp(`property="og:image:alt" content="Proof of the wallet [^"]* for Ada, account ${accountCode}"`),
  );
  for (const secret of [proof.account.email, proof.prover.userId, proof.walletId]) {
    expect(previews.join('')).not.toContain(secret);
  }
  expect(previews.join('')).toContain(
    `<meta property="og:image" content="${addresses.siteUrl}${proof.path}/picture.png"/>`,
  );
  expect(text).toContain(
    `<title>Proof of ${proof.key.address.slice(0, 4)}…${proof.key.address.slice(-4)} for Ada · Countersign</title>`,
  );
});

test('the picture and the badge match the page, load on every site, and end with the proof', async ({
  addresses,
}) => {
  const proof = await publishProof(addresses, { accountName: '山田太郎' });
  const visitor = openHttpClient(addresses.siteUrl);
  const get = (name: string, id = proof.proofId) => visitor.get(`/proofs/${id}/${name}`);
  const picture = await get('picture.png');
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  // The site's fonts lack these letters. None are fetched, and the picture omits the name.
  const badge = await get('badge.svg');
  expect([badge.status, badge.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(badge.text).toContain('✓ Proven');
  expect(badge.text).toContain('the account 山田太郎, ID');
  for (const { headers, setCookies } of [picture, badge]) {
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(setCookies).toEqual([]);
  }

  const hidden = await proveWallet(addresses, proof.prover, createWalletKey());
  for (const id of [hidden.proofId, crypto.randomUUID(), 'no-such-proof']) {
    expect((await get('picture.png', id)).status).toBe(404);
    const unknown = await get('badge.svg', id);
    expect(unknown.text).toContain('No public proof');
    expect(unknown.text).toBe((await get('badge.svg', crypto.randomUUID())).text);
  }
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  expect((await get('picture.png')).status).toBe(404);
  const ended = (await get('badge.svg')).text;
  expect(ended).toContain('Proof ended');
  expect(ended).not.toContain(proof.key.address.slice(0, 4));
});
