import { createHash } from 'node:crypto';

// Before 1.0.0 the schema was made by 46 migrations, later 47, under names that have changed since. This converts such a database to
// the baseline in place: tables keep their rows, and functions keep their identity, so policies of other apps that call
// countersign.my_wallets() go on working.

/** The first migration of 1.0.0, which makes the whole schema. */
export const baselineVersion = '20261126000000';

/** The migrations that the baseline replaces in a project's history. */
export const olderVersions = [
  '20261122090000',
  '20261122090100',
  '20261122090200',
  '20261122090300',
  '20261122090400',
  '20261122090500',
  '20261122090600',
  '20261122090700',
  '20261122090800',
  '20261122090900',
  '20261122091000',
  '20261122091100',
  '20261122131000',
  '20261122132000',
  '20261122135000',
  '20261122136000',
  '20261122140000',
  '20261122140100',
  '20261122140200',
  '20261122140300',
  '20261122140400',
  '20261122150000',
  '20261122160000',
  '20261122160100',
  '20261122160200',
  '20261122160300',
  '20261122160400',
  '20261122170000',
  '20261122170100',
  '20261122170200',
  '20261122170300',
  '20261122170400',
  '20261122170500',
  '20261123010000',
  '20261123010100',
  '20261123020000',
  '20261123030000',
  '20261123040000',
  '20261123050000',
  '20261123060000',
  '20261123070000',
  '20261123080000',
  '20261123090000',
  '20261123100000',
  '20261123110000',
  '20261123111000',
  '20261125090000',
];

/** A hash of all objects, as the older schema describes itself after its 46th and its 47th migration. */
const olderFingerprints = ['0592435656ff8fb4c277debed8fbea02', '05c6a475f63ce5d119aa82c7ee37b0d1'];
/** The same after the baseline. */
const baselineFingerprint = 'ea4dbdaab880327f385c41052b420c78';

/**
 * Whether these objects are exactly those of the older schema. False for one that is unfinished or was changed by hand.
 * @param objects each object and the MD5 of its description, as `countersign_private.describe_objects()` has them
 */
export function isOlderSchema(objects: Record<string, string>): boolean {
  return olderFingerprints.includes(fingerprint(objects));
}

/**
 * Call this in the transaction of the conversion, before it commits.
 * @param objects as above
 * @throws if these are not exactly the objects that the baseline makes
 */
export function requireBaseline(objects: Record<string, string>): void {
  if (fingerprint(objects) !== baselineFingerprint)
    throw new Error(`The conversion did not make the schema of the baseline (${fingerprint(objects)}).`);
}

