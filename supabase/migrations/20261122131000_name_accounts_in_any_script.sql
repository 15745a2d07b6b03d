-- A name on pages may have letters of any script. What is signed stays ASCII: the server derives that form, and a proof
-- remembers the name that its account had when it was made, so that a page shows what its owner agreed to show.
create function countersign_private.is_display_name(p_name text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(p_name) between 1 and 32
    and p_name is nfc normalized
    and p_name !~ '^\s|\s$'
    -- Something to see: not only spaces, or marks that alter a character before them.
    and p_name ~ '[^\s._''\u2019\u02bb\u02bc\u02be\u02bf-]'
    -- No sign that quotes, ends a line, or begins another part of a statement or page.
    and p_name !~ (
      '[!-&(-,/:-@\[-^`{-~\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ba\u02bd\u02c0-\u02ff'
      '\u2000-\u2018\u201a-\u206f\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\ufd3e\ufd3f\ufe10-\ufe1f'
      '\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee\ue000-\uf8ff\U0001f000-\U0001faff]'
    )
    -- No controls and nothing invisible, as in a wallet's label.
    and p_name !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      '\U000e0000-\U000e0fff]'
    )
    -- One of the alphabets whose letters pass for those of one another.
    and not (
      p_name ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff]' and p_name ~ '[\u0370-\u03ff\u1f00-\u1fff\u0400-\u0484\u0487-\u052f]'
      or p_name ~ '[\u0370-\u03ff\u1f00-\u1fff]' and p_name ~ '[\u0400-\u0484\u0487-\u052f]'
    )
    -- No word that stands before the code of an account, and nothing of its shape with a digit in it.
    and normalize(p_name, nfkc) !~* '(^|[^a-z0-9])id([^a-z0-9]|$)'
    and normalize(p_name, nfkc) !~* '(^|[^a-z0-9])(?=[a-z-]*[0-9])[a-z0-9]{4}-[a-z0-9]{4}([^a-z0-9]|$)' $$;
comment on function countersign_private.is_display_name is
  'Whether pages may call an account this: something to see, and nothing that looks like another part of a page or of a '
  'statement. The server, which knows all letters, is stricter.';
revoke all on function countersign_private.is_display_name from public;

alter table countersign.accounts
  drop constraint accounts_display_name_check,
  add constraint accounts_display_name_check check (
    -- Names that were given when pages wrote ASCII too.
    display_name ~ '^[A-Za-z0-9 ._-]{1,32}$' or countersign_private.is_display_name(display_name)
  );

create or replace function countersign.set_display_name(
  p_user_id uuid, p_session_id uuid, p_display_name text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account(p_user_id, p_session_id);
begin
  if p_display_name is not distinct from account.display_name then return; end if;
  perform countersign_private.refuse(400, 'account.name_invalid')
  where not countersign_private.is_display_name(p_display_name);
  perform countersign_private.limit_changes(p_user_id, 'account.too_many_changes');
  update countersign.accounts a set display_name = p_display_name where a.user_id = p_user_id;
  perform countersign_private.add_event(p_user_id, 'account_renamed', null, p_device);
end $$;

alter table countersign.proofs add column display_name text;
comment on column countersign.proofs.display_name is
  'What the account was called when the proof was made. Not signed: the statement has its ASCII form, or no name.';

create function countersign_private.keep_name_of_proof() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.names_account then
    select a.display_name into new.display_name from countersign.accounts a where a.user_id = new.user_id;
  end if;
  return new;
end $$;
comment on function countersign_private.keep_name_of_proof is
  'A later name is not shown with an earlier proof: its owner has agreed to no such page.';
revoke all on function countersign_private.keep_name_of_proof from public;
create trigger keep_name_of_proof before insert on countersign.proofs
  for each row execute function countersign_private.keep_name_of_proof();

create or replace function countersign_private.describe_proof(p_proof countersign.proofs) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'account_code', p_proof.account_code, 'display_name', p_proof.display_name, 'method', p_proof.method,
    'chain', p_proof.chain, 'address', p_proof.address, 'origin', p_proof.origin, 'proven_at', p_proof.proven_at
  ) || case when p_proof.evidence_at <= now() then jsonb_build_object(
    'message', countersign_private.write_base64(p_proof.message),
    'signed_bytes', countersign_private.write_base64(p_proof.signed_bytes),
    'signature', countersign_private.write_base64(p_proof.signature)
  ) else jsonb_build_object('evidence_at', p_proof.evidence_at) end $$;
