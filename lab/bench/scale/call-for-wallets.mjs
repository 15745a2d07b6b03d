import { base64, call, chain, makeAddress, makeHash, prepare, read } from './call.mjs';

const columns =
  'id, address, label, wallet_name, wallet_icon, is_primary, account_name, proof_id, proven_at, is_listed, proof';

/** Calls for proving and managing wallets, and for signing in with one. */
export function callForWallets({ ann, bob }) {
  const [evidence, signIn, confirmation] = [0, 0, 0].map(() => `'${base64(400)}', '${base64(64)}'`);
  const browser = makeHash();
  const issue = (purpose, address, into) =>
    call(
      'issue_challenge',
      `${ann.bound}, '${purpose}', 'sign_message', '${chain}', '${address}', 'http://localhost:3000',
        '${makeHash().slice(32)}', '${base64(400)}', 300`,
      into,
    );
  const wallet = ":'record_proof_walletId'";
  return [
    issue('prove', ann.address, 'challenge'),
    call('consume_challenge', `:'challenge_issue_challenge', ${ann.bound}, ${evidence}`),
    call('record_proof', `:'challenge_issue_challenge', ${ann.bound}, ${evidence}, 'bench'`),
    call('offer_account_deletion', `:'challenge_issue_challenge', ${ann.bound}, ${evidence}`),
    call('set_wallet_appearance', `${ann.bound}, ${wallet}, 'Phantom', null`),
    call('label_wallet', `${ann.bound}, ${wallet}, 'Savings', 'bench'`),
    call('make_wallet_primary', `${ann.bound}, ${wallet}, 'bench'`),
    call('publish_wallet', `${ann.bound}, ${wallet}, true, 'bench'`),
    call('read_public_proof', ":'record_proof_proofId'"),
    call('list_wallet', `${ann.bound}, ${wallet}, true, 'bench'`),
    call('change_public_page', `${ann.bound}, 'link_changed', null, 'bench'`),
    call('describe_public_page', ann.bound),
    call('read_public_page', ":'describe_public_page_describe_public_page'::jsonb ->> 'id'"),
    call('list_wallets', `${ann.bound}, '${chain}', '', 'newest', 1`),
    call('list_wallets', `${ann.bound}, '${chain}', 'phan', 'name', 1`, 'searched', 'list_wallets, a search'),
    read(
      ann,
      'live_wallets by address',
      `select ${columns} from countersign.live_wallets where address = '${ann.address}' and chain = '${chain}' limit 1`,
    ),
    read(
      ann,
      'wallets moved away',
      `select address, removed_at from countersign.wallets where removed_because = 'moved' and chain = '${chain}' and removed_at > now() - interval '30 days' order by removed_at desc limit 1`,
    ),
    read(ann, 'proofs', `select id from countersign.proofs where is_public = true`),
    issue('confirm', ann.address, 'confirmation'),
    call('consume_challenge', `:'confirmation_issue_challenge', ${ann.bound}, ${confirmation}`, 'confirmed'),
    call('record_step_up_by_wallet', `:'confirmation_issue_challenge', ${ann.bound}, ${confirmation}`),
    issue('prove', makeAddress(), 'unused'),
    call('discard_challenges', `'${ann.id}'`),
    call(
      'issue_sign_in_challenge',
      `'${browser}', 'sign_message', '${chain}', '${bob.address}', 'http://localhost:3000', '${makeHash().slice(32)}',
        '${base64(400)}', 300`,
    ),
    call(
      'consume_sign_in_challenge',
      `:'issue_sign_in_challenge_issue_sign_in_challenge', '${browser}', ${signIn}`,
    ),
    call('find_wallet_account', `'${chain}', '${bob.address}'`),
    call('claim_wallet_account', `'${bob.id}', '${bob.address}'`),
    // Auth's session for the account that was created or found.
    prepare(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ('${bob.session}', '${bob.id}', now(), now(), 'aal1') on conflict do nothing;`,
    ),
    call(
      'record_wallet_sign_in',
      `:'issue_sign_in_challenge_issue_sign_in_challenge', '${browser}', ${bob.bound}, ${signIn}, 'bench'`,
    ),
    call('mark_wallet_session', `${bob.bound}, '${bob.address}'`),
    call('remove_wallet', `${ann.bound}, ${wallet}, 'bench'`),
    // A wallet that apps may read.
    issue('prove', ann.address, 'again'),
    call('consume_challenge', `:'again_issue_challenge', ${ann.bound}, ${evidence}`, 'consumed_again'),
    call('record_proof', `:'again_issue_challenge', ${ann.bound}, ${evidence}, 'bench'`, 'proof_again'),
  ];
}
