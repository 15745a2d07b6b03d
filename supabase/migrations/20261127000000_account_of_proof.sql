-- A list of wallets says what each proof says of the account, and what the account is called now.
grant select (display_name) on countersign.proofs to authenticated;

create or replace view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Subqueries run only for the rows of a page. A join made Postgres read all proofs of a large account first.
    (select p.is_public from countersign.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from countersign.proofs p where p.id = w.proof_id) as method,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    lower(coalesce(w.label, w.wallet_name, w.address)) as sort_name,
    lower(concat_ws(' ', w.label, w.wallet_name, w.address)) as search_text,
    (select p.names_account from countersign.proofs p where p.id = w.proof_id) as names_account,
    (select p.account_code from countersign.proofs p where p.id = w.proof_id) as account_code,
    (select p.display_name from countersign.proofs p where p.id = w.proof_id) as display_name,
    (select a.display_name from countersign.accounts a where a.user_id = w.user_id) as account_name
  from countersign.wallets w
  where w.removed_at is null;

-- Nothing becomes public that its owner wasn't shown.
drop function countersign.publish_wallet(uuid, uuid, uuid, boolean, text);

create function countersign.publish_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_public boolean, p_device text, p_proof_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_public is null;
  -- Unpublishing needs no step-up, and takes back whatever is public.
  if p_is_public then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
    perform countersign_private.refuse(409, 'proof.replaced') where p_proof_id <> wallet.proof_id;
  end if;
  -- Unpublishing includes the links to proofs that this one has replaced.
  update countersign.proofs p set is_public = p_is_public
  where p.wallet_id = wallet.id and p.is_public <> p_is_public and (p.id = wallet.proof_id or not p_is_public);
  if found then
    perform countersign_private.add_wallet_event(
      p_user_id, case when p_is_public then 'wallet_published' else 'wallet_unpublished' end, wallet.address, p_device
    );
  end if;
end $$;
comment on function countersign.publish_wallet is
  'Makes the current proof public, or all proofs of the wallet private. p_proof_id is the proof that the owner was shown; null '
  'publishes whichever is current. Refuses like lock_wallet, with request.unexpected if p_is_public is null and, to publish, like '
  'require_recent_auth, with proof.replaced if p_proof_id is not current and with proof.names_no_account. Locks the account row.';
revoke execute on function countersign.publish_wallet from public;
grant execute on function countersign.publish_wallet to service_role;

-- Which of the events that an app acknowledges were there.
create or replace function countersign.poll_oauth_events(p_client_id text, p_acks uuid[], p_at_most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most integer := least(greatest(coalesce(p_at_most, 100), 0), 100);
  found_events jsonb;
  found_count integer;
  forgotten jsonb;
begin
  perform countersign_private.refuse(400, 'request.unexpected') where cardinality(p_acks) > 1000;
  perform countersign_private.refuse(404, 'app.unknown')
  where not exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
  );
  -- Skips those that another process of the app is acknowledging.
  with gone as (
    delete from countersign_private.oauth_events e where e.id in (
      select done.id from countersign_private.oauth_events done
      where done.jti = any (p_acks) and done.client_id = p_client_id order by done.id for update skip locked
    ) returning e.jti
  )
  select coalesce(jsonb_agg(gone.jti), '[]') into forgotten from gone;
  select coalesce(jsonb_agg(jsonb_build_object(
      'jti', e.jti, 'sub', e.sub, 'kind', e.kind, 'details', e.details, 'created_at', e.created_at
    ) order by e.id) filter (where e.place <= most), '[]'), count(*)
  into found_events, found_count
  from (
    select next.*, row_number() over (order by next.id) as place
    from (
      select waiting.* from countersign_private.oauth_events waiting
      where waiting.client_id = p_client_id and waiting.created_at > now() - interval '30 days'
      order by waiting.id limit most + 1
    ) next
  ) e;
  return jsonb_build_object('events', found_events, 'more', found_count > most, 'forgotten', forgotten);
end $$;
comment on function countersign.poll_oauth_events is
  'Deletes the app''s events that it acknowledges by jti, and returns its oldest remaining ones and the jti of those deleted: '
  '{events: at most 100, more, forgotten}. '
  'An event is repeated until acknowledged. Refuses with app.unknown, and with request.unexpected for more than 1000 '
  'acknowledgments.';

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261127000000' $$;
