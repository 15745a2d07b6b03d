import { randomUUID } from 'node:crypto';
import { makeAddress } from './call.mjs';
import { callForApps } from './call-for-apps.mjs';
import { callForSessions } from './call-for-sessions.mjs';
import { callForSignIn } from './call-for-sign-in.mjs';
import { callForWallets } from './call-for-wallets.mjs';

/** A new user with two sessions at Auth. `bound` holds the first parameters of most functions. */
function makePerson(name) {
  const id = randomUUID();
  const session = randomUUID();
  const email = `${name}-${id}@example.org`;
  return { id, session, email, address: makeAddress(), bound: `'${id}', '${session}'` };
}

/**
 * A psql script of everything the site does for three new users: calls every function that the site calls, and creates the rows
 * that these need. Prints `> name` on both outputs before each measured call, and psql prints its time after it.
 */
export function writeRound() {
  const [ann, bob, carol] = ['ann', 'bob', 'carol'].map(makePerson);
  const people = { ann, bob, carol };
  const steps = [
    ...callForSessions(people),
    ...callForWallets(people),
    ...callForSignIn(people),
    ...callForApps(people),
  ];
  return [arriveAtAuth(people), ...steps.map(writeStep)].join('\n');
}

function arriveAtAuth({ ann, bob, carol }) {
  const users = [ann, bob, carol].map(
    ({ id, email }) => `('${id}', '${email}', 'a hash of ${id}', now(), '{}', '{}')`,
  );
  const sessions = [ann, bob, carol].map(
    ({ id, session }) => `('${session}', '${id}', now(), now(), 'aal1')`,
  );
  const wallets = [bob, carol].map(
    ({ id, address }) => `('${id}', 'web3', 'web3:solana:${address}', '{}', now(), now())`,
  );
  return `reset role;
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data) values ${users};
    insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ${sessions};
    insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at) values ${wallets};`;
}

/** @param step `name` and `sql` of a call by the server; with `by`, of a query by that user; without `name`, a preparation */
function writeStep({ name, by, sql }) {
  if (!name) return `reset role;\n\\warn > what prepares\n${sql}`;
  const role = by
    ? `set role authenticated; select set_config('request.jwt.claims', '{"sub":"${by.id}","session_id":"${by.session}","aal":"aal1"}', false) as claims \\gset`
    : `set role service_role; select set_config('request.jwt.claims', '{"role":"service_role"}', false) as claims, set_config('request.headers', '{"x-countersign-token-level":"aal2"}', false) as headers \\gset`;
  return `${role}\n\\echo > ${name}\n\\warn > ${name}\n\\timing on\n${sql}\n\\timing off`;
}