function fingerprint(objects: Record<string, string>): string {
  const lines = Object.keys(objects)
    .sort()
    .map((name) => `${name} ${objects[name]}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 32);
}

/**
 * SQL that converts the older schema to the one of the baseline. Run it as the owner of the schemas, in one transaction, with the
 * default search path.
 */
export function writeConversion(baseline: string): string {
  const again = baseline
    // These are there already, under the names that they have from here on.
    .replace(/^(create (schema|table|index|unique index)|insert into) [\s\S]*?;$/gm, '')
    .replace(/^create (function|view|trigger) /gm, 'create or replace $1 ');
  return `${tablesAsNow}${namesAsNow}${again}`;
}

/** Columns of the 47th migration, and two tables under their new names. */
const tablesAsNow = `
alter table countersign_private.oauth_clients
  alter column id_token_alg set default 'RS256',
  add column if not exists requires_pkce boolean not null default true,
  drop constraint if exists oauth_clients_pkce,
  add constraint oauth_clients_pkce check (requires_pkce or is_reviewed and is_confidential);
alter table countersign_private.oauth_items
  add column if not exists session_id uuid,
  drop constraint if exists oauth_items_session,
  add constraint oauth_items_session check (session_id is null or kind = 'AuthorizationCode');
alter table countersign_private.expected_sign_in_methods rename to announced_changes;
alter table countersign_private.announced_changes rename constraint expected_sign_in_methods_pkey to announced_changes_pkey;
alter table countersign_private.announced_changes rename constraint expected_sign_in_methods_user_id_fkey to announced_changes_user_id_fkey;
alter table countersign_private.announced_changes rename constraint expected_sign_in_methods_kind_check to announced_changes_kind_check;
alter table countersign_private.announced_changes rename constraint expected_sign_in_methods_one_passkey to announced_changes_one_passkey;
alter index countersign_private.expected_sign_in_methods_by_expiry rename to announced_changes_by_expiry;
alter table countersign_private.clean_up rename to clean_up_progress;
alter table countersign_private.clean_up_progress rename constraint clean_up_pkey to clean_up_progress_pkey;
alter table countersign_private.clean_up_progress rename constraint clean_up_is_only_check to clean_up_progress_is_only_check;
alter table countersign_private.clean_up_progress rename constraint clean_up_reads_check to clean_up_progress_reads_check;
`;

const renamedFunctions = {
  list_foreign_sign_in_methods: 'list_unannounced_sign_in_methods',
  foreign_sign_in_methods: 'unannounced_sign_in_methods',
  is_foreign_sign_in: 'is_unannounced_sign_in',
  is_foreign_session: 'is_unannounced_session',
  keep_wallet_look: 'set_wallet_appearance',
  forget_wallet_look: 'clear_wallet_appearance',
  find_way_past_authenticator: 'find_authenticator_recovery',
  take_authenticators_to_remove: 'begin_authenticator_recovery',
  forget_what_is_old: 'clean_up',
  forget_dated: 'delete_expired',
  forget_left_over: 'delete_orphans',
  give_up_mails: 'delete_stale_mails',
  forget_old_app_events: 'delete_old_app_events',
  forget_old_grants: 'delete_old_grants',
  forget_email_change: 'clear_email_change',
  forget_wallet_identity: 'remove_wallet_identity',
  forget_requests_of_account: 'delete_app_requests_of_account',
  tell_app: 'queue_app_event',
  tell_of_shared_wallet: 'queue_event_of_shared_wallet',
  tell_of_unshared_wallet: 'queue_event_of_unshared_wallet',
  tell_of_changed_wallet: 'queue_event_of_changed_wallet',
  tell_of_ended_grant: 'queue_event_of_ended_grant',
  tell_of_deleted_account: 'queue_event_of_deleted_account',
  tell_new_name: 'add_new_name',
  tell_of_token_reuse: 'record_token_reuse',
  keep_evidence_date: 'set_evidence_date',
  keep_nameless_proof_private: 'refuse_nameless_public_proof',
  keep_deleted_public_proof: 'record_deleted_public_proof',
  keep_name_of_proof: 'set_name_of_proof',
  keep_logo: 'set_logo',
  add_caip_prefix: 'format_caip10',
  name_client: 'read_client_name',
  name_passkey: 'read_passkey_name',
  place_of_redirect_uri: 'host_and_port_of_redirect_uri',
  lasting_passkeys: 'remaining_passkeys',
  settle_wallet_account: 'claim_wallet_account',
  settle_first_password: 'resolve_first_password',
  settle_sign_in_method_change: 'finish_sign_in_method_change',
  account_of_mail_link: 'find_account_of_mail_link',
  email_change_of_link: 'find_email_change_of_link',
  wallets_of_subject: 'list_wallets_of_subject',
  oauth_sub: 'ensure_oauth_subject',
  oauth_claims: 'describe_oauth_claims',
  last_mail_of_account: 'find_last_mail',
  take_passkey_offer: 'claim_passkey_offer',
  use_factor_code: 'consume_factor_code',
  use_recovery_code: 'consume_recovery_code',
  use_mail_token: 'consume_mail_token',
  use_once: 'consume_once',
  use_oauth_item: 'consume_oauth_item',
};

/**
 * Functions under their new names. Policies and triggers on our own tables go, and so do functions that return a table, whose columns
 * can't be renamed in place: the baseline creates them again.
 */
const namesAsNow = `
drop function countersign.end_grant_of_reuse, countersign_private.forget_stale_mails;
do $$
declare
  renamed constant jsonb := '${JSON.stringify(renamedFunctions)}';
  found record;
begin
  for found in
    select p.oid::regprocedure as signature, p.proname::text as name from pg_catalog.pg_proc p
    where p.pronamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)
  loop
    if renamed ? found.name then
      execute format('alter function %s rename to %I', found.signature, renamed ->> found.name);
    end if;
  end loop;
  for found in
    select p.oid::regprocedure as signature from pg_catalog.pg_proc p
    where p.pronamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)
      and 't' = any (p.proargmodes) and p.proname <> 'my_wallets'
  loop
    execute format('drop function %s', found.signature);
  end loop;
  for found in
    select c.oid::regclass as relation, p.polname as policy, null as trigger
    from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
    where c.relnamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)
    union all
    select c.oid::regclass, null, t.tgname
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace)
  loop
    execute format('drop %s %I on %s', case when found.policy is null then 'trigger' else 'policy' end,
      coalesce(found.policy, found.trigger), found.relation);
  end loop;
end $$;
`;
