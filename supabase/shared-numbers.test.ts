import { readFileSync } from 'node:fs';
import { writePresenceStatement } from 'countersign/proof/statement';
import { parse } from 'smol-toml';
import { mostShared } from '../app/connect/[id]/wallet-choice';
import { mailedCodeLifetime, stepUpMinutes } from '../lib/lifetimes';
import { AppEvent } from '../lib/oidc/poll-app-events';
import { describeError } from '../lib/result';
import { readSchemas } from './testing/read-schemas';

/** The interval that a function of the schemas returns, in words. */
function readLifetime(name: string): string | undefined {
  const { 1: body } =
    new RegExp(`${name}\\(\\) returns interval[^']*''[^']*'([^']+)'`).exec(readSchemas()) ?? [];
  return body;
}

test('a step-up counts as long in the database, on pages, and in the statement that a wallet signs for it', () => {
  expect(readLifetime('step_up_lifetime')).toBe(`${stepUpMinutes} minutes`);
  expect(writePresenceStatement({ accountCode: '7F3K-2Q9D', displayName: null })).toContain(
    `For ${stepUpMinutes} minutes, the browser`,
  );
});

test('an emailed code is valid as long at Auth, in the database, and on pages', () => {
  expect(mailedCodeLifetime).toEqual({ seconds: 3600, inWords: 'one hour' });
  expect(readLifetime('mailed_code_lifetime')).toBe('1 hour');
  const { auth } = parse(readFileSync('supabase/config.toml', 'utf8')) as {
    auth: { email: { otp_expiry: number } };
  };
  expect(auth.email.otp_expiry).toBe(mailedCodeLifetime.seconds);
});

test('a grant has as many wallets in the database as at consent and in its error', () => {
  expect(readSchemas()).toContain(`where cardinality(p_wallet_ids) > ${mostShared};`);
  expect(describeError('app.too_many_wallets').title).toBe(`An app can see up to ${mostShared} wallets.`);
});

test('the database knows the kinds of events that apps receive', () => {
  const [, kinds = ''] =
    /create table countersign_private\.oauth_events[\s\S]*?kind in \(([^)]+)\)/.exec(readSchemas()) ?? [];
  expect(kinds.split(', ').map((kind) => kind.slice(1, -1))).toEqual(AppEvent.shape.kind.options);
});
