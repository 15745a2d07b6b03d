import { randomBytes } from 'node:crypto';

const page = `select id, address, label, is_primary, is_public, proof_id, proven_at, method from live_wallets
  where chain = 'solana:mainnet'`;
const order = 'order by is_primary desc, created_at desc, id';
const base64 = (size) => randomBytes(size).toString('base64');
/** Base58 needs no more than that it has neither 0 nor letters that hexadecimal lacks. */
const makeAddress = () => randomBytes(22).toString('hex').replaceAll('0', 'z');

/**
 * One round of what the site does for an account, as a psql script: each measured statement is announced by
 * `> operation`, and psql prints its time after it. What only prepares is not announced.
 */
export function writeRound({ userId, sessionId, walletCount }) {
  const bound = `'${userId}', '${sessionId}'`;
  const evidence = `'${base64(400)}', '${base64(64)}'`;
  const asServer = 'set role service_role;';
  const asPerson = `set role authenticated; select set_config('request.jwt.claims', '{"sub":"${userId}"}', false) as claims \\gset`;
  const issue = (
    address,
  ) => `issue_challenge(${bound}, 'prove', 'sign_message', 'solana:mainnet', '${address}',
    'http://localhost:3000', '${randomBytes(16).toString('hex')}', '${base64(400)}', 300)`;
  const measured = [
    ['issue a challenge', asServer, `select ${issue(makeAddress())} as challenge \\gset`],
    [
      'prove: consume',
      asServer,
      `select origin as used from consume_challenge(:'challenge', ${bound}, ${evidence}) \\gset`,
    ],
    [
      'prove: record',
      asServer,
      `select "proofId" as proof_id, "walletId" as wallet_id from record_proof(:'challenge', ${bound}, ${evidence}, 'bench') \\gset`,
    ],
    ['publish', asServer, `select publish_wallet(${bound}, :'wallet_id', true, 'bench') as done \\gset`],
    ['read a public proof', asServer, `select read_public_proof(:'proof_id') is null as missing \\gset`],
    ['first page of wallets', asPerson, `${page} ${order} limit 50;`],
    ['last page of wallets', asPerson, `${page} ${order} limit 50 offset ${Math.max(0, walletCount - 50)};`],
    ['count of wallets', asPerson, `select count(*) from live_wallets where chain = 'solana:mainnet';`],
    ['one wallet by address', asPerson, `${page} and address = '${makeAddress()}' limit 1;`],
    [
      'first page of activity',
      asPerson,
      'select id, kind, details, device, created_at from activity_events order by id desc limit 51;',
    ],
    ['remove', asServer, `select remove_wallet(${bound}, :'wallet_id', 'bench') as done \\gset`],
  ];
  return [
    // The limits of a minute are for people, and so is the time that a step-up lasts.
    'reset role;',
    `update auth.sessions set created_at = now() where id = '${sessionId}';`,
    `update challenges set issued_at = issued_at - interval '2 hours', expires_at = expires_at - interval '2 hours' where user_id = '${userId}';`,
    `update activity_events set created_at = created_at - interval '2 hours' where user_id = '${userId}' and id > (select max(id) - 10 from activity_events where user_id = '${userId}');`,
    ...measured.map(
      ([name, role, statement]) => `${role}\n\\echo > ${name}\n\\timing on\n${statement}\n\\timing off`,
    ),
  ].join('\n');
}
