import { setTimeout } from 'node:timers/promises';
import type { Account } from '../../e2e/fixtures/account.ts';
import { openHttpClient } from '../../e2e/fixtures/http-client.ts';
import { createWalletKey } from '../../e2e/fixtures/prove-wallet.ts';
import type { RawAnswer } from '../../e2e/fixtures/raw-request.ts';
import { isSessionCookie } from '../../e2e/fixtures/session-cookies.ts';

/** The part of an action's answer that is used here. */
type Answer = {
  challenge?: { id: string; message: string };
  proven?: { proofId: string };
  problem?: { code: string };
};

type Surroundings = {
  siteUrl: string;
  /** IDs of server actions by name. */
  actions: Map<string, string>;
  /** How often each thing happened to all people. */
  tally: Map<string, number>;
};

/** Step-up would ask after ten minutes. */
const signsOutAfterInMilliseconds = 8 * 60_000;
const pages = ['/wallets', '/account', '/security', '/activity', '/apps', '/api/session'];

/** A person with a browser and a network of their own, who repeats what got no answer. */
export function openPerson({ siteUrl, actions, tally }: Surroundings, account: Account, number: number) {
  const client = openHttpClient(siteUrl, siteUrl, { 'x-forwarded-for': `203.0.113.${number}` });
  const losses: string[] = [];
  const acknowledged: string[] = [];
  let state: 'out' | 'in' | 'leaving' = 'out';
  let signedInAt = 0;
  let unanswered: object | undefined;

  const count = (what: string, times = 1) => void tally.set(what, (tally.get(what) ?? 0) + times);
  const lose = (what: string) => void losses.push(`${new Date().toISOString()} ${account.email} ${what}`);
  const hasSession = () => [...client.cookies.keys()].some(isSessionCookie);

  /** A broken connection has no answer. */
  async function ask(request: () => Promise<RawAnswer>) {
    const before = [...client.cookies].join();
    const answer = await request().catch(() => null);
    count(answer ? `status ${answer.status}` : 'no answer');
    if (answer && [...client.cookies].join() !== before) count('cookies renewed or removed');
    const { location = '' } = answer?.headers ?? {};
    if (state === 'in' && (location.startsWith('/sign-in') || !hasSession())) {
      lose(`lost the session: ${answer?.status} ${location}`);
      state = 'out';
    }
    return answer;
  }

  async function signIn() {
    const answer = await ask(() => client.signIn(account));
    count(hasSession() ? 'signed in' : `sign-in failed: ${answer?.status} ${answer?.headers.location ?? ''}`);
    if (hasSession()) [state, signedInAt] = ['in', Date.now()];
  }

  async function signOut() {
    state = 'leaving';
    await ask(() => client.press('/account', 'Sign out'));
    // If that answer was lost, this page finds the session ended.
    if (hasSession()) await ask(() => client.get('/account'));
    count(hasSession() ? 'sign-out failed' : 'signed out');
    if (!hasSession()) state = 'out';
  }

  /** Calls an action as the page's script does. */
  async function call(action: string, input: object): Promise<Answer> {
    const type = { 'content-type': 'text/plain;charset=UTF-8', 'next-action': actions.get(action) ?? '' };
    const sent = { headers: { origin: siteUrl, ...type }, body: Buffer.from(JSON.stringify([input])) };
    const answer = await ask(() => client.send({ method: 'POST', path: '/wallets', ...sent }));
    const [, row] = /^1:(\{.*\})$/m.exec(answer?.text ?? '') ?? [];
    return row ? JSON.parse(row) : { problem: { code: 'no answer' } };
  }

  async function prove() {
    const key = createWalletKey();
    const asked = { address: key.address, method: 'sign_message', purpose: 'prove' };
    const { challenge, problem } = await call('issueChallengeAction', asked);
    if (!challenge) return count(`statement: ${problem?.code}`);
    const signature = Buffer.from(key.sign(Buffer.from(challenge.message, 'base64'))).toString('base64');
    unanswered = { challengeId: challenge.id, signedBytes: challenge.message, signature };
    await submit(unanswered);
  }

  async function submit(signed: object) {
    const { proven, problem } = await call('proveWalletAction', signed);
    count(`proof: ${problem?.code ?? 'recorded'}`);
    if (proven) acknowledged.push(proven.proofId);
    if (!['no answer', 'backend.unavailable'].includes(problem?.code ?? '')) unanswered = undefined;
  }

  /** One step: a visit in several tabs, a proof, a sign-in or a sign-out. */
  async function work(): Promise<void> {
    const dice = Math.random();
    if (state === 'out') return signIn();
    if (state === 'leaving') return signOut();
    if (unanswered) return submit(unanswered);
    if (Date.now() - signedInAt > signsOutAfterInMilliseconds || dice < 0.01) return signOut();
    if (dice < 0.06) return prove();
    const tabs = pages.filter(() => Math.random() < 0.3);
    await Promise.all(tabs.map((path) => ask(() => client.get(path))));
  }

  async function readExport() {
    const headers = { origin: siteUrl, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await ask(() => client.send({ method: 'POST', path: '/account/export', headers }));
    return answer?.status === 200 && JSON.parse(answer.text);
  }

  /** In good weather: lists what this person has lost, and what exists twice. */
  async function listLosses(): Promise<string[]> {
    for (let tries = 0; unanswered && tries < 20; tries++) await submit(unanswered);
    if (state === 'in') await ask(() => client.get('/account'));
    let exported: { proofs: { id: string; walletId: string }[] } | undefined;
    for (let tries = 0; !exported && tries < 5; tries++) {
      if (tries > 0) await setTimeout(5_000);
      // The export requires a recent sign-in.
      if (state !== 'out') await signOut();
      if (state === 'out') await signIn();
      exported = await readExport();
    }
    if (!exported) {
      lose('can’t work in good weather');
      return losses;
    }
    const { proofs } = exported;
    count('proofs acknowledged', acknowledged.length);
    count('proofs stored', proofs.length);
    const lost = acknowledged.filter((id) => !proofs.some((proof) => proof.id === id));
    if (lost.length > 0) lose(`lost the proofs ${lost.join(' ')}`);
    if (new Set(proofs.map(({ walletId }) => walletId)).size < proofs.length) lose('has a proof twice');
    return losses;
  }

  return { work, listLosses };
}
